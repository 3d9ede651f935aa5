import type { Locator } from '@playwright/test';
import { PRODUCT_LIST_URL } from './page-objects/product-list.ts';
import { expectAccessible, expectNoHorizontalOverflow, expectOnScreen } from './support/assertions.ts';
import { pauseClock, runClockUntil } from './support/clock.ts';
import { expect, navigate, openPage, type Page, test } from './support/fixtures.ts';
import { createBuyerWithOrder } from './support/orders.ts';
import { signIn } from './support/shoppers.ts';

/** The mock card page and the pages that a payment ends on. */

const CARD_URL = '/product/shopping/checkout/payment';
const SUCCESS_URL = '/payment/success';
const FAILURE_URL = '/payment/failure';
/** The colour of a view's primary button. */
const ACTION_COLOUR = 'rgb(38, 45, 140)';
const waitForCongrats = (page: Page) => expectOnScreen(page.getByRole('dialog', { name: 'Congrats!!!' }));
const canvas = (page: Page) => page.locator('canvas');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test('the card page shows four methods and a notice that it takes no money; its fields are read-only, and it sends nothing', {
  tag: ['@CHECKOUT-47', '@CHECKOUT-48', '@CHECKOUT-49', '@CHECKOUT-50', '@CHECKOUT-51', '@CHECKOUT-52', '@CHECKOUT-54'],
}, async ({ page }) => {
  await signIn(page);
  await openPage(page, CARD_URL);
  const methods = page.getByRole('group', { name: 'Payment method' }).getByRole('radio');
  await expect(methods).toHaveCount(4);
  for (const name of ['Cash On Delivery', 'USSD', 'Bank Transfer', 'Card'])
    await expect(page.getByRole('radio', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Card', exact: true })).toBeChecked();
  await expect(
    page.getByRole('main').getByRole('status').filter({ hasText: 'It takes no card and no money' }),
  ).toBeVisible();
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);

  const fields = page.getByRole('region', { name: 'Card' }).getByRole('textbox');
  await expect(fields).toHaveCount(4);
  for (const field of await fields.all()) {
    await expect(field).not.toBeEditable();
    await field.focus();
    await page.keyboard.type('4242');
    await expect(field).not.toHaveValue(/4242/);
    expect(await field.evaluate((input: HTMLInputElement) => [input.name, input.form])).toEqual(['', null]);
  }
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await page.getByRole('radio', { name: 'USSD' }).check();
  await page.getByRole('button', { name: 'Continue Payment' }).click();
  const dialog = await waitForCongrats(page);
  await expect(dialog).toContainText('Your order has been placed and you will get a shipping confirmation soon.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(page).toHaveURL('/');
  expect(sent).toEqual([]);
});

/** Expects the first of two elements to stand above the second one, with the same width. */
const expectFirstAbove = async (pair: Locator): Promise<void> => {
  const [first, second] = await Promise.all([pair.first().boundingBox(), pair.last().boundingBox()]);
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan(second?.y ?? 0);
  expect(first?.width).toBe(second?.width);
};

test('the success page announces the mail, shows the order that was paid, and leads to it and to all products', {
  tag: ['@PAYMENT-32', '@PAYMENT-34', '@PAYMENT-49', '@PAYMENT-50'],
}, async ({ page }) => {
  const { id, product, token } = await createBuyerWithOrder(page);
  const calls = { headers: { authorization: `Token ${token}` } };
  const unpaid = await (await page.request.get(`/backend/order-detail/${id}`, calls)).json();
  const estimate: string = unpaid.estimated_delivery_duration;
  expect(estimate).toMatch(/^\d+ to \d+ working days$/);
  const panel = page.getByRole('region', { name: `Order ${id}` });
  const ordersLoaded = page.waitForResponse('**/backend/list-orders');
  await openPage(page, SUCCESS_URL);
  await test.step('without a paid order', async () => {
    await ordersLoaded;
    await expect(heading(page, 'Congratulations!')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('an email with the details of your order and its delivery');
    await expect(canvas(page)).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'View your orders' })).toBeVisible();
    await expect(panel).toHaveCount(0);
    await expectNoHorizontalOverflow(page);
    await page.getByRole('link', { name: 'Continue Shopping' }).click();
    await expect(page).toHaveURL(PRODUCT_LIST_URL);
    // The address changes before the page does.
    await expect(heading(page, 'Congratulations!')).toHaveCount(0);
  });

  // The newest order is unpaid; an older one was paid just now.
  const order = (state: string, orderId: string, updated_at: string) => ({
    ...unpaid,
    status: state,
    id: orderId,
    updated_at,
  });
  await page.route('**/backend/list-orders', (route) =>
    route.fulfill({
      json: [
        order('Pending', 'NEWESTNEWEST', '2026-11-22T12:00:00.000Z'),
        order('Paid', 'PAIDEARLY000', '2026-11-22T10:00:00.000Z'),
        order('Paid', id, '2026-11-22T11:00:00.000Z'),
      ],
    }),
  );
  await page.goBack();
  await expect(panel).toBeVisible();
  await expect(panel.getByRole('listitem')).toHaveText([`2 × ${product.title}`]);
  await expect(panel.locator('img')).toHaveCount(1);
  await expect(panel).toContainText(`Estimated delivery${estimate}`);
  await expect(panel).toContainText('12 Broad Street');
  await expect(panel).toContainText('Lagos');
  await expectAccessible(page);
  await expectNoHorizontalOverflow(page);
  const links = page.getByRole('main').getByRole('link');
  await expect(links).toHaveText(['View your order', 'Continue Shopping']);
  await expect(links.first()).toHaveCSS('background-color', ACTION_COLOUR);
  await expectFirstAbove(links);
  await links.first().click();
  await expect(page).toHaveURL(`/order/details/${id}`);
});

test('the failure page shows the error from the URL as plain text, and leads home and back to the checkout', {
  tag: ['@PAYMENT-35', '@PAYMENT-36', '@PAYMENT-37', '@PAYMENT-38', '@PAYMENT-48', '@PAYMENT-50'],
}, async ({ page }) => {
  await signIn(page);
  const error = '<img src=x onerror="alert(1)"> {"a":1} 1e5';
  await openPage(page, `${FAILURE_URL}?${new URLSearchParams({ error })}`);
  await expect(heading(page, 'Payment Failure')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Your payment was unsuccessful!!!');
  await expect(page.getByText(error, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await navigate(page, `${FAILURE_URL}?error=${'x'.repeat(5000)}`);
  await expect(page.getByText(/^x+$/)).toHaveText('x'.repeat(300));
  await expectNoHorizontalOverflow(page);

  await navigate(page, FAILURE_URL);
  await expect(page.getByText('Your payment was unsuccessful!!!')).toBeVisible();
  await expect(page.getByRole('main').getByText('Your cart is as you left it.')).toBeVisible();
  const back = page.getByRole('link', { name: 'Back To Checkout' });
  const home = page.getByRole('link', { name: 'Back To Home' });
  await expect(back).toHaveCSS('background-color', ACTION_COLOUR);
  await expect(home).not.toHaveCSS('background-color', ACTION_COLOUR);
  const links = page.getByRole('main').getByRole('link');
  await expect(links).toHaveText(['Back To Checkout', 'Back To Home']);
  await expectFirstAbove(links);
  await back.click();
  await expect(page).toHaveURL('/product/shopping/checkout');
  await page.goBack();
  await home.click();
  await expect(page).toHaveURL('/');
});

test.describe('without reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  /** Counts the pieces of confetti that are drawn in one frame. */
  const countPieces = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const { fillRect } = CanvasRenderingContext2D.prototype;
          let pieces = 0;
          CanvasRenderingContext2D.prototype.fillRect = function (...box) {
            pieces += 1;
            fillRect.apply(this, box);
          };
          // Count from one frame to the next: within a frame the animation may run before or after this callback.
          requestAnimationFrame(() => {
            pieces = 0;
            requestAnimationFrame(() => {
              CanvasRenderingContext2D.prototype.fillRect = fillRect;
              resolve(pieces);
            });
          });
        }),
    );

  test('300 pieces of confetti fall over the success page for five seconds', { tag: ['@PAYMENT-33'] }, async ({
    page,
  }) => {
    await page.clock.install();
    await signIn(page);
    await openPage(page, SUCCESS_URL);
    await expect(canvas(page)).toBeVisible();
    expect(await countPieces(page)).toBe(300);
    await pauseClock(page);
    await expect(canvas(page)).toHaveCount(0);
  });

  test('300 pieces of confetti fall over the Congrats dialog for exactly five seconds', {
    tag: ['@CHECKOUT-53'],
  }, async ({ page }) => {
    await page.clock.install();
    await signIn(page);
    await openPage(page, CARD_URL);
    const pay = page.getByRole('button', { name: 'Continue Payment' });
    await test.step('300 pieces', async () => {
      await pay.click();
      const dialog = await waitForCongrats(page);
      await expect(canvas(page)).toBeVisible();
      expect(await countPieces(page)).toBe(300);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(canvas(page)).toHaveCount(0);
    });
    await test.step('five seconds', async () => {
      await pauseClock(page);
      await pay.click();
      const elapsedMs = await runClockUntil(page, () => canvas(page).isVisible());
      await page.clock.runFor(4950 - elapsedMs);
      await expect(canvas(page)).toBeVisible();
      await page.clock.runFor(50 + elapsedMs);
      await expect(canvas(page)).toHaveCount(0);
    });
  });
});
