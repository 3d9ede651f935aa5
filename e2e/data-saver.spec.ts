import { PRODUCT_LIST_URL, productLinks } from './page-objects/product-list.ts';
import { chromiumWithPictures } from './support/chromium.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';

test.use({ launchOptions: chromiumWithPictures });

// A dense screen requests large pictures; animations are allowed.
test.use({ deviceScaleFactor: 3, contextOptions: { reducedMotion: 'no-preference' } });

/** Records the requested pictures. @returns a function that returns the greatest width so far */
const watchPictureWidths = (page: Page) => {
  const widths: number[] = [];
  page.on('request', (request) => {
    const width = /\/media\/.*\/(\d+)\.(?:avif|webp)$/.exec(request.url())?.[1];
    if (width) widths.push(Number(width));
  });
  return () => Math.max(...widths);
};
const dataSaverSelect = (page: Page) => page.getByRole('contentinfo').getByRole('combobox', { name: 'Data saver' });
const playButton = (page: Page) => page.getByRole('button', { name: 'Play slides' });

test('without the data saver pictures are large and banners play; the setting in the footer turns it on, is stored, and can be reset', {
  tag: ['@OFFLINE-10'],
}, async ({ page }) => {
  const widestAtFirst = watchPictureWidths(page);
  await openPage(page, '/');
  await page.waitForLoadState();
  expect(widestAtFirst()).toBeGreaterThanOrEqual(800);
  await expect(page.getByRole('button', { name: 'Pause slides' })).toBeVisible();
  await dataSaverSelect(page).selectOption('On');
  // Autoplay stops at once; pictures that are loaded stay.
  await expect(playButton(page)).toBeVisible();
  const widestPicture = watchPictureWidths(page);
  await page.goto(PRODUCT_LIST_URL);
  await expect(dataSaverSelect(page)).toHaveValue('on');
  expect(widestPicture()).toBe(240);

  await dataSaverSelect(page).selectOption('Automatic');
  const widestAfterReset = watchPictureWidths(page);
  await page.reload();
  await expect(dataSaverSelect(page)).toHaveValue('auto');
  expect(widestAfterReset()).toBeGreaterThan(240);
});

test.describe('with the Save-Data header', () => {
  test.use({ extraHTTPHeaders: { 'save-data': 'on' } });

  test('pictures are small and nothing plays automatically; the setting in the footer overrides the header and is stored', {
    tag: ['@OFFLINE-8', '@OFFLINE-10', '@OFFLINE-11'],
  }, async ({ page }) => {
    const widestPicture = watchPictureWidths(page);
    await openPage(page, '/');
    await page.waitForLoadState();
    expect(widestPicture()).toBeLessThanOrEqual(640);
    await expect(playButton(page)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pause / })).toHaveCount(0);
    await expect(page.locator('link[rel="preload"][as="image"]')).toHaveCount(0);

    const widestOnList = watchPictureWidths(page);
    await openPage(page, PRODUCT_LIST_URL);
    await page.waitForLoadState();
    expect(widestOnList()).toBe(240);

    await expect(dataSaverSelect(page)).toHaveValue('auto');
    await dataSaverSelect(page).selectOption('Off');
    const widestWithoutSaver = watchPictureWidths(page);
    await page.reload();
    await expect(dataSaverSelect(page)).toHaveValue('off');
    expect(widestWithoutSaver()).toBeGreaterThan(240);
  });

  test.describe('and without JavaScript', () => {
    test.use({ javaScriptEnabled: false });
    test('pictures are small as well', { tag: ['@OFFLINE-9'] }, async ({ page }) => {
      const widestPicture = watchPictureWidths(page);
      await page.goto(PRODUCT_LIST_URL);
      expect(widestPicture()).toBe(240);
    });
  });
});

test('a 2G network turns the data saver on automatically', { tag: ['@OFFLINE-12'] }, async ({ page }) => {
  await page.addInitScript(() => {
    const network = Object.assign(new EventTarget(), { saveData: false, effectiveType: '2g' });
    Object.defineProperty(navigator, 'connection', { value: network });
  });
  await openPage(page, '/');
  await expect(playButton(page)).toBeVisible();
  await expect(dataSaverSelect(page)).toHaveValue('auto');
  const widestPicture = watchPictureWidths(page);
  await page.goto(PRODUCT_LIST_URL);
  expect(widestPicture()).toBe(240);
});

test('a hovered page is prefetched, but nothing with the data saver on', {
  tag: ['@OFFLINE-13', '@SHELL-102'],
}, async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    const id = /\/backend\/api\/products\/(\d+)\//.exec(request.url())?.[1];
    if (id) requested.push(id);
  });
  await page.clock.install();
  /** Hovers a product below those that are prefetched without a hover. @returns its id */
  const hover = async (): Promise<string> => {
    const link = productLinks(page).nth(20);
    await link.hover();
    // Longer than the hover delay before a prefetch.
    await page.clock.runFor(1000);
    await page.evaluate(() => fetch('/robots.txt'));
    return /details\/(\d+)/.exec((await link.getAttribute('href')) ?? '')?.[1] ?? '';
  };
  await openPage(page, PRODUCT_LIST_URL);
  const id = await hover();
  await expect.poll(() => requested).toContain(id);

  await dataSaverSelect(page).selectOption('On');
  await openPage(page, PRODUCT_LIST_URL);
  requested.splice(0);
  await hover();
  expect(requested).toEqual([]);
});
