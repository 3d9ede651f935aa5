import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { fastForwardUntilVisible } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { createBuyerWithOrder } from './support/orders.ts';
import { signIn } from './support/shoppers.ts';

/** The page to which the buyer returns while the payment is neither paid nor declined. */

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const status = (page: Page) => page.getByRole('main').getByRole('status');
/** Returns from the provider before it knows the result, as with a bank transfer. @returns the order's id */
const returnEarly = async (page: Page): Promise<string> => {
  const { id } = await createBuyerWithOrder(page);
  await openPage(page, `/backend/payment/return?trxref=${id}-1&reference=${id}-1`);
  await expect(page).toHaveURL(`/payment/pending?order=${id}`);
  await expect(heading(page, 'We are confirming your payment')).toBeVisible();
  return id;
};
/** Approves or declines the payment at the provider. */
const choose = async (page: Page, id: string, choice: 'approve' | 'decline') => {
  const response = await page.request.post(`/sandbox/pay/${id}-1/${choice}`, { maxRedirects: 0 });
  expect(response.status()).toBe(303);
};

test.describe('a payment under way', () => {
  test.use({ expectedErrors: [/status of 503.*\/orders\/.*\/payment/] });

  test('is being confirmed, also while the shop cannot be reached, and the page moves on when it is paid', {
    tag: ['@PAYMENT-29', '@PAYMENT-47'],
  }, async ({ page }) => {
    const id = await returnEarly(page);
    for (const width of [390, 1280])
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 800 });
        await expect(status(page)).toHaveText('Your payment has not reached us yet.');
        await expect(page.getByRole('main')).not.toContainText(/unsuccessful|failure/i);
        const order = page.getByRole('link', { name: 'View your order' });
        await expectOnScreen(order);
        await expect(order).toHaveAttribute('href', `/order/details/${id}`);
        // The primary button comes first, for assistive technology and on the screen: above the other one or left of it.
        const buttons = page.getByRole('main').getByRole('link');
        await expect(buttons).toHaveText(['View your order', 'Help']);
        const [primary, other] = await Promise.all([buttons.first().boundingBox(), buttons.last().boundingBox()]);
        if (!primary || !other) throw new Error('A button is not on the screen');
        expect(width < 640 ? other.y - primary.y : other.x - primary.x).toBeGreaterThan(0);
        if (width === 390) await expectAccessible(page);
        await expectNoHorizontalOverflow(page);
      });
    await page.clock.fastForward(3000);
    await expect(page).toHaveURL(`/payment/pending?order=${id}`);

    await page.route('**/backend/orders/*/payment', (route) =>
      route.fulfill({ status: 503, json: { code: 'database_unavailable', detail: 'x', message: 'x' } }),
    );
    await fastForwardUntilVisible(page, page.getByText('We cannot reach the shop at the moment. We keep trying.'));
    await page.unroute('**/backend/orders/*/payment');
    await choose(page, id, 'approve');
    await fastForwardUntilVisible(page, heading(page, 'Congratulations!'));
    await expect(page).toHaveURL(/\/payment\/success/);
    // The pending page is not in the history.
    await page.goBack();
    await expect(page).not.toHaveURL(/pending/);
  });
});

test('a payment under way that is declined ends on the failure page with the reason', {
  tag: ['@PAYMENT-47', '@PAYMENT-35'],
}, async ({ page }) => {
  const id = await returnEarly(page);
  await choose(page, id, 'decline');
  // The server verifies the payment again after ten seconds of its own clock.
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(3000);
        return page.url();
      },
      { timeout: 30_000, intervals: [1000] },
    )
    .toContain('/payment/failure');
  await expect(page.getByRole('main')).toContainText('The payment was declined.');
});

test.describe('for an order that does not exist', () => {
  test.use({ expectedErrors: [/status of 40[04]/] });

  test('the page links to the orders and stops polling', async ({ page }) => {
    await page.clock.install();
    await signIn(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/payment')) asked.push(request.url());
    });
    for (const query of ['', '?order=none', '?order=000000000000']) {
      await openPage(page, `/payment/pending${query}`);
      await fastForwardUntilVisible(page, heading(page, 'Order not found'));
    }
    const { length } = asked;
    await page.clock.fastForward(60_000);
    await page.getByRole('link', { name: 'My Orders' }).click();
    await expect(page).toHaveURL('/order');
    expect(asked).toHaveLength(length);
  });
});
