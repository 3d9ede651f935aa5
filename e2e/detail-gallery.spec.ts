import type { Locator } from '@playwright/test';
import { PRODUCT_LIST_URL, pageHeading, productLinks } from './page-objects/product-list.ts';
import { fetchFromApi } from './support/api.ts';
import { expectAccessible, expectOnScreen } from './support/assertions.ts';
import { chromiumWithPictures } from './support/chromium.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { mockRequests } from './support/network.ts';

test.use({ launchOptions: chromiumWithPictures });

type ProductWithPictures = { id: number; title: string; products_images: { image_url: string; alt: string }[] };
const productsByPictures = new Map<number, ProductWithPictures>();
const findProductWithPictures = async (page: Page, pictures: number): Promise<ProductWithPictures> => {
  for (let id = 1; id <= 420; id++) {
    const known = productsByPictures.get(pictures);
    if (known) return known;
    const product = await fetchFromApi<ProductWithPictures>(page, `/api/products/${id}/`);
    productsByPictures.set(product.products_images.length, product);
  }
  throw new Error(`No product has ${pictures} pictures`);
};

const pictureList = (page: Page, title: string) => page.getByRole('list', { name: `Pictures of ${title}` });
const thumbnails = (page: Page) => page.getByRole('list', { name: 'All pictures' }).getByRole('button');
const expectShown = (list: Locator, index: number) =>
  expect
    .poll(() => list.evaluate((element) => Math.round(element.scrollLeft / element.clientWidth)), {
      message: `picture ${index + 1}`,
    })
    .toBe(index);

test('thumbnails show the pictures, the arrow keys move the focus with them, and the gallery is as high as its picture', {
  tag: ['@phone', '@PRODUCT-9', '@PRODUCT-11', '@PRODUCT-54'],
}, async ({ page }) => {
  const product = await findProductWithPictures(page, 3);
  await openPage(page, `/product/details/${product.id}`);
  const list = pictureList(page, product.title);
  await expect(thumbnails(page)).toHaveCount(3);
  await expect(thumbnails(page).first()).toHaveAttribute('aria-current', 'true');
  await expectShown(list, 0);

  await test.step('by the arrow keys', async () => {
    const picture = (n: number) => page.getByRole('button', { name: `Enlarge picture ${n} of 3` });
    await picture(1).focus();
    await page.keyboard.press('ArrowRight');
    await expectShown(list, 1);
    await expect(picture(2)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expectShown(list, 2);
    await expect(picture(3)).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(picture(2)).toBeFocused();
    await expectShown(list, 1);
  });
  await test.step('by thumbnails', async () => {
    await thumbnails(page).nth(2).click();
    await expectShown(list, 2);
    await expect(thumbnails(page).nth(2)).toHaveAttribute('aria-current', 'true');
    await expect(thumbnails(page).first()).not.toHaveAttribute('aria-current');
  });
  await test.step('beside a long title', async () => {
    await pageHeading(page, product.title).evaluate((heading) => {
      heading.textContent = 'A long title of a product '.repeat(20);
    });
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const [frame, picture] = await list.evaluate((element) => {
        const heights = [element.parentElement, element.querySelector('img')].map((part) =>
          part?.getBoundingClientRect(),
        );
        return heights.map((box) => [box?.bottom ?? 0, box?.height ?? 0] as const);
      });
      expect(picture?.[1]).toBeGreaterThan(300);
      expect(Math.abs((frame?.[1] ?? 0) - (picture?.[1] ?? 0))).toBeLessThan(2);
    }
  });
});

test.describe('by touch', () => {
  test.use({ hasTouch: true });
  test('a swipe shows the next picture', { tag: ['@phone', '@PRODUCT-11'] }, async ({ page }) => {
    const product = await findProductWithPictures(page, 3);
    await openPage(page, `/product/details/${product.id}`);
    const box = await pictureList(page, product.title).boundingBox();
    if (!box) throw new Error('The pictures have no box');
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove', part: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: [{ x: box.x + box.width * part, y: box.y + 100 }],
      });
    await touch('touchStart', 0.9);
    for (let part = 0.85; part > 0.1; part -= 0.05) await touch('touchMove', part);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expectShown(pictureList(page, product.title), 1);
    await expect(thumbnails(page).nth(1)).toHaveAttribute('aria-current', 'true');
  });
});

test('a click opens the picture in a dialog, where it can be changed and zoomed', {
  tag: ['@SHELL-24', '@PRODUCT-12'],
}, async ({ page }) => {
  const product = await findProductWithPictures(page, 3);
  await openPage(page, `/product/details/${product.id}`);
  await page.getByRole('button', { name: 'Enlarge picture 1 of 3' }).click();
  const dialog = await expectOnScreen(page.getByRole('dialog', { name: product.title }));
  await expect(dialog).toContainText('1 / 3');
  await expect(dialog.getByRole('img')).toHaveAttribute('alt', product.products_images[0]?.alt ?? '?');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Next picture' }).click();
  await expect(dialog).toContainText('2 / 3');
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toContainText('3 / 3');
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toContainText('3 / 3');
  await page.keyboard.press('ArrowLeft');
  await expect(dialog).toContainText('2 / 3');

  const width = () => dialog.getByRole('img').evaluate((image) => image.clientWidth);
  const before = await width();
  await dialog.getByRole('button', { name: 'Larger' }).click();
  await expect.poll(width).toBeGreaterThan(before * 1.5);
  // While enlarged, the arrow keys scroll the picture.
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toContainText('2 / 3');
  await dialog.getByRole('button', { name: 'Smaller' }).click();
  await expect.poll(width).toBe(before);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // The focus returns to the gallery.
  await expect(page.getByRole('button', { name: /^Enlarge picture/ }).and(page.locator(':focus'))).toHaveCount(1);
  await expectShown(pictureList(page, product.title), 1);
});

test('a single picture has no thumbnails', { tag: '@phone' }, async ({ page }) => {
  const product = await findProductWithPictures(page, 1);
  await openPage(page, `/product/details/${product.id}`);
  await expect(page.getByRole('button', { name: 'Enlarge picture 1 of 1' })).toBeVisible();
  await expect(thumbnails(page)).toHaveCount(0);
});

test('a product without a picture shows a placeholder', { tag: ['@phone', '@PRODUCT-10'] }, async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL);
  await mockRequests(page, /\/backend\/api\/products\/\d+\/\?/, async (route) => {
    const product = await (await route.fetch()).json();
    await route.fulfill({ json: { ...product, products_images: [] } });
  });
  const title = (await productLinks(page).first().textContent()) ?? '';
  await productLinks(page).first().click();
  await expect(pageHeading(page, title)).toBeVisible();
  await expect(page.getByRole('img', { name: 'This product has no picture yet' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Enlarge/ })).toHaveCount(0);
  await expectAccessible(page);
});
