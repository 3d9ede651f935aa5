import { accountMenu, combobox, detailValue, PROFILE_EDIT_URL, PROFILE_URL } from './page-objects/account.ts';
import { CHECKOUT_URL, waitForTotals } from './page-objects/checkout.ts';
import { accountButton, MEGA_MENUS, openDropdown, openMenu } from './page-objects/layout.ts';
import { INBOX_URL, messageRows, messageUrl, replyAsMerchant, replyField } from './page-objects/messages.ts';
import { PRODUCT_LIST_URL } from './page-objects/product-list.ts';
import { cards, FOLLOWED_SELLERS_URL, RECENTLY_VIEWED_URL, SAVED_ITEMS_URL } from './page-objects/saved.ts';
import { fetchSoldProduct, saveProducts, sendQuestion } from './support/api.ts';
import { expectAccessible, expectAllOnScreen, expectNoHorizontalOverflow } from './support/assertions.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { createBuyerWithOrder } from './support/orders.ts';
import { addWalletCredit, fetchEmail, signIn } from './support/shoppers.ts';

/** Checks at 1280 px, with content, the pages whose journeys run only at phone width. */

test.use({ viewport: { width: 1280, height: 800 } });

const main = (page: Page) => page.getByRole('main');
const checkPage = async (page: Page): Promise<void> => {
  await expectNoHorizontalOverflow(page);
  await expectAccessible(page);
};

test('the five category menus open on the screen at 1024 and 1280 px, and every link in them can be clicked', async ({
  page,
}) => {
  for (const path of ['/', '/product/list/1?section=productCategory&categoryId=1&page=1']) {
    await openPage(page, path);
    for (const width of [1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAllOnScreen(page.getByRole('navigation', { name: 'Categories' }).getByRole('button'));
      for (const name of MEGA_MENUS) {
        const menu = await openMenu(page, name);
        await expect(menu.getByRole('link').first()).toBeVisible();
        await expectAllOnScreen(menu.getByRole('link'));
      }
    }
  }
});

test('a list has four columns at 1280 and 1600 px, and five at 1920 px', { tag: ['@LIST-76'] }, async ({ page }) => {
  await openPage(page, PRODUCT_LIST_URL);
  for (const [width, columns] of [
    [1280, 4],
    [1600, 4],
    [1920, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 1000 });
    const countColumns = async () => {
      const tops = await main(page)
        .getByRole('article')
        .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
      return tops.filter((top) => top === tops[0]).length;
    };
    await expect.poll(countColumns, { message: `${width} px` }).toBe(columns);
    await expectNoHorizontalOverflow(page);
  }
});

test('account pages at 1280 px', async ({ page }) => {
  const { token, product, id } = await createBuyerWithOrder(page);
  const soldProduct = await fetchSoldProduct(page);
  const headers = { authorization: `Token ${token}` };
  await saveProducts(page, token, [product.id]);
  expect((await page.request.put(`/backend/api/followed-sellers/${soldProduct.merchantId}/`, { headers })).ok()).toBe(
    true,
  );
  await addWalletCredit(await fetchEmail(page, token), 1_245_050);
  const message = await sendQuestion(page, token, soldProduct.id, 'Which size?', 'I like room.');
  const viewRecorded = page.waitForResponse('**/backend/api/recently-viewed/');
  await openPage(page, `/product/details/${product.id}`);
  await viewRecorded;
  await openDropdown(page, accountButton(page));
  for (const [path, content] of [
    [PROFILE_URL, detailValue(page, 'First Name')],
    [PROFILE_EDIT_URL, combobox(page, 'Country')],
    ['/wallet', main(page).getByRole('table', { name: 'Entries' })],
    ['/order', main(page).getByRole('article', { name: `Order ${id}` })],
    [`/order/details/${id}`, main(page).getByRole('region', { name: 'Ordered products' })],
    [SAVED_ITEMS_URL, cards(page).first()],
    [FOLLOWED_SELLERS_URL, cards(page).first()],
    [RECENTLY_VIEWED_URL, cards(page).first()],
    [INBOX_URL, messageRows(page).first()],
    [messageUrl(message), replyField(page)],
    ['/contact', main(page).getByRole('button', { name: 'Send Message' })],
  ] as const)
    await test.step(path, async () => {
      // Links instead of documents: axe stays loaded.
      await page.locator(`a[href="${path}"]`).filter({ visible: true }).first().click();
      await expect(page).toHaveURL(path);
      await expect(content).toBeVisible();
      await checkPage(page);
    });
});

test('the current entry of the account menu begins where the page begins at 390 and 768 px; with reduced motion its icon has no transition, which would leave it in the color of its first frame', async ({
  page,
}) => {
  await signIn(page);
  const heading = page.getByRole('heading', { level: 1, name: 'My Order' });
  const current = accountMenu(page).locator('[aria-current=page]');
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 844 });
    await openPage(page, '/order');
    await expect(heading).toBeVisible();
    const findDistance = async () =>
      ((await current.boundingBox())?.x ?? Number.NaN) - ((await heading.boundingBox())?.x ?? Number.NaN);
    await expect.poll(findDistance, { message: `${width} px` }).toBe(0);
  }
  await expect(current.locator('svg')).toHaveCSS('transition-duration', '0s');
});

test('the number of unread messages does not cover the arrow of the Account menu', async ({ page }) => {
  const token = await signIn(page);
  const { id, merchantId } = await fetchSoldProduct(page);
  replyAsMerchant(merchantId, await sendQuestion(page, token, id, 'Which size?', 'I like room.'), 'Large.');
  await openPage(page, '/about');
  const badge = accountButton(page).getByText('1', { exact: true });
  await expect(badge).toBeVisible();
  const badgeBox = await badge.boundingBox();
  const arrowBox = await accountButton(page).locator('svg').last().boundingBox();
  expect((badgeBox?.x ?? 0) + (badgeBox?.width ?? 0)).toBeLessThan(arrowBox?.x ?? 0);
});

test('checkout and payment pages at 1280 px', async ({ page }) => {
  await createBuyerWithOrder(page);
  await openPage(page, CHECKOUT_URL);
  await waitForTotals(page);
  await checkPage(page);
  await main(page).getByRole('button', { name: 'Change', exact: true }).click();
  await expect(main(page).getByRole('radio').first()).toBeVisible();
  await expectNoHorizontalOverflow(page);
  await main(page).getByRole('button', { name: 'Add New Address', exact: true }).click();
  await expect(page.getByRole('form', { name: 'Delivery details' })).toBeVisible();
  await checkPage(page);
  for (const [path, title] of [
    ['/product/shopping/checkout/payment', 'Payment'],
    ['/payment/success', 'Congratulations!'],
    ['/payment/failure?error=Declined', 'Payment Failure'],
  ] as const)
    await test.step(path, async () => {
      await openPage(page, path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await checkPage(page);
    });
});
