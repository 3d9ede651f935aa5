import { waitForAddedDialog } from './page-objects/cart.ts';
import { button, field, fillFields } from './page-objects/forms.ts';
import { expectToast } from './page-objects/overlays.ts';
import { PRODUCT_LIST_URL } from './page-objects/product-list.ts';
import {
  cards,
  clickAndWaitForResponse,
  FOLLOWED_SELLERS_URL,
  followButton,
  RECENTLY_VIEWED_URL,
  SAVED_ITEMS_URL,
  saveButton,
} from './page-objects/saved.ts';
import { fetchProductsInStock, fetchSavedIds, fetchServerCart, saveProducts } from './support/api.ts';
import { expectAccessible, expectNoHorizontalOverflow } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { mockResponse } from './support/network.ts';
import { createShopper, createUnsubscribeToken, fetchEmail, signIn } from './support/shoppers.ts';
import { writeStoredToken } from './support/storage.ts';

/** Saved items, followed sellers, recently viewed products. */

const productUrl = (id: number) => `/product/details/${id}?section=productList&page=1`;
/** Logs in as a new shopper on the login page. @returns the token */
const logInAsNewShopper = async (page: Page): Promise<string> => {
  const { token } = await createShopper();
  await mockResponse(page, '/login/', 200, { token, merchant_token: 'for-replies' });
  await fillFields(page, { Email: 'ada@mail.test', Password: 'palm oil and yam' });
  await button(page, 'Sign In').click();
  return token;
};

test('the heart on a card saves the product, also on the product page', { tag: ['@SAVED-2'] }, async ({ page }) => {
  const token = await signIn(page);
  const [{ id, title } = { id: 0, title: '' }] = await fetchProductsInStock(page, 1);
  await openPage(page, PRODUCT_LIST_URL);
  await expect(saveButton(page, title)).toHaveAttribute('aria-pressed', 'false');
  await clickAndWaitForResponse(page, saveButton(page, title));
  await expect(saveButton(page, title)).toHaveAttribute('aria-pressed', 'true');
  expect(await fetchSavedIds(page, token)).toEqual({ product_ids: [id], merchant_ids: [] });

  await page.getByRole('main').getByRole('link', { name: title }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(saveButton(page, title)).toHaveAttribute('aria-pressed', 'true');
  await expectNoHorizontalOverflow(page);
  await clickAndWaitForResponse(page, saveButton(page, title));
  await expect(saveButton(page, title)).toHaveAttribute('aria-pressed', 'false');
  expect((await fetchSavedIds(page, token)).product_ids).toEqual([]);
});

test('saved items are cards, last saved first, and can be removed or moved to the cart', {
  tag: ['@SAVED-1', '@SAVED-3', '@SAVED-4'],
}, async ({ page }) => {
  const token = await signIn(page);
  const products = await fetchProductsInStock(page, 3);
  const [yam = { id: 0, title: '' }, oil = { id: 0, title: '' }, last = { id: 0, title: '' }] = products;
  await saveProducts(page, token, [yam.id, oil.id, last.id]);
  await openPage(page, SAVED_ITEMS_URL);
  await expect(cards(page)).toHaveCount(3);
  await expect(cards(page).first()).toContainText(last.title);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await clickAndWaitForResponse(page, saveButton(page, last.title));
  await expect(cards(page)).toHaveCount(2);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.getByRole('button', { name: `Move To Cart: ${oil.title}` }).click();
  await waitForAddedDialog(page);
  await expect.poll(() => fetchServerCart(page, token)).toEqual([[oil.id, 1]]);
  await expect.poll(async () => (await fetchSavedIds(page, token)).product_ids).toEqual([yam.id]);
  await page.keyboard.press('Escape');
  await expect(cards(page)).toHaveCount(1);

  await clickAndWaitForResponse(page, saveButton(page, yam.title));
  await expect(page.getByRole('heading', { name: 'You have not saved anything yet.' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'View All Products' }).click();
  await expect(page).toHaveURL(/section=productList/);
});

test('two browsers change the saved items at the same time, and both show the result', { tag: ['@SAVED-7'] }, async ({
  page,
  browser,
}) => {
  const token = await signIn(page);
  const [yam = { id: 0, title: '' }, oil = { id: 0, title: '' }] = await fetchProductsInStock(page, 2);
  const other = await (
    await browser.newContext({ ...(process.env.SHOP_ORIGIN && { baseURL: process.env.SHOP_ORIGIN }) })
  ).newPage();
  await other.goto('/robots.txt');
  await writeStoredToken(other, token);
  await Promise.all([openPage(page, SAVED_ITEMS_URL), openPage(other, productUrl(yam.id))]);
  await expect(page.getByRole('heading', { name: 'You have not saved anything yet.' })).toBeVisible();

  await clickAndWaitForResponse(other, saveButton(other, yam.title));
  // The first tab updates when it gets the focus.
  await page.evaluate(() => {
    dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await expect(cards(page)).toHaveCount(1);
  await expect(saveButton(page, yam.title)).toHaveAttribute('aria-pressed', 'true');

  // At the same time, one tab removes the product and the other saves another.
  await other.goto(productUrl(oil.id));
  await expect(saveButton(other, oil.title)).toHaveAttribute('aria-pressed', 'false');
  await Promise.all([
    clickAndWaitForResponse(page, saveButton(page, yam.title)),
    clickAndWaitForResponse(other, saveButton(other, oil.title)),
  ]);
  expect((await fetchSavedIds(page, token)).product_ids).toEqual([oil.id]);
  await openPage(page, SAVED_ITEMS_URL);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page).first()).toContainText(oil.title);
  await other.context().close();
});

test('a save by a guest opens the login and is stored after it', { tag: ['@SAVED-10'] }, async ({ page }) => {
  const [{ id, title } = { id: 0, title: '' }] = await fetchProductsInStock(page, 1);
  await openPage(page, productUrl(id));
  await saveButton(page, title).click();
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(field(page, 'Email')).toBeVisible();
  const token = await logInAsNewShopper(page);
  await expect(page).toHaveURL(productUrl(id));
  await expect(saveButton(page, title)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => (await fetchSavedIds(page, token)).product_ids).toEqual([id]);
});

test('a seller can be followed on the product and store pages, is counted and listed with new products', {
  tag: ['@SAVED-13', '@SAVED-14'],
}, async ({ page }) => {
  const token = await signIn(page);
  const [{ id } = { id: 0 }] = await fetchProductsInStock(page, 1);
  const { merchant_profile: seller } = await (await page.request.get(`/backend/api/products/${id}/`)).json();
  const addFollower = async (): Promise<number> =>
    (
      await (
        await page.request.put(`/backend/api/followed-sellers/${seller.merchant_id}/`, {
          headers: { authorization: `Token ${(await createShopper()).token}` },
        })
      ).json()
    ).follower_count;
  const countBefore = await addFollower();
  await openPage(page, productUrl(id));
  const button = followButton(page, seller.store_name);
  await expect(button).toHaveText('Follow');
  await clickAndWaitForResponse(page, button);
  await expect(button).toHaveText('Following');
  expect((await fetchSavedIds(page, token)).merchant_ids).toEqual([seller.merchant_id]);

  await page.getByRole('main').getByRole('link', { name: 'View Merchant Store' }).click();
  await expect(followButton(page, seller.store_name)).toHaveText('Following');
  await clickAndWaitForResponse(page, followButton(page, seller.store_name));
  await expect(followButton(page, seller.store_name)).toHaveText('Follow');
  await expect(page.getByRole('list', { name: 'About this store' })).toContainText(/\d+ followers?/);
  await clickAndWaitForResponse(page, followButton(page, seller.store_name));
  // Other journeys may follow the seller at the same time.
  expect(await addFollower()).toBeGreaterThan(countBefore + 1);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);

  await openPage(page, FOLLOWED_SELLERS_URL);
  await expect(page.getByRole('heading', { name: seller.store_name })).toBeVisible();
  await expect(page.getByRole('list', { name: `Newest of ${seller.store_name}` }).getByRole('article')).not.toHaveCount(
    0,
  );
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await clickAndWaitForResponse(page, followButton(page, seller.store_name));
  await expect(page.getByRole('heading', { name: 'You are not following any sellers yet.' })).toBeVisible();
});

test('recently viewed products are listed newest first, until they are cleared', {
  tag: ['@SAVED-16', '@SAVED-17'],
}, async ({ page }) => {
  await signIn(page);
  const [yam = { id: 0, title: '' }, oil = { id: 0, title: '' }] = await fetchProductsInStock(page, 2);
  for (const { id } of [yam, oil]) {
    const recorded = page.waitForResponse('**/backend/api/recently-viewed/');
    await openPage(page, productUrl(id));
    await recorded;
  }
  await openPage(page, RECENTLY_VIEWED_URL);
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).first()).toContainText(oil.title);
  await expectNoHorizontalOverflow(page);
  await page.getByRole('main').getByRole('button', { name: 'Clear' }).click();
  await expectToast(page, 'Recently viewed products cleared');
  await expect(page.getByRole('heading', { name: 'You have not viewed any products yet.' })).toBeVisible();
  await openPage(page, RECENTLY_VIEWED_URL);
  await expect(page.getByRole('heading', { name: 'You have not viewed any products yet.' })).toBeVisible();
});

test('views of a guest are stored in the browser and moved to the account by the login', {
  tag: ['@SAVED-18'],
}, async ({ page }) => {
  const products = await fetchProductsInStock(page, 2);
  const readStoredViews = (): Promise<{ product_id: number }[]> =>
    page.evaluate(() => JSON.parse(localStorage.getItem('recentlyViewed') ?? '[]'));
  for (const { id } of products) {
    await openPage(page, productUrl(id));
    await expect.poll(async () => (await readStoredViews())[0]?.product_id).toBe(id);
  }
  await openPage(page, RECENTLY_VIEWED_URL);
  await expect(page).toHaveURL(/\/login\?next=/);
  await logInAsNewShopper(page);
  await expect(page).toHaveURL(RECENTLY_VIEWED_URL);
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).first()).toContainText(products[1]?.title ?? '');
  expect(await readStoredViews()).toEqual([]);
});

test('the unsubscribe link stops mails about saved items without a login', { tag: ['@SAVED-12'] }, async ({ page }) => {
  const token = await signIn(page);
  await openPage(page, SAVED_ITEMS_URL);
  const mailCheckbox = page.getByRole('checkbox', { name: /^Email me about/ });
  await expect(mailCheckbox).toBeChecked();
  for (const isChecked of [false, true]) {
    const saved = page.waitForResponse(
      (response) => response.url().endsWith('/api/saved-notes/') && response.request().method() === 'PUT',
    );
    await mailCheckbox.click();
    expect((await saved).ok()).toBe(true);
    await expect(mailCheckbox).toBeChecked({ checked: isChecked });
  }
  const link = `/unsubscribe/${await createUnsubscribeToken(await fetchEmail(page, token))}`;
  await writeStoredToken(page, null);
  await openPage(page, link);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await button(page, 'Stop These Emails').click();
  await expect(page.getByRole('heading', { level: 1, name: 'No more emails' })).toBeFocused();
  await writeStoredToken(page, token);
  await openPage(page, SAVED_ITEMS_URL);
  await expect(mailCheckbox).not.toBeChecked();
});
