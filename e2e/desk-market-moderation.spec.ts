import { readFileSync } from 'node:fs';
import type { Category } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import type { OwnProduct } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { signIn } from './support/shoppers.ts';

// The product that is taken down, and a decision that came second.
test.use({ expectedErrors: [/status of 40[49]/] });

const PICTURE = 'catalog/pictures/products/aba-cast-aluminium-pot-10l-front.webp';

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** A live product with a picture. */
const addProduct = async (page: Page, desk: Desk, title: string): Promise<OwnProduct> => {
  const [category] = await desk.call<Category[]>('GET', '/merchant/categories/');
  const sub_item_id = category?.subcategories[0]?.subitems[0]?.id;
  const body = { title, handle: crypto.randomUUID(), sub_item_id, price: 12_500, weight_grams: 3400, stock: 4 };
  const product = await desk.call<OwnProduct>('POST', '/merchant/products/', body);
  const response = await page.request.post(`/backend/merchant/products/${product.id}/pictures/`, {
    headers: { origin: process.env.SHOP_ORIGIN ?? '', 'x-desk-store': String(desk.merchantId) },
    multipart: { image: { name: 'pot.webp', mimeType: 'image/webp', buffer: readFileSync(PICTURE) } },
  });
  return response.json();
};

test('a product is reported, taken down, changed and put back', {
  tag: ['@MODERATION-1', '@MODERATION-3', '@MODERATION-5', '@MODERATION-7', '@MODERATION-8', '@MODERATION-9'],
}, async ({ page, browser }) => {
  const merchant = await browser.newPage();
  const store = await openDesk(merchant, 'new');
  const title = `Cast pot ${crypto.randomUUID().slice(0, 8)}`;
  const { id } = await addProduct(merchant, store, title);
  const address = `/product/details/${id}`;

  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await openPage(page, address);
  await page.getByRole('button', { name: 'Report this product' }).click();
  const report = await expectOnScreen(page.getByRole('dialog', { name: 'Report this product' }));
  await report.getByRole('radio', { name: 'Something else' }).check();
  await report.getByRole('button', { name: 'Send Report' }).click();
  await expect(report.getByLabel('Tell us more')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, ['[role=dialog]']);
  await report.getByLabel('Tell us more').fill('It leaks.');
  await report.getByRole('button', { name: 'Send Report' }).click();
  await expect(page.getByText('Thank you. We will look at this product.')).toBeVisible();
  await expect(report).toBeHidden();

  const operator = await browser.newPage();
  const desk = await openDesk(operator, 'operators', 'catalogue');
  await operator.goto(`${desk.path}/catalogue/moderation`);
  await expect(operator.getByRole('table', { name: 'Products to moderate' })).toContainText(title);
  await expectAccessible(operator);
  await expectNoHorizontalOverflow(operator);
  await operator.getByRole('link', { name: title }).click();
  await expect(operator.getByRole('region', { name: 'Open reports' })).toContainText('It leaks.');
  await expectAccessible(operator);
  await expectNoHorizontalOverflow(operator);
  // The merchant changes it while the operator decides.
  await operator.getByRole('button', { name: 'Take it down…' }).click();
  const takeDown = await expectOnScreen(operator.getByRole('alertdialog', { name: `Take down “${title}”?` }));
  await takeDown.getByRole('button', { name: 'Take it down' }).click();
  await expect(takeDown.getByLabel(/^Reason/)).toHaveAttribute('aria-invalid', 'true');
  await takeDown.getByLabel(/^Reason/).fill('A pot that leaks cannot be sold.');
  const own = await store.call<OwnProduct>('GET', `/merchant/products/${id}/`);
  await store.call('PATCH', `/merchant/products/${id}/`, { version: own.version, brand: 'Aba' });
  await takeDown.getByRole('button', { name: 'Take it down' }).click();
  await expect(operator.getByText('The merchant has changed the product. Look at it again.')).toBeVisible();
  await operator.getByRole('button', { name: 'Take it down…' }).click();
  await takeDown.getByLabel(/^Reason/).fill('A pot that leaks cannot be sold.');
  await takeDown.getByRole('button', { name: 'Take it down' }).click();
  await expect(operator.getByRole('heading', { level: 1 })).toContainText('Taken down');
  await expect(operator.getByRole('region', { name: 'Open reports' })).toContainText('Nobody reports it now.');
  await expect(async () => expect((await page.request.get(address)).status()).toBe(404)).toPass();

  await merchant.goto(`${store.path}/products/${id}`);
  await expect(merchant.getByRole('main')).toContainText('A pot that leaks cannot be sold.');
  await expectAccessible(merchant, ['main']);
  await expectNoHorizontalOverflow(merchant);
  await merchant.getByLabel('Description').fill('Tested with water: it does not leak.');
  await merchant.getByRole('button', { name: 'Save', exact: true }).click();
  await merchant.getByRole('button', { name: 'Ask for a review' }).click();
  await expect(merchant.getByText(/^You asked for a review/)).toBeVisible();

  await operator.goto(`${desk.path}/catalogue/moderation`);
  await expect(operator.getByRole('row', { name: title })).toContainText('asks for a review');
  await operator.getByRole('link', { name: title }).click();
  await expect(operator.getByRole('button', { name: 'Keep it down…' })).toBeVisible();
  await operator.getByRole('button', { name: 'Put it back…' }).click();
  const putBack = await expectOnScreen(operator.getByRole('alertdialog', { name: `Put “${title}” back?` }));
  await putBack.getByRole('button', { name: 'Put it back' }).click();
  await expect(operator.getByRole('heading', { level: 1 })).toContainText('Live');
  await expect(async () => expect((await page.request.get(address)).status()).toBe(200)).toPass();
  await merchant.close();
  await operator.close();
});

test('a product that a store has twice is merged, and its address leads to the other one', {
  tag: ['@MODERATION-11', '@MODERATION-12', '@MODERATION-14'],
}, async ({ page, browser }) => {
  const merchant = await browser.newPage();
  const store = await openDesk(merchant, 'new');
  const title = `Cast pot ${crypto.randomUUID().slice(0, 8)}`;
  const kept = await addProduct(merchant, store, title);
  const copy = await addProduct(merchant, store, title.toUpperCase());
  await merchant.close();

  const desk = await openDesk(page, 'operators', 'catalogue');
  await page.goto(`${desk.path}/catalogue/duplicates`);
  const group = page.getByRole('region', { name: title });
  await expect(group).toContainText('2 products');
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await group.getByRole('button', { name: `Merge number ${copy.id}…` }).click();
  const dialog = await expectOnScreen(page.getByRole('alertdialog', { name: /^Merge number/ }));
  await expect(dialog.getByRole('heading')).toContainText(`into number ${kept.id}`);
  await expect(dialog.getByText('Add it: 4 + 4 = 8')).toBeVisible();
  await expectAccessible(page, ['[role=alertdialog]']);
  await dialog.getByLabel('Why').fill('Imported twice.');
  await dialog.getByRole('button', { name: 'Merge them' }).click();
  await expect(page.getByText(`Number ${copy.id} is merged`)).toBeVisible();
  await expect(group).toHaveCount(0);
  await openPage(page, `/product/details/${copy.id}`);
  await expect(page).toHaveURL(`/product/details/${kept.id}`);
  const moved = await page.request.get(`/product/details/${copy.id}`, { maxRedirects: 0 });
  expect(moved.status()).toBe(308);
});

test('who may only read the catalogue sees what waits, and decides nothing', {
  tag: ['@STAFF-2'],
}, async ({ page }) => {
  const desk = await openDesk(page, 'operators', 'support');
  await page.goto(`${desk.path}/catalogue/moderation/1`);
  await expect(page.getByText('The catalogue role and owners decide.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take it down…' })).toHaveCount(0);
});
