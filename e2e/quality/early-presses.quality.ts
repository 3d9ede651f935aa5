import { openSlowLine } from '../../bench/src/slow-phone/line.ts';
import { chromium } from '../support/chromium.ts';
import { expectAnswers, installObserver, PAGES, storeCart } from '../support/controls.ts';
import { test } from '../support/fixtures.ts';

/**
 * A slow phone: each control of home, a list, a product and the cart is tapped as soon as it shows, while pictures, styles
 * and scripts share a slow line. e2e/early-presses.spec.ts does the same with held scripts.
 */

const CPU_SLOWDOWN = 4;
const { executablePath, args } = chromium({ pictures: true, optimizesScripts: true });

for (const [name, path] of PAGES)
  test(`on a slow phone each control of ${name} answers a tap at first sight`, { tag: ['@SHELL-101'] }, async ({
    playwright,
    baseURL,
  }) => {
    const line = await openSlowLine();
    const browser = await playwright.chromium.launch({
      ...(executablePath && { executablePath }),
      args: [...args, `--proxy-server=${line.proxy}`, '--proxy-bypass-list=<-loopback>'],
    });
    const openPage = async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
      await page.addInitScript(installObserver);
      await storeCart(page, path);
      await page.goto(`${baseURL}${path}`, { waitUntil: 'commit' });
      return { page, release: () => {} };
    };
    try {
      await expectAnswers(openPage, { isHeld: false });
    } finally {
      await browser.close();
      line.close();
    }
  });
