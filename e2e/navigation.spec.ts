import { footer, goHome, header } from './page-objects/layout.ts';
import { PRODUCT_LIST_URL, pagination, productLinks, productResults } from './page-objects/product-list.ts';
import { expectOnScreen } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';

const readScrollY = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY));
/** Waits until the parts below the first view have their final height. They are laid out five seconds after an unused page's start. */
const waitForLayout = async (page: Page): Promise<void> => {
  await page.mouse.move(100, 200);
  await page.mouse.move(110, 210);
  await expect(page.locator('html')).toHaveAttribute('data-laid-out', '');
};

/** The way back of an installed app. */
const backLink = (page: Page) => header(page).getByRole('link', { name: 'Back' });

/** Scrolls as a visitor does, and waits until the position is stored. */
const scrollDown = async (page: Page, distance: number): Promise<number> => {
  await waitForLayout(page);
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), distance);
  await expect.poll(() => readScrollY(page)).toBe(distance);
  return distance;
};

test('a link opens its page at the top; Back and Forward return to the old positions; search, account and cart stay on the screen while a page scrolls', {
  tag: ['@phone', '@SHELL-92', '@SHELL-93', '@SHELL-94', '@ACCOUNT-7'],
}, async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL);
  const inList = await scrollDown(page, 1400);
  await expectOnScreen(header(page).getByRole('button', { name: /^Cart/ }));
  await expectOnScreen(header(page).getByRole('searchbox'));
  // A click would scroll the link into view first.
  const link = productLinks(page).nth(20);
  await link.evaluate((element: HTMLElement) => element.click());
  await expect(page).toHaveURL(/\/product\/details\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => readScrollY(page)).toBe(0);
  // A browser has its own back button.
  await expect(backLink(page)).toBeHidden();
  const inProduct = await scrollDown(page, 500);
  await page.goBack();
  await expect(productResults(page)).toBeVisible();
  await expect.poll(() => readScrollY(page)).toBe(inList);
  await page.goForward();
  await expect(page).toHaveURL(/\/product\/details\//);
  await expect.poll(() => readScrollY(page)).toBe(inProduct);
  // A link to a page that was visited before also opens at the top.
  await goHome(page);
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => readScrollY(page)).toBe(0);
  // In landscape the screen is too low for a sticky header.
  await page.setViewportSize({ width: 844, height: 390 });
  await scrollDown(page, 1200);
  await expect(header(page).getByRole('searchbox')).not.toBeInViewport();
});

test('a page of the footer opens at the top', { tag: ['@phone', '@SHELL-92', '@ACCOUNT-7'] }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, '/faqs');
  await waitForLayout(page);
  await footer(page).getByRole('link', { name: 'About us' }).click();
  await expect(page).toHaveURL(/about$/);
  await expect.poll(() => readScrollY(page)).toBe(0);
});

test.describe('on a phone', { tag: ['@phone'] }, () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const [name, find] of [
    ['the middle of a list', (page: Page) => productLinks(page).nth(25)],
    ['its end', pagination],
  ] as const)
    test(`${name} stays in its place on the screen while the parts above it are laid out`, {
      tag: ['@SHELL-92', '@ACCOUNT-7'],
    }, async ({ page }) => {
      await openPage(page, PRODUCT_LIST_URL);
      const target = find(page);
      const readTop = () => target.evaluate((element) => Math.round(element.getBoundingClientRect().top));
      // The browser lays out the parts near the screen in the frame after the jump.
      await target.evaluate(async (element) => {
        element.scrollIntoView({ behavior: 'instant' });
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      });
      const readHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
      const [top, height] = [await readTop(), await readHeight()];
      await waitForLayout(page);
      expect(await readHeight()).not.toBe(height);
      expect(await readTop()).toBe(top);
    });

  test('a product page has a way back in an installed app', { tag: ['@SHELL-94'] }, async ({ page }) => {
    const back = backLink(page);
    // The test's browser cannot install an app, so make the media query say that it is installed.
    await page.addInitScript(() => {
      const original = window.matchMedia.bind(window);
      window.matchMedia = (query) => original(query === '(display-mode: standalone)' ? 'all' : query);
    });
    await openPage(page, PRODUCT_LIST_URL);
    await productLinks(page).first().click();
    await expect(page).toHaveURL(/\/product\/details\//);
    await expectOnScreen(back);
    await back.click();
    await expect(page).toHaveURL(PRODUCT_LIST_URL);
    await expect(back).toBeHidden();
  });
});
