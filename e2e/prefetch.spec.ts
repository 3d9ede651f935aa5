import type { Locator } from '@playwright/test';
import { header, waitForMobileMenu } from './page-objects/layout.ts';
import { PRODUCT_LIST_URL, pageHeading, productLinks } from './page-objects/product-list.ts';
import { expectOnScreen } from './support/assertions.ts';
import { chromiumWithPictures } from './support/chromium.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { holdRequests } from './support/network.ts';

test.use({ launchOptions: chromiumWithPictures });

const MAX_PRODUCTS = 4;

/** Records the products whose details are requested. */
const watchProductRequests = (page: Page): string[] => {
  const ids: string[] = [];
  page.on('request', (request) => {
    const id = /\/backend\/api\/products\/(\d+)\/(?:\?|$)/.exec(request.url())?.[1];
    if (id) ids.push(id);
  });
  return ids;
};

/** The prefetch has had its turn: the parts that contain it are loaded, and the browser was idle several times since. */
const waitForLateParts = async (page: Page, loaded: Promise<unknown>) => {
  await loaded;
  await page.waitForLoadState('load');
  await page.evaluate(async () => {
    const isVisible = (image: Element) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    };
    // The prefetch waits for the visible pictures.
    await Promise.allSettled([...document.images].filter(isVisible).map((image) => image.decode()));
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => requestIdleCallback(resolve));
  });
};
const lateParts = (page: Page) => page.waitForResponse(/\/late-parts-[^/]*\.js$/);

const idOf = async (page: Page, position: number): Promise<string> => {
  const address = await productLinks(page).nth(position).getAttribute('href');
  return /details\/(\d+)/.exec(address ?? '')?.[1] ?? '';
};

/** Counts the view transitions that the page starts. */
const watchTransitions = async (page: Page) => {
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    Object.assign(window, { transitions: 0 });
    document.startViewTransition = (options) => {
      (window as unknown as { transitions: number }).transitions++;
      return start(options);
    };
  });
  return () => page.evaluate(() => (window as unknown as { transitions: number }).transitions);
};

test('a visible product of a list is prefetched with its picture, and opens without a request for it, and without a transition where motion is reduced', {
  tag: ['@SHELL-102', '@SHELL-103'],
}, async ({ page }) => {
  const countTransitions = await watchTransitions(page);
  const requested = watchProductRequests(page);
  const pictures: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'image') pictures.push(request.url());
  });
  await openPage(page, PRODUCT_LIST_URL);
  const first = await idOf(page, 0);
  // The second product follows after the first one is complete.
  const second = await idOf(page, 1);
  await expect.poll(() => requested.slice(0, 2)).toEqual([first, second]);
  await productLinks(page).first().click();
  await expect(pageHeading(page, /./)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/product/details/${first}`));
  const shown = page.getByRole('main').locator('img').first();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.currentSrc)).toBeTruthy();
  const source = await shown.evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(pictures).toContain(source);
  expect(requested.filter((id) => id === first)).toHaveLength(1);
  expect(await countTransitions()).toBe(0);
});

test.describe('on a high screen', () => {
  test.use({ viewport: { width: 1280, height: 3000 } });

  test('only the first visible products are prefetched', { tag: ['@SHELL-102'] }, async ({ page }) => {
    const requested = watchProductRequests(page);
    const loaded = lateParts(page);
    await openPage(page, PRODUCT_LIST_URL);
    await expect.poll(() => requested.length).toBe(MAX_PRODUCTS);
    await waitForLateParts(page, loaded);
    expect(requested).toHaveLength(MAX_PRODUCTS);
  });
});

/** Makes the browser report this connection. */
const setConnection = (page: Page, connection: { saveData: boolean; effectiveType: string }) =>
  page.addInitScript((value) => {
    const network = Object.assign(new EventTarget(), value);
    Object.defineProperty(navigator, 'connection', { value: network });
  }, connection);

test('nothing is prefetched while the browser saves data', { tag: ['@SHELL-102'] }, async ({ page }) => {
  await setConnection(page, { saveData: true, effectiveType: '4g' });
  const requested = watchProductRequests(page);
  const loaded = lateParts(page);
  await openPage(page, PRODUCT_LIST_URL);
  await waitForLateParts(page, loaded);
  expect(requested).toEqual([]);
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('another page appears with a view transition, another order without one', {
    tag: ['@SHELL-103'],
  }, async ({ page }) => {
    const countTransitions = await watchTransitions(page);
    const loaded = lateParts(page);
    await openPage(page, PRODUCT_LIST_URL);
    await waitForLateParts(page, loaded);
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price');
    await expect(page).toHaveURL(/sort=price/);
    expect(await countTransitions()).toBe(0);
    await productLinks(page).first().click();
    await expect(page).toHaveURL(/\/product\/details\//);
    await expect.poll(countTransitions).toBe(1);
  });
});

test.describe('on a phone with a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  /** Opens a page, and waits until a tap on one of its links shows a preview. */
  const openWithPreviews = async (page: Page, path: string) => {
    const loaded = lateParts(page);
    await openPage(page, path);
    await waitForLateParts(page, loaded);
  };
  const productRequests = async (page: Page, position: number) =>
    new RegExp(`/backend/api/products/${await idOf(page, position)}/\\?`);
  /** The preview that covers the page. It is hidden from screen readers. */
  const shownPreview = (page: Page) => page.locator('main [data-shown]');
  const expectPreviewOnScreen = async (page: Page, title: string) => {
    await expect(shownPreview(page).locator('h1')).toHaveText(title);
    await expect
      .poll(() => page.evaluate(() => Boolean(document.elementFromPoint(195, 300)?.closest('[data-shown]'))))
      .toBe(true);
    await expect(pageHeading(page, title)).toHaveCount(0);
  };

  /**
   * Dispatches the pointer events of a tap on a link, without the click unless `tapAndGoBack` is set.
   * @returns the title of the preview that is then shown
   */
  const touch = (link: Locator, { tapAndGoBack = false } = {}) =>
    link.evaluate((element: HTMLElement, goesBack) => {
      for (const type of ['pointerdown', 'pointerup'])
        element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch', isPrimary: true }));
      // The preview lets the click through to the link.
      const title = document.querySelector('main [data-shown] h1')?.textContent;
      if (goesBack) {
        element.click();
        history.back();
      }
      return title;
    }, tapAndGoBack);

  test.describe('a list', () => {
    test.use({ expectedErrors: [/Failed to load resource.*\/products\/|status code 500/] });

    test('a tap on a card shows title and picture until its page or an error replaces them; scrolling shows none, and a page that is left none when it comes back', {
      tag: ['@SHELL-109'],
    }, async ({ page }) => {
      await openWithPreviews(page, PRODUCT_LIST_URL);
      await test.step('a touch that scrolls shows no preview', async () => {
        const first = productLinks(page).first();
        const preview = page.locator('main > div > [aria-hidden]:has(h1)');
        await first.dispatchEvent('pointerdown', { pointerType: 'touch', isPrimary: true });
        await expect(preview).toHaveCount(1);
        await first.dispatchEvent('pointercancel', { pointerType: 'touch', isPrimary: true });
        await expect(preview).toHaveCount(0);
        await expect(page).toHaveURL(/product\/list/);
      });

      // Before that, the cards are stacking contexts.
      await expect(page.locator('html')).toHaveAttribute('data-laid-out', '');
      const link = productLinks(page).nth(7);
      await test.step('the page replaces its preview', async () => {
        const title = (await link.textContent()) ?? '';
        const release = await holdRequests(page, await productRequests(page, 7));
        await link.tap();
        await expectPreviewOnScreen(page, title);
        await expect(shownPreview(page).locator('img')).toHaveJSProperty('complete', true);
        // Nothing of the old page is above the preview.
        const uncovered = await page.evaluate(
          () =>
            [...document.querySelectorAll('main :is(a, button)')].filter((control) => {
              const { x, y, width, height } = control.getBoundingClientRect();
              return control.contains(document.elementFromPoint(x + width / 2, y + height / 2));
            }).length,
        );
        expect(uncovered).toBe(0);
        release();
        await expect(pageHeading(page, title)).toBeVisible();
        await expect(shownPreview(page)).toHaveCount(0);
        await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
        await page.goBack();
        await expect(link).toBeVisible();
      });

      await test.step('a page that cannot be loaded replaces its preview with the error', async () => {
        // Far below the cards that are prefetched.
        const position = 30;
        const requests = await productRequests(page, position);
        await page.route(requests, (route) => route.fulfill({ status: 500, json: { code: 'internal' } }));
        await productLinks(page).nth(position).tap();
        const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
        await expectOnScreen(retry);
        await page.unroute(requests);
        await retry.tap();
        await expect(page.getByRole('main').getByRole('button', { name: 'Add To Cart' })).toBeVisible();
        await page.goBack();
        await expect(link).toBeVisible();
      });

      await test.step('a page that is left while a preview is shown comes back without it', async () => {
        const counts = await link.evaluate((element: HTMLElement) => {
          const countPreviews = () => document.querySelectorAll('main [data-shown]').length;
          for (const type of ['pointerdown', 'pointerup'])
            element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch', isPrimary: true }));
          element.click();
          const before = countPreviews();
          dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
          return [before, countPreviews()];
        });
        expect(counts).toEqual([1, 0]);
      });
    });
  });

  test('a touch of a link to a list shows its title, and the tap its products; going back removes a preview; a menu closes at the tap', {
    tag: ['@SHELL-109'],
  }, async ({ page }) => {
    await page.clock.install();
    await openWithPreviews(page, '/');
    const link = page.getByRole('main').locator('a[href^="/product/list?section=newArrivals"]').first();
    await test.step('a list', async () => {
      expect(await touch(link)).toBe('New Arrivals');
      // Without a click it goes away.
      await expect(shownPreview(page)).toHaveCount(0);
      await link.tap();
      await expect(pageHeading(page, 'New Arrivals')).toBeVisible();
      await expect(productLinks(page).first()).toBeVisible();
      await page.goBack();
      const cards = page.evaluate(
        () =>
          new Promise((resolve) => {
            new MutationObserver(() => {
              const shown = document.querySelectorAll('main [data-shown] article').length;
              if (shown > 0) resolve(shown);
            }).observe(document, { childList: true, subtree: true });
          }),
      );
      await link.tap();
      expect(await cards).toBe(6);
      await expect(pageHeading(page, 'New Arrivals')).toBeVisible();
      await expect(shownPreview(page)).toHaveCount(0);
    });

    await test.step('going back while a preview is shown removes it, and its page does not open', async () => {
      const product = productLinks(page).nth(7);
      await expect(product).toBeVisible();
      await touch(product, { tapAndGoBack: true });
      await expect(page).toHaveURL('/');
      await expect(shownPreview(page)).toHaveCount(0);
      // A preview waits at most 250 ms for its picture before it opens the page.
      await page.clock.runFor(2000);
      await expect(page).toHaveURL('/');
    });

    await test.step('a link in a menu opens its page and closes the menu', async () => {
      await header(page).getByRole('button', { name: 'Menu' }).tap();
      const menu = await waitForMobileMenu(page);
      const entry = menu.getByRole('link', { name: 'Hot Deals' }).first();
      await expectOnScreen(entry);
      expect(await touch(entry)).toBeUndefined();
      await entry.tap();
      await expect(menu).toHaveCount(0);
      await expect(pageHeading(page, 'Hot Deals')).toBeVisible();
    });
  });

  test('a touch of a store’s link shows its name and cover', { tag: ['@SHELL-109'] }, async ({ page }) => {
    await openWithPreviews(page, '/product/details/1');
    const link = page.getByRole('link', { name: 'View Merchant Store' });
    const name = (await page.getByText('Merchant Name').locator('+ *').textContent()) ?? '';
    const cover = page.waitForResponse(/\/media\/stores\//);
    expect(await touch(link)).toBe(name);
    expect((await cover).ok()).toBe(true);
    await link.tap();
    await expect(pageHeading(page, name)).toBeVisible();
    await expect(shownPreview(page)).toHaveCount(0);
  });

  test('while the network is 2G nothing is prefetched, and a preview loads its picture after the tap, not at the touch', {
    tag: ['@SHELL-102', '@SHELL-109', '@OFFLINE-12'],
  }, async ({ page }) => {
    await setConnection(page, { saveData: false, effectiveType: '2g' });
    const requested = watchProductRequests(page);
    await openWithPreviews(page, PRODUCT_LIST_URL);
    expect(requested).toEqual([]);
    const release = await holdRequests(page, await productRequests(page, 7));
    const link = productLinks(page).nth(7);
    await link.dispatchEvent('pointerdown', { pointerType: 'touch', isPrimary: true });
    const preview = page.locator('main > div > [aria-hidden]:has(h1)');
    await expect(preview).toHaveCount(1);
    await expect(preview.locator('img')).toHaveCount(0);
    await link.dispatchEvent('pointerup', { pointerType: 'touch', isPrimary: true });
    await expect(preview.locator('img')).toHaveCount(1);
    release();
  });
});
