import { LIST, productLinks } from './places.ts';
import { expect, test } from './shop-test.ts';

test.use({ javaScriptEnabled: false });

test('without JavaScript lists and products can be read', async ({ page }) => {
  await page.goto(LIST);
  await expect(page.getByText(/^We found \d+ items for you!$/)).toBeVisible();
  const card = page.getByRole('main').getByRole('article').first();
  await expect(card).toContainText('₦');
  const title = (await productLinks(page).first().textContent())?.trim() ?? '';
  await productLinks(page).first().click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('₦');
  await expect(page.getByRole('main')).toContainText('Merchant Name');
  await page.goto('/product/shopping/cart');
  // Not by its text: Playwright looks for none in there.
  await expect(page.locator('main noscript p')).toBeVisible();
});
