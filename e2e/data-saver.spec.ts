import { PRODUCT_LIST_URL, productLinks } from './page-objects/product-list.ts';
import { expectAccessible } from './support/assertions.ts';
import { chromium } from './support/chromium.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';

test.use({ launchOptions: chromium({ pictures: true }) });

// A dense screen asks for large pictures; animations are allowed.
test.use({ deviceScaleFactor: 3, contextOptions: { reducedMotion: 'no-preference' } });

/** @returns the width of the widest picture that was requested since the call */
const watchWidths = (page: Page) => {
  const widths: number[] = [];
  page.on('request', (request) => {
    const width = /\/media\/.*\/(\d+)\.(?:avif|webp)$/.exec(request.url())?.[1];
    if (width) widths.push(Number(width));
  });
  return () => Math.max(...widths);
};
const saver = (page: Page) => page.getByRole('contentinfo').getByRole('combobox', { name: 'Data saver' });
const play = (page: Page) => page.getByRole('button', { name: 'Play slides' });

test('who saves no data gets sharp pictures, and banners that play', async ({ page }) => {
  const widest = watchWidths(page);
  await openPage(page, '/');
  await page.waitForLoadState();
  expect(widest()).toBeGreaterThanOrEqual(800);
  await expect(page.getByRole('button', { name: 'Pause slides' })).toBeVisible();
});

test.describe('with the header Save-Data', () => {
  test.use({ extraHTTPHeaders: { 'save-data': 'on' } });

  test('pictures are small and nothing plays by itself', { tag: ['@OFFLINE-8'] }, async ({ page }) => {
    const widest = watchWidths(page);
    await openPage(page, '/');
    await page.waitForLoadState();
    expect(widest()).toBeLessThanOrEqual(640);
    await expect(play(page)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pause / })).toHaveCount(0);
    await expect(page.locator('link[rel="preload"][as="image"]')).toHaveCount(0);
    await expectAccessible(page);

    const onList = watchWidths(page);
    await openPage(page, PRODUCT_LIST_URL);
    await page.waitForLoadState();
    expect(onList()).toBe(240);
  });

  test('the switch goes before it, and is remembered', { tag: ['@OFFLINE-10', '@OFFLINE-11'] }, async ({ page }) => {
    await openPage(page, PRODUCT_LIST_URL);
    await expect(saver(page)).toHaveValue('auto');
    await saver(page).selectOption('Off');
    const widest = watchWidths(page);
    await page.reload();
    await expect(saver(page)).toHaveValue('off');
    expect(widest()).toBeGreaterThan(240);
  });

  test.describe('and without JavaScript', () => {
    test.use({ javaScriptEnabled: false });
    test('pictures are small too', { tag: ['@OFFLINE-9'] }, async ({ page }) => {
      const widest = watchWidths(page);
      await page.goto(PRODUCT_LIST_URL);
      expect(widest()).toBe(240);
    });
  });
});

test('the switch in the footer saves data by hand, is remembered, and lets go again', { tag: ['@OFFLINE-10'] }, async ({
  page,
}) => {
  await openPage(page, '/');
  await expect(page.getByRole('button', { name: 'Pause slides' })).toBeVisible();
  await saver(page).selectOption('On');
  // Autoplay stops at once; pictures that are loaded stay.
  await expect(play(page)).toBeVisible();
  const widest = watchWidths(page);
  await page.goto(PRODUCT_LIST_URL);
  await expect(saver(page)).toHaveValue('on');
  expect(widest()).toBe(240);

  await saver(page).selectOption('Automatic');
  const later = watchWidths(page);
  await page.reload();
  await expect(saver(page)).toHaveValue('auto');
  expect(later()).toBeGreaterThan(240);
});

test('a network as slow as 2G saves data by itself, from the next page on', { tag: ['@OFFLINE-12'] }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    const network = Object.assign(new EventTarget(), { saveData: false, effectiveType: '2g' });
    Object.defineProperty(navigator, 'connection', { value: network });
  });
  await openPage(page, '/');
  await expect(play(page)).toBeVisible();
  await expect(saver(page)).toHaveValue('auto');
  const widest = watchWidths(page);
  await page.goto(PRODUCT_LIST_URL);
  expect(widest()).toBe(240);
});

for (const [choice, fetches] of [
  ['Automatic', true],
  ['On', false],
] as const)
  test(`with the saver on ${choice} a page is ${fetches ? '' : 'not '}fetched before it is opened`, {
    tag: ['@OFFLINE-13'],
  }, async ({ page }) => {
    await openPage(page, PRODUCT_LIST_URL);
    await saver(page).selectOption(choice);
    await openPage(page, PRODUCT_LIST_URL);
    const link = productLinks(page).first();
    const id = /details\/(\d+)/.exec((await link.getAttribute('href')) ?? '')?.[1];
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.clock.install();
    await link.hover();
    // Longer than the hover delay before a prefetch.
    await page.clock.runFor(1000);
    await page.evaluate(() => fetch('/robots.txt'));
    expect(fetched.some((address) => address.includes(`/backend/api/products/${id}/`))).toBe(fetches);
  });
