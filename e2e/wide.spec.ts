import type { Locator } from '@playwright/test';
import { accountMenu, combobox, detailValue, PROFILE_EDIT_URL, PROFILE_URL } from './page-objects/account.ts';
import { CHECKOUT_URL, waitForTotals } from './page-objects/checkout.ts';
import { accountButton, MEGA_MENUS, openMenu } from './page-objects/layout.ts';
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

for (const width of [1024, 1280])
  test(`the five category menus open on the screen, and every link in them can be clicked: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/', '/product/list/1?section=productCategory&categoryId=1&page=1']) {
      await openPage(page, path);
      await expectAllOnScreen(page.getByRole('navigation', { name: 'Categories' }).getByRole('button'));
      for (const name of MEGA_MENUS) {
        const menu = await openMenu(page, name);
        await expect(menu.getByRole('link').first()).toBeVisible();
        await expectAllOnScreen(menu.getByRole('link'));
      }
    }
  });

for (const [width, columns] of [
  [1280, 4],
  [1600, 4],
  [1920, 5],
] as const)
  test(`a list has ${columns} columns at ${width} px`, { tag: ['@LIST-76'] }, async ({ page }) => {
    await page.setViewportSize({ width, height: 1000 });
    await openPage(page, PRODUCT_LIST_URL);
    const tops = await main(page)
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
    expect(tops.filter((top) => top === tops[0])).toHaveLength(columns);
    await expectNoHorizontalOverflow(page);
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
      await openPage(page, path);
      await expect(content).toBeVisible();
      await checkPage(page);
    });
});

for (const width of [390, 768])
  test(`the current entry of the account menu begins where the page begins: ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(page);
    await openPage(page, '/order');
    const findLeft = async (locator: Locator) => (await locator.boundingBox())?.x;
    const heading = page.getByRole('heading', { level: 1, name: 'My Order' });
    await expect(heading).toBeVisible();
    await expect.poll(() => findLeft(accountMenu(page).locator('[aria-current=page]'))).toBe(await findLeft(heading));
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

test('with reduced motion no icon has a transition, which would leave it in the color of its first frame', async ({
  page,
}) => {
  await signIn(page);
  await openPage(page, '/order');
  const icon = page.getByRole('main').locator('[aria-current=page] svg');
  await expect(icon).toHaveCSS('transition-duration', '0s');
});

test('checkout and payment pages at 1280 px', async ({ page }) => {
  await createBuyerWithOrder(page);
  await openPage(page, CHECKOUT_URL);
  await waitForTotals(page);
  await checkPage(page);
  await main(page).getByRole('button', { name: 'Change', exact: true }).click();
  await expect(main(page).getByRole('radio').first()).toBeVisible();
  await checkPage(page);
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
