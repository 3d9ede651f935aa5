import { readFileSync } from 'node:fs';
import type { OwnProduct } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { chromiumWithPictures } from './support/chromium.ts';
import { openDesk } from './support/desk.ts';
import { expect, type Page, test } from './support/fixtures.ts';

// The second of two changes, an incomplete draft, and a product of another store.
test.use({ launchOptions: chromiumWithPictures, expectedErrors: [/status of 40[049]/] });

const PICTURES = ['front', 'angle'].map((view) => `catalog/pictures/products/aba-cast-aluminium-pot-10l-${view}.webp`);

const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });

const readOwn = (desk: Awaited<ReturnType<typeof openDesk>>, id: string) =>
  desk.call<OwnProduct>('GET', `/merchant/products/${id}/`);

test('a merchant adds a product with two pictures, and it is in the shop', {
  tag: ['@MERCHANT-70'],
}, async ({ page }) => {
  const desk = await openDesk(page, 'new');
  await page.goto(`${desk.path}/products`);
  await expect(page.getByRole('heading', { name: 'No products yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Add your first product' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Cast pot of ten litres');
  await page.getByLabel('Price', { exact: true }).fill('twelve');
  await bar(page).getByRole('button', { name: 'Put in the shop' }).click();
  await expect(page.getByText('Figures only, such as 5,200')).toBeVisible();
  await page.getByLabel('Price', { exact: true }).fill('12,500');
  await page.reload();
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('12,500');
  await bar(page).getByRole('button', { name: 'Put in the shop' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Weight, packed')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);

  await page.locator('input[type=file]').setInputFiles(PICTURES);
  await page.getByLabel('What picture 1 shows').fill('A pot with a lid');
  await page.getByLabel('Category').selectOption({ index: 3 });
  await page.getByLabel('Weight, packed').fill('3.4');
  await page.getByLabel('Stock', { exact: true }).fill('7');
  await page.getByLabel('Where it comes from').fill('Aba, Nigeria');
  const showPreview = page.getByRole('button', { name: 'As the shopper sees it' });
  if (await showPreview.isVisible()) await showPreview.click();
  const preview = page.getByRole('region', { name: 'As the shopper sees it' });
  await expect(preview).toContainText('Cast pot of ten litres');
  await expect(preview).toContainText('₦12,500');
  await expectAccessible(page);
  await bar(page).getByRole('button', { name: 'Put in the shop' }).click();
  await expect(page.getByText('Saved, and in the shop')).toBeVisible();
  await expect(page).toHaveURL(/products\/\d+$/);
  await expect(bar(page)).toHaveCount(0);

  const id = /\d+$/.exec(page.url())?.[0] ?? '';
  const saved = await readOwn(desk, id);
  expect(saved).toMatchObject({ state: 'live', price: 12_500, stock: 7, weight_grams: 3400 });
  expect(saved.pictures.map(({ alt }) => alt)[0]).toBe('A pot with a lid');
  expect(saved.pictures).toHaveLength(2);
  await page.goto(`/product/details/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Cast pot of ten litres');
});

/** The desk of a new merchant with a product that is in the shop. */
const openDeskWithProduct = async (page: Page) => {
  const desk = await openDesk(page, 'new');
  const [category] = await (await page.request.get('/backend/api/category/')).json();
  const { id } = await desk.call<OwnProduct>('POST', '/merchant/products/', {
    title: 'Cast pot',
    description: 'Of aluminium.',
    sub_item_id: category.subcategories[0].subitems[0].id,
    price: 9000,
    weight_grams: 3000,
    stock: 5,
  });
  const picture = { name: 'pot.webp', mimeType: 'image/webp', buffer: readFileSync(PICTURES[0] ?? '') };
  const added = await page.request.post(`/backend/merchant/products/${id}/pictures/`, {
    headers: { origin: process.env.SHOP_ORIGIN ?? '', 'x-desk-store': String(desk.merchantId) },
    multipart: { image: picture },
  });
  expect(added.ok(), await added.text()).toBe(true);
  return { desk, id: String(id) };
};

test('price, stock and state are changed in the list, and a pause is undone', {
  tag: ['@MERCHANT-72', '@MERCHANT-75'],
}, async ({ page }) => {
  const { desk, id } = await openDeskWithProduct(page);
  await page.goto(`${desk.path}/products`);
  const row = page.getByRole('row', { name: /Cast pot/ });
  await expectNoHorizontalOverflow(page);
  await page.getByLabel('Price of Cast pot, ₦').fill('nine');
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await expect(row.locator('.text-danger')).toBeVisible();
  await page.getByLabel('Price of Cast pot, ₦').clear();
  await page.getByLabel('Price of Cast pot, ₦').pressSequentially('9,400');
  await page.getByLabel('Stock of Cast pot').fill('12');
  await expectOnScreen(bar(page).getByRole('button', { name: 'Save' }));
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 product changed', { exact: true }).first()).toBeVisible();
  expect(await readOwn(desk, id)).toMatchObject({ price: 9400, stock: 12 });

  await row.getByRole('checkbox').check();
  const chosen = page.getByRole('region', { name: 'Chosen products' });
  await (await expectOnScreen(chosen.getByRole('button', { name: 'Edit price and stock' }))).click();
  const dialog = await expectOnScreen(page.getByRole('dialog', { name: 'Change 1 product' }));
  const fillIn = await expectOnScreen(dialog.getByRole('button', { name: 'Fill in' }));
  await fillIn.click();
  await expect(dialog.getByText('Choose what changes.')).toBeVisible();
  await dialog.getByLabel('Price').selectOption('Raise by');
  await dialog.getByLabel('Percent').fill('five');
  await dialog.getByLabel('Stock').selectOption('Add');
  await dialog.getByLabel('Pieces').fill('8');
  await fillIn.click();
  await expect(dialog.getByText('Such as 5 or 12.5, at most 500.')).toBeVisible();
  await expectAccessible(page, ['[role=dialog]']);
  await dialog.getByLabel('Percent').fill('50');
  await fillIn.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel('Price of Cast pot, ₦')).toHaveValue('14,100');
  await expect(page.getByLabel('Stock of Cast pot')).toHaveValue('20');
  const again = await expectOnScreen(bar(page).getByRole('button', { name: 'Edit price and stock' }));
  await expect(again).toBeFocused();
  await again.click();
  await dialog.getByLabel('Price').selectOption('Raise by');
  await dialog.getByLabel('Percent').fill('5');
  await fillIn.click();
  await expect(page.getByLabel('Price of Cast pot, ₦')).toHaveValue('9,870');
  await (await expectOnScreen(page.getByRole('button', { name: 'Undo' }))).click();
  await expect(page.getByLabel('Price of Cast pot, ₦')).toHaveValue('14,100');
  await page.getByLabel('Price of Cast pot, ₦').fill('9,870');
  await expect(page.getByLabel('Stock of Cast pot')).toHaveValue('20');
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await expect(bar(page)).toHaveCount(0);
  expect(await readOwn(desk, id)).toMatchObject({ price: 9870, stock: 20 });

  await (await expectOnScreen(chosen.getByRole('button', { name: 'Pause' }))).click();
  await expect(row).toContainText('Paused');
  await (await expectOnScreen(page.getByRole('button', { name: 'Undo' }))).click();
  await expect(row).toContainText('Live');
  expect(await readOwn(desk, id)).toMatchObject({ state: 'live' });
  await page.goto(`${desk.path}/products?search=nothing+like+it`);
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(row).toBeVisible();
});

test('of two who change a product, the second sees both values, and what is typed is not lost', {
  tag: ['@MERCHANT-70'],
}, async ({ page }) => {
  const { desk, id } = await openDeskWithProduct(page);
  await page.goto(`${desk.path}/products/${id}`);
  await page.getByLabel('Price', { exact: true }).fill('9,900');
  await page.getByLabel('Weight, packed').fill('3.1');
  const { version } = await readOwn(desk, id);
  await desk.call('PATCH', `/merchant/products/${id}/`, { version, price: 8000, brand: 'Aba Foundry' });
  await bar(page).getByRole('button', { name: 'Save' }).click();
  const conflict = await expectOnScreen(page.getByRole('dialog', { name: 'Somebody else has saved this product' }));
  await expect(conflict).toContainText('Theirs: 8,000');
  await expect(conflict).not.toContainText('Aba Foundry');
  await expectAccessible(page, ['[role=dialog]']);
  await expectOnScreen(conflict.getByRole('button', { name: 'Use these' }));
  await conflict.getByRole('button', { name: 'Use these' }).click();
  await expect(page.getByLabel('Brand')).toHaveValue('Aba Foundry');

  await page.getByRole('link', { name: 'Products' }).first().click();
  const question = await expectOnScreen(page.getByRole('alertdialog', { name: 'Leave without saving?' }));
  await question.getByRole('button', { name: 'Stay here' }).click();
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await expect(bar(page)).toHaveCount(0);
  expect(await readOwn(desk, id)).toMatchObject({ price: 9900, weight_grams: 3100, brand: 'Aba Foundry' });
  await page.goto(`${desk.path}/products/1`);
  await expect(page.getByRole('heading', { name: 'Your store has no such product' })).toBeVisible();
});
