import { detail, expectFits, field, PROFILE, PROFILE_EDIT } from './account-places.ts';
import { buyerWithOrder, CHECKOUT, emailOf, untilPriced } from './checkout-places.ts';
import { ask, detailsOf, INBOX, replyField, rows, someGoods } from './message-places.ts';
import { expectAllOnScreen } from './on-screen.ts';
import { cards, FOLLOWED, SAVED, saveFor, VIEWED } from './saved-places.ts';
import { MEGA_MENUS, openMenu } from './shell-places.ts';
import { expect, expectAccessible, type Page, test, visit } from './shop-test.ts';
import { giveCredit } from './shopper.ts';

/** Pages whose journeys are gone on a phone, as wide screens show them with something on each. */

test.use({ viewport: { width: 1280, height: 800 } });

const main = (page: Page) => page.getByRole('main');
const inspect = async (page: Page): Promise<void> => {
  await expectFits(page);
  await expectAccessible(page);
};

for (const width of [1024, 1280])
  test(`the five category menus open on the screen, and every link in them can be pressed: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/', '/product/list/1?section=productCategory&categoryId=1&page=1']) {
      await visit(page, path);
      for (const name of MEGA_MENUS) {
        const menu = await openMenu(page, name);
        await expect(menu.getByRole('link').first()).toBeVisible();
        await expectAllOnScreen(menu.getByRole('link'));
      }
    }
  });

test('the account, with room', async ({ page }) => {
  const { token, product, id } = await buyerWithOrder(page);
  const goods = await someGoods(page);
  const headers = { authorization: `Token ${token}` };
  await saveFor(page, token, [product.id]);
  expect((await page.request.put(`/backend/api/followed-sellers/${goods.merchant}/`, { headers })).ok()).toBe(true);
  giveCredit(await emailOf(page, token), 1_245_050);
  const message = await ask(page, token, goods.id, 'Which size?', 'I like room.');
  const viewed = page.waitForResponse('**/backend/api/recently-viewed/');
  await visit(page, `/product/details/${product.id}`);
  await viewed;
  for (const [path, something] of [
    [PROFILE, detail(page, 'First Name')],
    [PROFILE_EDIT, field(page, 'Country')],
    ['/wallet', main(page).getByRole('table', { name: 'What moved' })],
    ['/order', main(page).getByRole('article', { name: `Order ${id}` })],
    [`/order/details/${id}`, main(page).getByRole('region', { name: 'Ordered products' })],
    [SAVED, cards(page).first()],
    [FOLLOWED, cards(page).first()],
    [VIEWED, cards(page).first()],
    [INBOX, rows(page).first()],
    [detailsOf(message), replyField(page)],
    ['/contact', main(page).getByRole('button', { name: 'Send Message' })],
  ] as const)
    await test.step(path, async () => {
      await visit(page, path);
      await expect(something).toBeVisible();
      await inspect(page);
    });
});

test('from the checkout to the end of a payment, with room', async ({ page }) => {
  await buyerWithOrder(page);
  await visit(page, CHECKOUT);
  await untilPriced(page);
  await inspect(page);
  await main(page).getByRole('button', { name: 'Change', exact: true }).click();
  await expect(main(page).getByRole('radio').first()).toBeVisible();
  await inspect(page);
  await main(page).getByRole('button', { name: 'Add New Address', exact: true }).click();
  await expect(page.getByRole('form', { name: 'Delivery details' })).toBeVisible();
  await inspect(page);
  for (const [path, title] of [
    ['/product/shopping/checkout/payment', 'Payment'],
    ['/payment/success', 'Congratulations!'],
    ['/payment/failure?error=Declined', 'Payment Failure'],
  ] as const)
    await test.step(path, async () => {
      await visit(page, path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await inspect(page);
    });
});
