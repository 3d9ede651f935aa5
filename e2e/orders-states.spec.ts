import { accountMenu } from './page-objects/account.ts';
import { button } from './page-objects/checkout.ts';
import { clickInConfirmDialog, dismissToasts, expectToast, waitForConfirmDialog } from './page-objects/overlays.ts';
import { expectAccessible, expectBusyButton } from './support/assertions.ts';
import { fastForwardUntilVisible } from './support/clock.ts';
import { expect, openPage, type Page, test } from './support/fixtures.ts';
import { holdRequests } from './support/network.ts';
import { signIn } from './support/shoppers.ts';
import { writeStoredToken } from './support/storage.ts';

/** States, colours and texts of orders. */

test.use({ expectedErrors: [/Failed to load resource.*\/backend\//] });

const LIST_API = '**/backend/list-orders**';
const DETAIL_API = '**/backend/order-detail/**';
const PAY_API = '**/backend/orders/*/pay';
const CANCEL_API = '**/backend/orders/*/cancel';
const ORDERS_URL = '/order';
const ID = '7F3KQ2M9XW4T';
const ORDER_URL = `/order/details/${ID}`;

/** As a node of release 1.0 sends it (ORDER-74). */
const ORDER = {
  id: ID,
  status: 'Shipped',
  created_at: '2026-03-12T11:00:00.000Z',
  updated_at: '2026-03-13T11:00:00.000Z',
  total_price: 1_078_890.5,
  sub_total: 1_060_250.5,
  total_shipment_rate: 18_640,
  wallet_credit: 0,
  discount: 0,
  currency: 'NGN',
  converted_total: '£528.74',
  exchange_rate: '£1 = ₦2,040.50',
  exchange_rate_date: '2026-03-11',
  cancelled_for: null,
  can_cancel: false,
  payment_deadline: null,
  refunds: [],
  estimated_delivery_duration: '2 to 4 working days',
  tracking_number: 'JD014600003828',
  items: [
    {
      product_id: 1,
      product_name: 'Puna yam, three tubers',
      product_image: '',
      price: 12_450,
      converted_price: '£6.10',
      quantity: 1,
    },
    {
      product_id: 2,
      product_name: 'Indigo adire kaftan',
      product_image: '',
      price: 523_900.25,
      converted_price: '£256.75',
      quantity: 2,
    },
  ],
  shipping_address: {
    first_name: 'Adaeze',
    last_name: 'Ọláwálé',
    phone_number: '+442079460182',
    street_address: '14 Camberwell Station Road, Flat 6',
    postal_code: 'SE5 9JN',
    city: 'London',
    region: 'England',
    country: 'United Kingdom',
    user: { first_name: 'Adaeze', last_name: 'Ọláwálé', email: 'adaeze@example.com' },
  },
};
const main = (page: Page) => page.getByRole('main');
const mockApi = async (page: Page, url: string, status: number, json: unknown) => {
  await page.unroute(url);
  await page.route(url, (route) => route.fulfill({ status, json }));
};
const INTERNAL_ERROR = { code: 'internal_error', detail: 'Internal Server Error', message: 'Internal Server Error' };
/** Opens an order from the list. */
const openOrder = async (page: Page, id: string) => {
  await main(page)
    .getByRole('link', { name: `View Details of order ${id}` })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: `Order ${id}` })).toBeVisible();
};

test('each status has its own colour, unknown ones are grey, and orders may have no converted total', {
  tag: ['@ORDER-11', '@ORDER-15', '@ORDER-35'],
}, async ({ page }) => {
  await signIn(page);
  const statuses = ['Pending', 'Paid', 'Shipped', 'Delivered', 'Cancelled', 'Lost at sea'];
  const orders = statuses.map((status, index) => ({ ...ORDER, id: `7F3KQ2M9XW4${index}`, status }));
  const earlier = { ...ORDER, id: '7F3KQ2M9XW4U', converted_total: '', exchange_rate: '', exchange_rate_date: '' };
  await mockApi(page, LIST_API, 200, [...orders, { ...earlier, status: 'Unconverted' }]);
  await openPage(page, ORDERS_URL);
  const colours: string[] = [];
  for (const status of statuses) {
    const pill = main(page).getByText(status, { exact: true });
    await expect(pill).toBeVisible();
    colours.push(await pill.evaluate((element) => getComputedStyle(element).backgroundColor));
  }
  expect(new Set(colours).size).toBe(6);
  // A grey such as --color-grey-100: its channels differ by at most 6.
  const channels = (colours.at(-1)?.match(/\d+/g) ?? []).map(Number);
  expect(channels).toHaveLength(3);
  expect(Math.max(...channels) - Math.min(...channels)).toBeLessThanOrEqual(6);
  await expectAccessible(page);

  await expect(main(page).getByRole('article').first()).toContainText('₦1,078,890.50£528.74');
  await expect(main(page).getByRole('article').last()).toContainText(/₦1,078,890\.50View Details$/);
  await mockApi(page, DETAIL_API, 200, earlier);
  await openOrder(page, earlier.id);
  await expect(main(page)).toContainText('Total (NGN)₦1,078,890.50');
  await expect(main(page)).not.toContainText('Converted total');
  await expect(main(page)).not.toContainText('Exchange rate');
});

test('a shipped order shows its tracking number, grouped prices, discount and dates, and cannot be cancelled', {
  tag: ['@ORDER-33', '@ORDER-34', '@ORDER-35', '@ORDER-37', '@ORDER-56', '@ORDER-74', '@CHECKOUT-62'],
}, async ({ page }) => {
  await signIn(page);
  await mockApi(page, DETAIL_API, 200, { ...ORDER, discount: 1000 });
  await openPage(page, ORDER_URL);
  await expect(main(page)).toContainText('Tracking number JD014600003828');
  await expect(main(page)).toContainText('Created 12-03-2026 · Updated 13-03-2026');
  await expect(main(page)).toContainText('Discount−₦1,000');
  await expect(main(page)).toContainText('Total (NGN)₦1,078,890.50');
  await expect(main(page)).toContainText('2 × ₦523,900.25 · £256.75');
  await expect(main(page)).toContainText('Converted total£528.74');
  await expect(main(page)).toContainText('Exchange rate£1 = ₦2,040.50Rate of 11 Mar 2026');
  await expect(main(page)).toContainText('₦1,047,800.50');
  await expect(main(page).getByRole('listitem').filter({ hasText: 'On its way' })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await expect(main(page).getByRole('region', { name: 'Shipping details' })).toBeVisible();
  await expect(button(page, 'Cancel Order')).toHaveCount(0);
  await expectAccessible(page);
});

test('a pending order is fetched again at its deadline, and when its payment cannot be continued', {
  tag: ['@ORDER-57', '@ORDER-58'],
}, async ({ page }) => {
  await page.clock.install({ time: '2026-03-12T11:10:00Z' });
  await signIn(page);
  const pending = { ...ORDER, status: 'Pending', tracking_number: null, can_cancel: true };
  const due = { ...pending, id: '7F3KQ2M9XW4U', payment_deadline: '2026-03-12T11:30:00.000Z' };
  const dueLater = { ...pending, payment_deadline: '2026-03-12T12:30:00.000Z', wallet_credit: 890.5 };
  const payFor = (id: string) => main(page).getByRole('button', { name: `for order ${id}` });
  await test.step('in the list, at the deadline', async () => {
    await mockApi(page, LIST_API, 200, [due, dueLater]);
    await openPage(page, ORDERS_URL);
    await expect(payFor(due.id)).toBeVisible();
    const expired = { ...due, status: 'Cancelled', cancelled_for: 'expired', payment_deadline: null };
    await mockApi(page, LIST_API, 200, [expired, dueLater]);
    await page.clock.fastForward('19:50');
    await expect(payFor(due.id)).toBeVisible();
    await page.clock.fastForward('00:15');
    await expect(payFor(due.id)).toHaveCount(0);
    await expect(main(page).getByRole('article', { name: `Order ${due.id}` })).toContainText('Cancelled');
  });
  await test.step('on its page, when the payment cannot be continued', async () => {
    await mockApi(page, DETAIL_API, 200, dueLater);
    await openOrder(page, ID);
    const pay = payFor(ID);
    await expect(pay).toHaveText('Pay ₦1,078,000');
    await expect(main(page).getByRole('time').nth(2)).toHaveAttribute('datetime', dueLater.payment_deadline);
    const text = 'Payments are asleep.';
    await mockApi(page, PAY_API, 503, { code: 'payment_unavailable', detail: text, message: text });
    await pay.click();
    await expectToast(page, 'Failed to initialize payment. Please try again.');
    await expect(pay).toBeEnabled();
    await mockApi(page, PAY_API, 409, { code: 'order_not_payable', detail: 'Too late.', message: 'Too late.' });
    await mockApi(page, DETAIL_API, 200, { ...pending, payment_deadline: null });
    await pay.click();
    await expect(main(page)).toContainText(
      'The time to pay is over. If you have just paid, this page will show it soon.',
    );
    await expect(pay).toHaveCount(0);
  });
});

const CANCELLATIONS = [
  ['expired', 'It was not paid within 30 minutes.', [], 'No payment was taken.'],
  ['payment_refused', 'The payment was declined.', [], 'No payment was taken.'],
  ['replaced', 'You placed another order in its place.', [], 'No payment was taken.'],
  [
    'buyer',
    'You cancelled it.',
    [
      {
        ...{ amount: 1_074_890.5, to: 'payment_method', status: 'pending' },
        expected: { from: '2026-03-19', to: '2026-03-26' },
      },
      { amount: 4000, to: 'wallet', status: 'done' },
    ],
    '₦1,074,890.50 is being refunded the way you paid. Banks take up to ten business days. It should arrive between 19-03-2026 and 26-03-2026.₦4,000 is in your wallet.',
  ],
  [
    'shop',
    'Sokuwa cancelled it.',
    [
      { amount: 78_890.5, to: 'payment_method', status: 'done' },
      { amount: 1_000_000, to: 'other', status: 'done' },
    ],
    '₦78,890.50 was refunded the way you paid.₦1,000,000 was refunded to you by our team.',
  ],
] as const;

test('an order that was cancelled shows the reason and the refunds', { tag: ['@ORDER-58', '@ORDER-63'] }, async ({
  page,
}) => {
  await signIn(page);
  const cases = CANCELLATIONS.map(([cancelled_for, reason, refunds, expected], index) => ({
    order: { ...ORDER, id: `7F3KQ2M9XW4${index}`, status: 'Cancelled', cancelled_for, refunds },
    text: `This order was cancelled${reason}${expected}`,
  }));
  const orders = cases.map(({ order }) => order);
  await mockApi(page, LIST_API, 200, orders);
  await openPage(page, ORDERS_URL);
  for (const { order, text } of cases)
    await test.step(order.cancelled_for, async () => {
      const { cancelled_for } = order;
      await mockApi(page, DETAIL_API, 200, order);
      await openOrder(page, order.id);
      const outcome = main(page).getByRole('status').filter({ hasText: 'This order was cancelled' });
      await expect(outcome).toContainText(text);
      const isCartKept = cancelled_for === 'expired' || cancelled_for === 'payment_refused';
      await expect(outcome.getByRole('link', { name: 'Back To Cart' })).toHaveCount(isCartKept ? 1 : 0);
      await expect(outcome.getByRole('link', { name: 'wallet' })).toHaveCount(cancelled_for === 'buyer' ? 1 : 0);
      // The one with refunds and the link to the wallet.
      if (cancelled_for === 'buyer') await expectAccessible(page);
      await page.goBack();
    });
});

test('the account menu links to the orders; an empty list and an unknown order show a message, without retries', {
  tag: ['@ORDER-25', '@ORDER-29', '@ORDER-30', '@ORDER-38'],
}, async ({ page }) => {
  await signIn(page);
  await openPage(page, '/profile');
  await accountMenu(page).getByRole('link', { name: 'My Order' }).click();
  await expect(page).toHaveURL(ORDERS_URL);
  await expect(accountMenu(page).getByRole('link', { name: 'My Order' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { name: 'No order available at the moment.' })).toBeVisible();
  await expectAccessible(page);
  await openPage(page, ORDER_URL);
  await expect(
    page.getByRole('heading', { name: 'Failed to fetch order details. Please try again later.' }),
  ).toBeVisible();
});

test('more than a hundred orders are shown page by page', { tag: ['@ORDER-22'] }, async ({ page }) => {
  await signIn(page);
  const makeOrders = (count: number, letter: string) =>
    Array.from({ length: count }, (_, index) => ({ ...ORDER, id: `${letter}${String(index).padStart(11, '0')}` }));
  await page.route(LIST_API, (route) =>
    route.fulfill({ json: route.request().url().endsWith('?page=2') ? makeOrders(3, 'B') : makeOrders(100, 'A') }),
  );
  await openPage(page, ORDERS_URL);
  await expect(main(page).getByRole('article')).toHaveCount(100);
  await button(page, 'Show Older Orders').click();
  await expect(main(page).getByRole('article')).toHaveCount(103);
  await expect(button(page, 'Show Older Orders')).toBeHidden();
});

for (const [name, path, call, loading, title, json] of [
  ['the list', ORDERS_URL, LIST_API, 'Loading orders...', 'Failed to fetch orders. Please try again later.', [ORDER]],
  [
    'an order',
    ORDER_URL,
    DETAIL_API,
    'Loading order details...',
    'Failed to fetch order details. Please try again later.',
    ORDER,
  ],
] as const)
  test(`${name} shows that it loads, an error when that fails, and a link to the login without a token; it can be retried`, {
    tag: ['@ORDER-29', '@ORDER-31', '@ORDER-32', '@ORDER-38', '@ORDER-39'],
  }, async ({ page }) => {
    await page.clock.install();
    const token = await signIn(page);
    const release = await holdRequests(page, call, (route) => route.fulfill({ status: 500, json: INTERNAL_ERROR }));
    await openPage(page, path);
    await expect(main(page).getByRole('status')).toHaveText(loading);
    release();
    await fastForwardUntilVisible(page, page.getByRole('heading', { name: title }));
    await expect(main(page).getByRole('alert')).toContainText('Internal Server Error');
    if (path === ORDERS_URL) await expectAccessible(page);

    await test.step('without a token', async () => {
      await writeStoredToken(page, null);
      await button(page, 'Try Again').click();
      const heading = page.getByRole('heading', { name: 'No authorization token found. Please log in again.' });
      await expect(heading).toBeVisible();
      await expect(main(page).getByRole('link', { name: 'Sign In' })).toHaveAttribute(
        'href',
        `/login?next=${encodeURIComponent(path)}`,
      );
    });
    await test.step('retry after a sign-in in another tab', async () => {
      await writeStoredToken(page, token);
      await page.evaluate(() => dispatchEvent(new StorageEvent('storage')));
      await mockApi(page, call, 200, json);
      await button(page, 'Try Again').click();
      await expect(main(page).getByText(ID).first()).toBeVisible();
    });
  });

test.describe('cancelling an order', () => {
  const cancel = async (page: Page) => {
    await button(page, 'Cancel Order').click();
    return clickInConfirmDialog(page, 'Proceed');
  };
  /** Opens an order that can be cancelled. @returns the shopper's token */
  const openCancellableOrder = async (page: Page) => {
    const token = await signIn(page);
    await mockApi(page, DETAIL_API, 200, { ...ORDER, status: 'Paid', can_cancel: true });
    await openPage(page, ORDER_URL);
    await expect(button(page, 'Cancel Order')).toBeVisible();
    return token;
  };

  test('shows an error when it fails or without a token; else sends one request and stays open until the response; a refusal shows its reason and fetches the order again', {
    tag: ['@ORDER-24', '@ORDER-39', '@ORDER-43', '@ORDER-44', '@ORDER-45', '@ORDER-46', '@ORDER-56'],
  }, async ({ page }) => {
    const token = await openCancellableOrder(page);
    await test.step('it fails', async () => {
      await mockApi(page, CANCEL_API, 500, INTERNAL_ERROR);
      const dialog = await cancel(page);
      await expectToast(page, 'Failed to cancle order. Please try again later.');
      await expect(dialog).toBeHidden();
      await expect(button(page, 'Cancel Order')).toBeVisible();
      await page.unroute(CANCEL_API);
    });
    await test.step('without a token', async () => {
      await button(page, 'Cancel Order').click();
      await waitForConfirmDialog(page);
      await writeStoredToken(page, null);
      const dialog = await clickInConfirmDialog(page, 'Proceed');
      await expectToast(page, 'No authorization token found. Please log in again.');
      await expect(dialog).toBeHidden();
      await writeStoredToken(page, token);
    });
    await test.step('one request, and the dialog stays open until the response', async () => {
      const serverDelay = Promise.withResolvers<void>();
      const bodies: (string | null)[] = [];
      await page.route(CANCEL_API, async (route) => {
        bodies.push(route.request().postData());
        await serverDelay.promise;
        await route.fulfill({ json: { ...ORDER, status: 'Cancelled' } });
      });
      const dialog = await cancel(page);
      await expectBusyButton(dialog.getByRole('button', { name: 'Proceed' }));
      await dialog.getByRole('button', { name: 'Proceed' }).press('Enter');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeVisible();
      serverDelay.resolve();
      await expectToast(page, 'Order cancelled successfully.');
      expect(bodies).toEqual([null]);
    });
    await test.step('a refusal', async () => {
      await dismissToasts(page);
      const text = 'An order can be cancelled only before it is shipped.';
      await mockApi(page, CANCEL_API, 409, { code: 'order_not_cancellable', detail: text, message: text });
      await mockApi(page, DETAIL_API, 200, { ...ORDER, status: 'Delivered' });
      await cancel(page);
      await expectToast(page, 'Failed to cancle order. Please try again later.');
      await expect(main(page).getByRole('alert')).toHaveText(text);
      await expect(main(page).locator('[aria-current=step]')).toContainText('Delivered');
      await expect(main(page).getByRole('region', { name: 'Shipping details' })).toBeVisible();
      await expect(button(page, 'Cancel Order')).toHaveCount(0);
    });
  });
});
