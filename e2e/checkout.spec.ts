import { CART_URL, clickInAddedDialog } from './page-objects/cart.ts';
import {
  ADDRESSES_API,
  addressForm,
  button,
  CHECKOUT_URL,
  couponField,
  fillAddress,
  orderSummary,
  PAYMENT_API,
  payButton,
  SHIPPING_RATE_API,
  summaryButton,
  totalValue,
  waitForTotals,
} from './page-objects/checkout.ts';
import { expectShortLayout, footer, readPaymentMarks } from './page-objects/layout.ts';
import { expectToast, toast } from './page-objects/overlays.ts';
import { fetchServerCart, saveAddress } from './support/api.ts';
import {
  expectAccessible,
  expectBusyButton,
  expectNoHorizontalOverflow,
  expectOnScreen,
} from './support/assertions.ts';
import { fastForwardUntilVisible, pauseClock, runClockUntil } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { formatNaira } from './support/format.ts';
import { holdRequests } from './support/network.ts';
import { createBuyer, createShopperWithCart } from './support/orders.ts';
import { createCoupon, createShopper, fetchEmail } from './support/shoppers.ts';
import { writeStoredToken } from './support/storage.ts';

/** From the cart to a paid order. */

const providerButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Clicks the button and skips the two seconds until the provider's page. */
const goToProvider = async (page: Page) => {
  await payButton(page).click();
  await fastForwardUntilVisible(page, providerButton(page, 'Approve payment'));
};
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
test('a shopper enters an address, applies a coupon, pays the order and gets a mail', {
  tag: [
    '@SHELL-2',
    '@SESSION-18',
    '@ADDRESS-15',
    '@CHECKOUT-6',
    '@CHECKOUT-8',
    '@CHECKOUT-9',
    '@CHECKOUT-14',
    '@CHECKOUT-15',
    '@CHECKOUT-37',
    '@CHECKOUT-62',
    '@PAYMENT-1',
    '@PAYMENT-7',
    '@PAYMENT-30',
    '@PAYMENT-31',
    '@SANDBOX-1',
  ],
}, async ({ page }) => {
  const { token, product } = await createShopperWithCart(page);
  await openPage(page, CART_URL);
  await button(page, 'Checkout').click();
  await expect(page).toHaveURL(CHECKOUT_URL);

  // Without an address, the form is open.
  await expect(page.getByRole('main').getByText('No default address found.')).toBeVisible();
  await fillAddress(page);
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await button(page, 'Save Address').click();
  await expectToast(page, 'Delivery details saved successfully');
  await expect(page.getByRole('main').getByText('4 Allen Avenue')).toBeVisible();
  await expect(addressForm(page)).toBeHidden();

  await waitForTotals(page);
  await expect(orderSummary(page)).toContainText(product.title);
  await expect(orderSummary(page)).toContainText(`2 × ${formatNaira(product.price)}`);
  await expect(totalValue(page, 'Subtotal')).toHaveText(formatNaira(product.price * 2));
  await expect(totalValue(page, 'Delivery charges')).toHaveText(/^₦[\d,.]+$/);
  await expect(totalValue(page, 'Converted total')).toHaveText(/^US\$[\d,.]+$/);
  await expect(totalValue(page, 'Exchange rate')).toHaveText(/^US\$1 = ₦[\d,.]+Rate of \d{1,2} [A-Z][a-z]{2} \d{4}$/);
  await expect(orderSummary(page)).toContainText(/Estimated delivery: \d+ to \d+ working days/);
  const before = await totalValue(page, 'Total').textContent();

  await couponField(page).fill((await createCoupon()).toLowerCase());
  await button(page, 'Apply').click();
  await expect(page.getByRole('main').getByText('Coupon applied successfully!')).toBeVisible();
  await expect(totalValue(page, /^Discount/)).toHaveText(`−${formatNaira(product.price / 5)}`);
  await expect(totalValue(page, 'Total')).not.toHaveText(before ?? '');
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  const price = (await totalValue(page, 'Total').textContent()) ?? '';

  await payButton(page).click();
  await expectToast(page, 'Order created successfully!');
  await fastForwardUntilVisible(page, providerButton(page, 'Approve payment'));
  await expect(page).toHaveURL(/\/sandbox\/pay\//);
  await expect(page.getByRole('heading', { name: `Pay ${price}`, exact: true })).toBeVisible();
  await providerButton(page, 'Approve payment').click();
  await expect(page).toHaveURL('/payment/success');
  await expect(heading(page, 'Congratulations!')).toBeVisible();
  expect(await fetchServerCart(page, token)).toEqual([]);

  const paidOrder = page.getByRole('region', { name: /^Order / });
  await expect(paidOrder).toContainText(price);
  await expect(paidOrder).toContainText('4 Allen Avenue');
  await expect(paidOrder).toContainText(/Estimated delivery\d+ to \d+ working days/);
  await expect(page.getByRole('link', { name: 'View your order', exact: true })).toBeVisible();
  await openPage(page, '/order');
  const order = page.getByRole('main').getByRole('article');
  await expect(order).toHaveCount(1);
  await expect(order).toContainText('Paid');
  await expect(order).toContainText(product.title);
  await expect(order).toContainText(price);

  const to = await fetchEmail(page, token);
  const mails = async (): Promise<string[]> => {
    const response = await page.request.get(`/sandbox/mailbox.json?to=${encodeURIComponent(to)}`);
    return (await response.json()).map(({ text }: { text: string }) => text);
  };
  await expect.poll(async () => (await mails()).length).toBe(1);
  expect((await mails()).join()).toContain(product.title);
});

test('a declined payment shows an error and keeps the cart; leaving the provider without paying continues with the same order', {
  tag: ['@PAYMENT-18', '@PAYMENT-20', '@PAYMENT-29', '@PAYMENT-35'],
}, async ({ page }) => {
  const { token, product } = await createBuyer(page);
  await openPage(page, CHECKOUT_URL);
  await waitForTotals(page);
  await goToProvider(page);
  const declined = page.url();
  await providerButton(page, 'Decline payment').click();
  await expect(page).toHaveURL(/\/payment\/failure\?error=/);
  await expect(heading(page, 'Payment Failure')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Your payment was unsuccessful!!!' })).toBeVisible();
  await expect(page.getByRole('main').getByText('The payment was declined.')).toBeVisible();
  expect(await fetchServerCart(page, token)).toEqual([[product.id, 2]]);
  await page.getByRole('link', { name: 'Back To Checkout' }).click();
  await waitForTotals(page);
  await goToProvider(page);
  await expect(page).toHaveURL(/\/sandbox\/pay\//);
  const second = page.url();
  expect(second).not.toBe(declined);

  await providerButton(page, 'Leave without paying').click();
  await expect(page.getByRole('main').getByText('The payment was not completed.')).toBeVisible();
  await page.getByRole('link', { name: 'Back To Checkout' }).click();
  await waitForTotals(page);
  await goToProvider(page);
  await expect(page).toHaveURL(second);
  await providerButton(page, 'Approve payment').click();
  await expect(page).toHaveURL('/payment/success');
  await openPage(page, '/order');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('main').getByRole('article').first()).toContainText('Paid');
  await expect(page.getByRole('main').getByRole('article').last()).toContainText('Cancelled');
});

test('the shipping rate is requested two seconds after cart and address have loaded, and again when the page is restored', {
  tag: ['@CHECKOUT-19', '@CHECKOUT-21'],
}, async ({ page }) => {
  const { product } = await createBuyer(page);
  const release = await holdRequests(page, ADDRESSES_API);
  const rateRequests: { url: string; body: unknown }[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/calculate-shipment-rate/'))
      rateRequests.push({ url: request.url(), body: request.postDataJSON() });
  });
  await openPage(page, CHECKOUT_URL);
  await expect(orderSummary(page)).toContainText(product.title);
  await pauseClock(page);
  await page.clock.runFor(10_000);
  expect(rateRequests).toEqual([]);
  release();
  await runClockUntil(page, () => button(page, 'Change').isVisible());
  await page.clock.runFor(1900);
  expect(rateRequests).toEqual([]);
  await expect(orderSummary(page).getByRole('status')).toHaveText('Working out the delivery charges…');
  await page.clock.runFor(100);
  await expect.poll(() => rateRequests.length).toBe(1);
  expect(rateRequests[0]?.url).toContain('country_code=NG');
  expect(rateRequests[0]?.body).toEqual({
    cart_items: [{ product: product.id, quantity: 2, price: product.price, weight: expect.any(Number) }],
    shipping_address_id: expect.any(String),
  });
  await runClockUntil(page, () => payButton(page).isVisible());
  await expect(totalValue(page, 'Converted total')).toHaveText(/^US\$/);

  await test.step('from the back/forward cache, after the order was created', async () => {
    await payButton(page).click();
    await runClockUntil(page, () => toast(page, 'Order created successfully!').isVisible());
    const rateRequest = page.waitForRequest(SHIPPING_RATE_API);
    await page.evaluate(() => {
      for (const type of ['pagehide', 'pageshow']) dispatchEvent(new PageTransitionEvent(type, { persisted: true }));
    });
    await rateRequest;
    await runClockUntil(page, () => payButton(page).isVisible());
    await expect(payButton(page)).not.toHaveAttribute('aria-busy', 'true');
    await page.clock.runFor(5000);
    await expect(page).toHaveURL(CHECKOUT_URL);
  });
});

test('choosing another address changes the default at once and closes the list after three seconds', {
  tag: ['@CHECKOUT-10', '@CHECKOUT-11', '@CHECKOUT-12', '@CHECKOUT-13', '@CHECKOUT-15', '@CHECKOUT-16', '@CHECKOUT-17'],
}, async ({ page }) => {
  const { token } = await createBuyer(page);
  await saveAddress(page, token, { address_line1: '4 Allen Avenue', postal_code: '100271' });
  await openPage(page, CHECKOUT_URL);
  const main = page.getByRole('main');
  await expect(main.getByText('4 Allen Avenue')).toBeVisible();
  await expect(main.getByText('12 Broad Street')).toBeHidden();

  await button(page, 'Change').click();
  await expect(main.getByRole('heading', { name: 'Choose a delivery address' })).toBeFocused();
  await expect(main.getByRole('radio')).toHaveCount(2);
  await expect(main.getByRole('radio', { name: /4 Allen Avenue/ })).toBeChecked();
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  await button(page, 'Back To Delivery Address').click();
  await expect(main.getByRole('radio')).toHaveCount(0);

  await button(page, 'Change').click();
  await button(page, 'Add New Address').click();
  await expect(addressForm(page)).toBeVisible();
  await button(page, 'Back To Delivery Address').click();
  await expect(addressForm(page)).toBeHidden();

  await button(page, 'Change').click();
  await expect(main.getByRole('radio')).toHaveCount(2);
  await pauseClock(page);
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await main.getByRole('radio', { name: /4 Allen Avenue/ }).focus();
  await page.keyboard.press('ArrowUp');
  expect((await saved).ok()).toBe(true);
  await expect(main.getByRole('radio', { name: /12 Broad Street/ })).toBeChecked();
  await page.clock.runFor(2900);
  await expect(main.getByRole('radio')).toHaveCount(2);
  await expect(toast(page, 'Delivery address updated successfully!')).toHaveCount(0);
  const lateMs = await runClockUntil(page, async () => (await main.getByRole('radio').count()) === 0);
  expect(lateMs).toBeLessThanOrEqual(200);
  await expectToast(page, 'Delivery address updated successfully!');
  await expect(main.getByRole('radio')).toHaveCount(0);
  await expect(main.getByText('12 Broad Street')).toBeVisible();
  await page.clock.resume();
  await page.reload();
  await expect(main.getByText('12 Broad Street')).toBeVisible();
});

test('while a choice of an address is saved, others can be made, and the last one wins', {
  tag: ['@CHECKOUT-16', '@CHECKOUT-17', '@CHECKOUT-55'],
}, async ({ page }) => {
  const { token } = await createBuyer(page);
  await saveAddress(page, token, { address_line1: '4 Allen Avenue', postal_code: '100271' });
  await saveAddress(page, token, { address_line1: '9 Awolowo Road', postal_code: '101233' });
  await openPage(page, CHECKOUT_URL);
  const main = page.getByRole('main');
  const radio = (line: string) => main.getByRole('radio', { name: new RegExp(line) });
  const choose = (line: string) => main.getByText(line).click();
  await button(page, 'Change').click();
  await expect(radio('9 Awolowo Road')).toBeChecked();
  const firstResponse = Promise.withResolvers<void>();
  const sent: string[] = [];
  await page.route(ADDRESSES_API, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    sent.push(route.request().postDataJSON().shipping_address_id);
    if (sent.length === 1) await firstResponse.promise;
    return route.continue();
  });
  await pauseClock(page);
  await choose('12 Broad Street');
  await expect.poll(() => sent.length).toBe(1);
  await choose('9 Awolowo Road');
  await choose('4 Allen Avenue');
  await expect(radio('4 Allen Avenue')).toBeChecked();
  const saved = page.waitForResponse((response) => response.request().postDataJSON()?.shipping_address_id === sent[1]);
  firstResponse.resolve();
  await expect.poll(() => sent.length).toBe(2);
  await saved;
  // Choose another one two seconds later, before the list closes.
  await page.clock.runFor(2000);
  const savedLast = page.waitForResponse(
    (response) => response.request().postDataJSON()?.shipping_address_id === sent[0],
  );
  await choose('12 Broad Street');
  await savedLast;
  expect(sent).toEqual([sent[0], expect.not.stringMatching(sent[0] ?? ''), sent[0]]);
  await page.clock.runFor(2900);
  await expect(main.getByRole('radio')).toHaveCount(3);
  await runClockUntil(page, () => toast(page, 'Delivery address updated successfully!').isVisible());
  await expect(toast(page, 'Delivery address updated successfully!')).toHaveCount(1);
  await expect(main.getByRole('radio')).toHaveCount(0);
  await expect(main.getByText('12 Broad Street')).toBeVisible();
  const addresses: { address_line1: string; is_default: string }[] = await (
    await page.request.get('/backend/shipping-address/', { headers: { authorization: `Token ${token}` } })
  ).json();
  expect(addresses.find(({ is_default }) => is_default === 'True')?.address_line1).toBe('12 Broad Street');
});

test('a double click creates one order, and the provider’s page opens two seconds after the success', {
  tag: ['@PAYMENT-3', '@PAYMENT-4', '@PAYMENT-7', '@PAYMENT-8', '@PAYMENT-15'],
}, async ({ page }) => {
  const { product } = await createBuyer(page);
  await openPage(page, CHECKOUT_URL);
  await waitForTotals(page);
  const serverDelay = Promise.withResolvers<void>();
  const keys: (string | undefined)[] = [];
  const bodies: unknown[] = [];
  await page.route(PAYMENT_API, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    bodies.push(route.request().postDataJSON());
    await serverDelay.promise;
    await route.continue();
  });
  await payButton(page).dblclick();
  await expectBusyButton(payButton(page));
  await payButton(page).press('Enter');
  await pauseClock(page);
  // Advance the clock only after the response, so that the server's speed does not matter.
  const response = page.waitForResponse(PAYMENT_API);
  serverDelay.resolve();
  await response;
  const elapsedMs = await runClockUntil(page, () => toast(page, 'Order created successfully!').isVisible());
  await expectToast(page, 'Order created successfully!');
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(bodies).toEqual([
    {
      cart_items: [{ product: product.id, quantity: 2, price: product.price, weight: expect.any(Number) }],
      sub_total: product.price * 2,
      total_shipment_rate: expect.any(Number),
      total: expect.any(Number),
      shipping_address_id: expect.any(String),
    },
  ]);
  await page.clock.runFor(1950 - elapsedMs);
  await expect(page).toHaveURL(CHECKOUT_URL);
  await page.clock.runFor(50 + elapsedMs);
  await expect(page).toHaveURL(/\/sandbox\/pay\//);
});

test.describe('a cart that changes in another tab', () => {
  test.use({ expectedErrors: [/status of 409/] });

  test('a changed quantity is shown, the totals are fetched again, and the order can be paid', {
    tag: ['@PAYMENT-13', '@PAYMENT-14'],
  }, async ({ page }) => {
    const { token, product } = await createBuyer(page);
    await openPage(page, CHECKOUT_URL);
    await waitForTotals(page);
    // Another tab reduces the quantity.
    await page.request.put(`/backend/api/cart//${product.id}/`, {
      headers: { authorization: `Token ${token}` },
      data: { quantity: 1 },
    });
    await payButton(page).click();
    await expect(page.getByRole('alert')).toContainText(`Your cart holds 1 of "${product.title}".`);
    await fastForwardUntilVisible(
      page,
      totalValue(page, 'Subtotal').getByText(formatNaira(product.price), { exact: true }),
    );
    await waitForTotals(page);
    await goToProvider(page);
    await expect(page).toHaveURL(/\/sandbox\/pay\//);
  });
});

test('a guest is redirected to the login and returns to the checkout', {
  tag: ['@CART-55', '@CART-56', '@CHECKOUT-3'],
}, async ({ page }) => {
  await page.clock.install();
  await openPage(page, '/product/list?section=productList&page=1');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Add .* to cart$/ })
    .first()
    .click();
  await clickInAddedDialog(page, 'Proceed To Cart');
  await expect(button(page, 'Checkout')).toBeVisible();
  await pauseClock(page);
  await button(page, 'Checkout').click();
  const isNoticeVisible = () => toast(page, 'You need to be logged in to proceed with checkout').isVisible();
  const elapsedMs = await runClockUntil(page, isNoticeVisible);
  await expectToast(page, 'You need to be logged in to proceed with checkout');
  await page.clock.runFor(2950 - elapsedMs);
  await expect(page).toHaveURL(CART_URL);
  await page.clock.runFor(50 + elapsedMs);
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(CHECKOUT_URL)}`);
  await page.clock.resume();
  await writeStoredToken(page, (await createShopper()).token);
  await page.evaluate(() => dispatchEvent(new StorageEvent('storage')));
  await expect(page).toHaveURL(CHECKOUT_URL);
});

test('the checkout and the card page have a short header and footer, and lead back to the cart', {
  tag: ['@CHECKOUT-56'],
}, async ({ page }) => {
  await createBuyer(page);
  for (const [path, widths] of [
    [CHECKOUT_URL, [390, 1280]],
    [`${CHECKOUT_URL}/payment`, [1280, 390]],
  ] as const) {
    await openPage(page, path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await expectShortLayout(page);
      const header = page.getByRole('banner');
      await expect(header.getByText('Secure checkout')).toBeAttached();
      await expectOnScreen(header.getByRole('link', { name: 'Help', exact: true }));
      await expect(header.getByRole('link', { name: 'Help', exact: true })).toHaveAttribute('href', '/help');
      await expectNoHorizontalOverflow(page);
    }
    await page.getByRole('main').getByRole('link', { name: 'Back to cart' }).click();
    await expect(page).toHaveURL(CART_URL);
    await expect(page.getByRole('banner').getByRole('search').first()).toBeAttached();
  }
});

test('on a phone the summary folds to one row, above the payment button with amount, lock and ways to pay; there are one, two or three columns', {
  tag: ['@CHECKOUT-4', '@CHECKOUT-5', '@CHECKOUT-57', '@CHECKOUT-63'],
}, async ({ page }) => {
  const { product } = await createBuyer(page);
  await openPage(page, CHECKOUT_URL);
  const line = orderSummary(page).getByText(product.title);
  const total = await test.step('the folded summary', async () => {
    await fastForwardUntilVisible(page, payButton(page));
    await expect(line).toBeHidden();
    await expect(orderSummary(page)).toContainText('2 Items');
    expect((await orderSummary(page).boundingBox())?.height).toBeLessThan(60);
    const text = (await totalValue(page, 'Total').textContent()) ?? '';
    const foldedTotal = orderSummary(page).getByText(text, { exact: true }).first();
    await expect(foldedTotal).toBeVisible();
    await expectOnScreen(summaryButton(page));
    await expectAccessible(page);
    // The whole row is the target of the button.
    await foldedTotal.click({ force: true });
    await expect(summaryButton(page)).toHaveAttribute('aria-expanded', 'true');
    await expectOnScreen(line);
    await summaryButton(page).press('Enter');
    await expect(line).toBeHidden();
    return text;
  });
  const names = await test.step('the payment button', async () => {
    await expect(payButton(page)).toHaveAccessibleName('Proceed To Payment');
    await expect(payButton(page)).toHaveAccessibleDescription(total);
    await payButton(page).scrollIntoViewIfNeeded();
    await expectOnScreen(payButton(page).getByText(total));
    const marks = page.getByRole('main').getByRole('list', { name: 'Ways to pay' });
    await expectOnScreen(page.getByRole('main').getByText('Pay securely with'));
    const [marksBox, buttonBox] = await Promise.all([marks.boundingBox(), payButton(page).boundingBox()]);
    expect((marksBox?.y ?? 0) + (marksBox?.height ?? 0)).toBeLessThan(buttonBox?.y ?? 0);
    return readPaymentMarks(page.getByRole('main'));
  });
  await test.step('one, two and three columns', async () => {
    const advert = page.getByRole('complementary', { name: 'Advertisement' });
    const parts = [orderSummary(page), payButton(page), advert];
    const countColumns = async () => {
      const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
      return new Set(boxes.map((box) => Math.floor((box?.x ?? 0) / 100))).size;
    };
    expect(await countColumns()).toBe(1);
    await expectNoHorizontalOverflow(page);
    await page.setViewportSize({ width: 768, height: 800 });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(summaryButton(page)).toBeHidden();
    await expectOnScreen(line);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(countColumns).toBe(3);
    await expectNoHorizontalOverflow(page);
    await page.setViewportSize({ width: 800, height: 800 });
    const [summaryBox, paymentBox] = await Promise.all(parts.map((part) => part.boundingBox()));
    expect(paymentBox?.x).toBeGreaterThan((summaryBox?.x ?? 0) + 300);
    await expectNoHorizontalOverflow(page);
  });
  await page.getByRole('link', { name: 'Back to cart' }).click();
  expect(await readPaymentMarks(footer(page))).toEqual(names);
});
