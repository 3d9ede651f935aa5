import { readFile } from 'node:fs/promises';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { openDesk } from './support/desk.ts';
import { expect, navigate, test } from './support/fixtures.ts';

// A file that is not CSV.
test.use({ expectedErrors: [/status of 40[04]/] });

const csvFile = (text: string) => ({ name: 'goods.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a merchant imports a product file, chooses its columns and reads the report', {
  tag: ['@MERCHANT-80', '@MERCHANT-81', '@MERCHANT-83'],
}, async ({ page }) => {
  const desk = await openDesk(page, 'new');
  await page.goto(`${desk.path}/products`);
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page.getByText('No import yet')).toBeVisible();
  await expectNoHorizontalOverflow(page);

  const file = page.locator('input[type=file]');
  await file.setInputFiles(csvFile('Name,Cost\n"Yam,5\n'));
  await expect(page.getByRole('alert')).toContainText('A quotation mark is opened on line 2');
  await file.setInputFiles(csvFile('Name,Cost,Pieces,Note\nYam,1200.50,3,fresh\nRice,a lot,2,\n'));
  await expect(page.getByRole('heading', { name: 'goods.csv' })).toBeVisible();
  await expect(page.getByLabel('Name is')).toHaveValue('title');
  await expect(page.getByLabel('Note is')).toHaveValue('');
  await page.getByLabel('Cost is').selectOption('Title');
  await expect(page.getByText('Another column is this already.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 products' }).click();
  await expect(page.getByRole('alert')).toContainText('Choose each field once.');
  await page.getByLabel('Cost is').selectOption('Price in naira');
  await expect(page.getByRole('region', { name: 'The first products' })).toContainText('Price in naira: 1200.50');
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await page.getByRole('button', { name: 'Import 2 products' }).click();

  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toContainText('1 of 2 lines were refused');
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  const download = page.waitForEvent('download');
  await result.getByRole('button', { name: 'Download the report' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(
    /\n3,no,Cost,"Cost: Write an amount .*",Rice,a lot,2,\n$/,
  );
  await result.getByRole('link', { name: 'See the drafts' }).click();
  await expect(page.getByRole('row', { name: /Yam/ })).toBeVisible();
  await navigate(page, `${desk.path}/products/import`);
  await expect(page.getByRole('row', { name: /goods.csv/ })).toContainText('1 added, 1 refused');
  await navigate(page, `${desk.path}/products/import/999999999`);
  await expect(page.getByText('Your store has no such import')).toBeVisible();
});

test('a running import is followed and cancelled', { tag: ['@MERCHANT-82'] }, async ({ page }) => {
  const desk = await openDesk(page, 'new');
  const running = {
    ...{ id: 5, state: 'running', file_name: 'goods.csv', lines: 5000, done: 1200, created: 1100, changed: 90 },
    ...{ unchanged: 0, refused_lines: 10, remarks: 0, created_at: '2026-11-28T10:00:00Z' },
    finished_at: null as string | null,
    ...{ header: ['title'], columns: { title: 0 }, first_lines: [] },
  };
  let current = running;
  await page.route('**/merchant/product-imports/5/', (route) => route.fulfill({ json: current }));
  await page.route('**/merchant/product-imports/5/cancel/', (route) => {
    current = { ...running, state: 'cancelled', finished_at: '2026-11-28T10:05:00Z' };
    return route.fulfill({ json: current });
  });
  await page.goto(`${desk.path}/products/import/5`);
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '1200');
  await expect(page.getByRole('status').filter({ hasText: '1,200 of 5,000 products' })).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await page.getByRole('button', { name: 'Cancel the import' }).click();
  const dialog = await expectOnScreen(page.getByRole('alertdialog', { name: 'Cancel this import?' }));
  await dialog.getByRole('button', { name: 'Cancel the import' }).click();
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('Cancelled after 1,200 of 5,000 products');
});
