import type { PayoutPage } from '@sokuwa/contract/payouts/payouts.schemas.ts';
import { addToCartButton, clickInAddedDialog } from './page-objects/cart.ts';
import { button, CHECKOUT_URL, fillAddress, payButton, waitForTotals } from './page-objects/checkout.ts';
import { sendQuestion } from './support/api.ts';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { chromiumWithPictures } from './support/chromium.ts';
import { fastForwardUntilVisible } from './support/clock.ts';
import { openDesk } from './support/desk.ts';
import { expect, openPage, test } from './support/fixtures.ts';
import { payOut } from './support/payouts.ts';
import { releaseSales, signIn } from './support/shoppers.ts';

/** From the application to the first payout: all that a new merchant does in the desk. */

// Calls of the desk before the store exists.
test.use({ launchOptions: chromiumWithPictures, expectedErrors: [/status of 40[14]/] });

const PICTURES = ['front', 'angle'].map((view) => `catalog/pictures/products/aba-cast-aluminium-pot-10l-${view}.webp`);

test('somebody applies, is approved, adds a product that is found and bought, ships it from a phone, answers, and is paid', {
  tag: ['@JOIN-1', '@JOIN-10', '@JOIN-13', '@MERCHANT-70', '@PAYOUT-2'],
}, async ({ page, browser }) => {
  const word = `Kwali${crypto.randomUUID().slice(0, 8)}`;
  const name = `${word} Pots`;
  const title = `${word} cast pot`;
  const buyer = await browser.newPage();
  await buyer.clock.install();
  const operator = await browser.newPage();

  const merchantId = await test.step('she applies', async () => {
    await openDesk(page, 'nobody');
    await page.goto('/desk/join');
    await page.getByLabel('Name of the store').fill(name);
    await page.getByLabel('Place').fill('Kwali, Nigeria');
    await page.getByLabel('Phone').fill('0806 555 0177');
    await page.getByRole('button', { name: /^Continue/ }).click();
    await page.getByText('Home & Kitchen').click();
    await page.getByLabel('In a sentence').fill('Pots for the fire, cast in Aba.');
    await page.getByLabel('About how many products?').selectOption('Up to 20');
    await page.getByRole('button', { name: /^Continue/ }).click();
    await page.getByRole('combobox', { name: 'Bank' }).selectOption('Zenith Bank');
    await page.getByLabel('Account number').fill('0000000000');
    await page.getByRole('button', { name: /^Ask the bank/ }).click();
    await page.getByRole('button', { name: /continue/ }).click();
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: /^Accept/ }).click();
    await page.getByRole('button', { name: /^Send/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sent: thank you' })).toBeVisible();
    return Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0]);
  });

  await test.step('an operator reads the application and approves it', async () => {
    const market = await openDesk(operator, 'operators');
    await operator.goto(market.path);
    await operator.getByRole('link', { name: /application|applied/i }).click();
    await operator.getByRole('link', { name }).click();
    await operator.getByRole('radio', { name: /^Approve/ }).check();
    await operator.getByRole('button', { name: 'Approve the store' }).click();
    await expect(operator.getByRole('heading', { level: 1 })).toContainText('Active');
  });

  await test.step('she adds a product with two pictures', async () => {
    await page.reload();
    await page.getByRole('link', { name: /^Add your first product/ }).click();
    await page.locator('input[type=file]').setInputFiles(PICTURES);
    await page.getByLabel('Name', { exact: true }).fill(title);
    await page.getByLabel('Description').fill('For ten litres of soup, with a lid that fits.');
    await page.getByLabel('Category').selectOption({ label: 'Enamel Pots' });
    await page.getByRole('textbox', { name: 'Price' }).fill('24,000');
    await page.getByLabel('Weight, packed').fill('3.4');
    await page.getByLabel('Stock', { exact: true }).fill('4');
    await page.getByRole('button', { name: 'Put in the shop' }).click();
    await expect(page.getByText('Saved, and in the shop')).toBeVisible();
  });
  const productId = Number(/\d+$/.exec(page.url())?.[0]);

  const orderId = await test.step('a shopper finds it, and buys it', async () => {
    const token = await signIn(buyer);
    await expect(async () => {
      await openPage(buyer, `/product/list?search=${word}&page=1`);
      await buyer.getByRole('main').getByRole('link', { name: title }).first().click({ timeout: 2000 });
    }).toPass();
    await expect(buyer.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await addToCartButton(buyer).click();
    await clickInAddedDialog(buyer, 'Proceed To Cart');
    await button(buyer, 'Checkout').click();
    await expect(buyer).toHaveURL(CHECKOUT_URL);
    await fillAddress(buyer);
    await button(buyer, 'Save Address').click();
    await waitForTotals(buyer);
    await payButton(buyer).click();
    await fastForwardUntilVisible(buyer, buyer.getByRole('button', { name: 'Approve payment', exact: true }));
    await buyer.getByRole('button', { name: 'Approve payment', exact: true }).click();
    await expect(buyer).toHaveURL('/payment/success');
    await buyer.getByRole('link', { name: 'View your order', exact: true }).click();
    await expect(buyer).toHaveURL(/\/order\/details\//);
    await sendQuestion(buyer, token, productId, 'The lid', 'Is the lid of the same metal?');
    return new URL(buyer.url()).pathname.replace('/order/details/', '');
  });

  await test.step('she ships it', async () => {
    await page.goto(`/desk/store/${merchantId}`);
    await page
      .getByRole('main')
      .getByRole('link', { name: /To ship/ })
      .click();
    await page
      .getByRole('row', { name: new RegExp(orderId) })
      .getByRole('link')
      .first()
      .click();
    const number = page.getByLabel('Tracking number');
    await expect(number).toBeVisible();
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page);
    await number.fill('GIG204');
    await (await expectOnScreen(page.getByRole('button', { name: /^Ship parcel/ }))).click();
    await expect(page.getByText('Shipped. The buyer gets a mail.')).toBeVisible();
    await openPage(buyer, `/order/details/${orderId}`);
    await expect(buyer.getByRole('region', { name: 'Parcels' })).toContainText('GIG204');
    await page.getByRole('button', { name: /^It has arrived/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Delivered');
  });

  await test.step('she answers the question', async () => {
    await page.goto(`/desk/store/${merchantId}/messages`);
    await page.getByRole('region', { name: 'Messages' }).getByRole('link').filter({ hasText: 'same metal' }).click();
    const conversation = page.getByRole('group', { name: 'Conversation' });
    await conversation.getByRole('textbox').fill('Yes, it is cast with the pot.');
    await conversation.getByRole('button', { name: /^Send/ }).click();
    await expect(conversation).toContainText('Yes, it is cast with the pot.');
    await openPage(buyer, '/inbox');
    await expect(buyer.getByRole('main')).toContainText('Yes, it is cast with the pot.');
  });

  await test.step('when nothing can be returned any more, she is paid, and sees it', async () => {
    await releaseSales(orderId);
    const headers = { 'x-desk-store': String(merchantId) };
    const readPayout = async () => {
      const response = await page.request.get('/backend/merchant/payouts/', { headers });
      return ((await response.json()) as PayoutPage).results[0];
    };
    await payOut(async () => [await readPayout()]);
    await page.goto(`/desk/store/${merchantId}/payouts`);
    const row = page.getByRole('row').filter({ hasText: 'Paid' }).first();
    await row.getByRole('link').click();
    await expect(page).toHaveURL(/\/payouts\/[^/]+$/);
    await expect(page.getByRole('heading', { level: 1, name: /^Payout of / })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(orderId);
    await expectAccessible(page);
    await expectNoHorizontalOverflow(page);
  });
  await buyer.close();
  await operator.close();
});
