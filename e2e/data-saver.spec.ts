import { PRODUCT_LIST_URL, productLinks } from './page-objects/product-list.ts';
import { expectAccessible } from './support/assertions.ts';
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

test('without the data saver, pictures are large and banners play', async ({ page }) => {
  const widestPicture = watchPictureWidths(page);
  await openPage(page, '/');
  await page.waitForLoadState();
  expect(widestPicture()).toBeGreaterThanOrEqual(800);
  await expect(page.getByRole('button', { name: 'Pause slides' })).toBeVisible();
});

test.describe('with the Save-Data header', () => {
  test.use({ extraHTTPHeaders: { 'save-data': 'on' } });

  test('pictures are small and nothing plays automatically', { tag: ['@OFFLINE-8'] }, async ({ page }) => {
    const widestPicture = watchPictureWidths(page);
    await openPage(page, '/');
    await page.waitForLoadState();
    expect(widestPicture()).toBeLessThanOrEqual(640);
    await expect(playButton(page)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pause / })).toHaveCount(0);
    await expect(page.locator('link[rel="preload"][as="image"]')).toHaveCount(0);
    await expectAccessible(page);

    const widestOnList = watchPictureWidths(page);
    await openPage(page, PRODUCT_LIST_URL);
    await page.waitForLoadState();
    expect(widestOnList()).toBe(240);
  });

  test('the setting in the footer overrides the header and is stored', { tag: ['@OFFLINE-10', '@OFFLINE-11'] }, async ({
    page,
  }) => {
    await openPage(page, PRODUCT_LIST_URL);
    await expect(dataSaverSelect(page)).toHaveValue('auto');
    await dataSaverSelect(page).selectOption('Off');
    const widestPicture = watchPictureWidths(page);
    await page.reload();
    await expect(dataSaverSelect(page)).toHaveValue('off');
    expect(widestPicture()).toBeGreaterThan(240);
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

test('the setting in the footer turns the data saver on, is stored, and can be reset', {
  tag: ['@OFFLINE-10'],
}, async ({ page }) => {
  await openPage(page, '/');
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

for (const [choice, isPrefetched] of [
  ['Automatic', true],
  ['On', false],
] as const)
  test(`with the data saver on ${choice} a hovered page is ${isPrefetched ? '' : 'not '}prefetched`, {
    tag: ['@OFFLINE-13'],
  }, async ({ page }) => {
    await openPage(page, PRODUCT_LIST_URL);
    await dataSaverSelect(page).selectOption(choice);
    await openPage(page, PRODUCT_LIST_URL);
    const link = productLinks(page).first();
    const id = /details\/(\d+)/.exec((await link.getAttribute('href')) ?? '')?.[1];
    const requestedUrls: string[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    await page.clock.install();
    await link.hover();
    // Longer than the hover delay before a prefetch.
    await page.clock.runFor(1000);
    await page.evaluate(() => fetch('/robots.txt'));
    expect(requestedUrls.some((address) => address.includes(`/backend/api/products/${id}/`))).toBe(isPrefetched);
  });
