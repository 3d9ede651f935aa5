import { PRODUCT_LIST_URL, pageHeading, productLinks } from './page-objects/product-list.ts';
import { chromium } from './support/chromium.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';

test.use({ launchOptions: chromium({ pictures: true }) });

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
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => requestIdleCallback(resolve));
  });
};
const lateParts = (page: Page) => page.waitForResponse(/\/late-parts-[^/]*\.js$/);

const idOf = async (page: Page, position: number): Promise<string> => {
  const address = await productLinks(page).nth(position).getAttribute('href');
  return /details\/(\d+)/.exec(address ?? '')?.[1] ?? '';
};

test('a visible product of a list is prefetched with its picture, and opens without a request for it', {
  tag: ['@SHELL-102'],
}, async ({ page }) => {
  const requested = watchProductRequests(page);
  const pictures: string[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'image') pictures.push(request.url());
  });
  await openPage(page, PRODUCT_LIST_URL);
  const first = await idOf(page, 0);
  // The second product follows after the first one is complete.
  await expect.poll(() => requested).toEqual([first, await idOf(page, 1)]);
  await productLinks(page).first().click();
  await expect(pageHeading(page, /./)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/product/details/${first}`));
  const shown = page.getByRole('main').locator('img').first();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.currentSrc)).toBeTruthy();
  const source = await shown.evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(pictures).toContain(source);
  expect(requested.filter((id) => id === first)).toHaveLength(1);
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

for (const [name, connection] of [
  ['the browser saves data', { saveData: true, effectiveType: '4g' }],
  ['the network is 2G', { saveData: false, effectiveType: '2g' }],
] as const)
  test(`nothing is prefetched while ${name}`, { tag: ['@SHELL-102'] }, async ({ page }) => {
    await page.addInitScript((value) => {
      const network = Object.assign(new EventTarget(), value);
      Object.defineProperty(navigator, 'connection', { value: network });
    }, connection);
    const requested = watchProductRequests(page);
    const loaded = lateParts(page);
    await openPage(page, PRODUCT_LIST_URL);
    await waitForLateParts(page, loaded);
    expect(requested).toEqual([]);
  });

test('nothing is prefetched while the shop’s data saver is on', { tag: ['@SHELL-102'] }, async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'data-saver', value: 'on', url: baseURL ?? '' }]);
  const requested = watchProductRequests(page);
  const loaded = lateParts(page);
  await openPage(page, PRODUCT_LIST_URL);
  await waitForLateParts(page, loaded);
  expect(requested).toEqual([]);
});

test.describe('with motion', () => {
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

  for (const [reducedMotion, count] of [
    ['no-preference', 1],
    ['reduce', 0],
  ] as const)
    test.describe(`preference for reduced motion: ${reducedMotion}`, () => {
      test.use({ contextOptions: { reducedMotion } });

      test(`another page appears with ${count} view transitions, another order with none`, {
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
        await expect.poll(countTransitions).toBe(count);
      });
    });
});

test.describe('on a phone with a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a tap on a card shows title and picture before the page is loaded, and the page replaces them', {
    tag: ['@SHELL-109'],
  }, async ({ page }) => {
    const loaded = lateParts(page);
    await openPage(page, PRODUCT_LIST_URL);
    await waitForLateParts(page, loaded);
    const link = productLinks(page).nth(7);
    const title = (await link.textContent()) ?? '';
    const answers = Promise.withResolvers<void>();
    await page.route(`**/backend/api/products/${await idOf(page, 7)}/?*`, async (route) => {
      await answers.promise;
      await route.continue();
    });
    await link.tap();
    // The preview is hidden from screen readers.
    const preview = page.locator('main h1').filter({ visible: true }).first();
    await expect(preview).toHaveText(title);
    await expect
      .poll(() => page.evaluate(() => Boolean(document.elementFromPoint(195, 300)?.closest('[data-shown]'))))
      .toBe(true);
    await expect(pageHeading(page, title)).toHaveCount(0);
    answers.resolve();
    await expect(pageHeading(page, title)).toBeVisible();
    await expect(page.locator('[data-shown]')).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(link).toBeVisible();
  });

  test('a touch that scrolls shows no preview', { tag: ['@SHELL-109'] }, async ({ page }) => {
    const loaded = lateParts(page);
    await openPage(page, PRODUCT_LIST_URL);
    await waitForLateParts(page, loaded);
    const link = productLinks(page).first();
    await link.dispatchEvent('pointerdown', { pointerType: 'touch', isPrimary: true });
    await expect(page.locator('main > div > [aria-hidden] h1')).toHaveCount(1);
    await link.dispatchEvent('pointercancel', { pointerType: 'touch', isPrimary: true });
    await expect(page.locator('main > div > [aria-hidden] h1')).toHaveCount(0);
    await expect(page).toHaveURL(/product\/list/);
  });
});
