import { LIST, productLinks } from './places.ts';
import { alive, expect, test, visit } from './shop-test.ts';

test('the chosen country changes the converted prices, at once and after a reload', async ({ page }) => {
  await visit(page, LIST);
  const card = page.getByRole('main').getByRole('article').first();
  await expect(card).toContainText('$');
  const title = await productLinks(page).first().textContent();

  await page.getByRole('button', { name: /^Country and currency/ }).click();
  await page.getByRole('button', { name: 'Change' }).click();
  await page
    .getByRole('list', { name: 'Countries' })
    .getByRole('button', { name: /^United Kingdom/ })
    .click();
  await expect(card).toContainText('£');
  await expect(card).not.toContainText('$');
  await expect(productLinks(page).first()).toHaveText(title ?? '');
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('country') ?? '{}').code)).toBe('GB');

  await page.reload();
  // The server's page has them already, before any script has run.
  await expect(card).toContainText('£');
  await alive(page);
  await expect(card).toContainText('£');
  await expect(page.getByRole('button', { name: /^Country and currency/ })).toContainText('United Kingdom');
});
