import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import type { InitializePayment, Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import { expect } from 'vitest';
import {
  checkDisputesJob,
  expireOrdersJob,
  makeRefundsJob,
  purgeOrdersJob,
  verifyPaymentsJob,
} from '../orders/order.job-kinds.ts';
import { generateOrderId } from '../orders/order.rules.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, OrderId, ProductId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs.ts';
import { SandboxPayments } from '../ports/payments/sandbox.payments.ts';
import { addAddress } from './checkout.ts';
import type { TestResponse } from './responses.ts';
import { addAccount, signIn, type TestShop } from './shop.ts';

/** The sandbox payment provider of a test shop. */
export const sandboxPaymentsOf = ({ payments }: TestShop): SandboxPayments => {
  if (payments instanceof SandboxPayments) return payments;
  throw new Error('the test shop does not use the sandbox payment provider');
};

type OpenedPayment = { order_id: string; payment: { data: { reference: string; authorization_url: string } } };

type Request = { method: 'GET' | 'POST' | 'PUT'; url: string; headers: Record<string, string>; payload?: object };
/** A test shop, or a shop's database and one of its nodes. */
type BuyerShop = Pick<TestShop, 'db' | 'mailbox'> & { app: { inject(request: Request): Promise<TestResponse> } };

/** Creates a signed-in account with an address and these lines in its cart. */
export const createBuyer = async (
  shop: BuyerShop,
  cart: readonly (readonly [productId: number, quantity: number])[],
) => {
  const accountId = await addAccount(shop.db);
  const headers = await signIn(shop.db, accountId);
  const addressId = await addAddress(shop.db, accountId, {
    first_name: 'Ngozi',
    last_name: 'Eze',
    line1: '4 Allen Avenue',
    line2: 'Second floor',
    city: 'Ikeja',
    postal_code: '100271',
  });
  const { email } = await shop.db
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const call = (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload?: object,
    extraHeaders: Record<string, string> = {},
  ) =>
    shop.app.inject({
      method,
      url: `/backend${path}`,
      headers: { ...headers, ...extraHeaders },
      ...(payload && { payload }),
    });
  const fillCart = async (lines: readonly (readonly [productId: number, quantity: number])[]) => {
    const items = lines.map(([product_id, quantity]) => ({ product_id, quantity }));
    const response = await call('POST', '/api/cart/save-bulk-items/', { cart_items: items });
    expect(response.statusCode).toBe(200);
  };
  await fillCart(cart);
  const cartItems = async () => {
    const { cart: lines } = (await call('GET', '/api/cart/')).json();
    return lines.map((line: { product_id: number; quantity: number; price: string; weight: number }) => ({
      product: line.product_id,
      quantity: line.quantity,
      price: line.price,
      weight: line.weight,
    }));
  };
  /** The body that the checkout page sends, with the prices and the rate that the shop returned. */
  const prepareCheckout = async (): Promise<InitializePayment> => {
    const items = await cartItems();
    const rate = await call('POST', '/calculate-shipment-rate/', {
      cart_items: items,
      shipping_address_id: addressId,
    });
    expect(rate.statusCode, rate.body).toBe(200);
    const { sub_total, total_shipment_rate, total } = rate.json().data;
    return { cart_items: items, sub_total, total_shipment_rate, total, shipping_address_id: addressId };
  };
  /** The body of a checkout that uses as much wallet credit as possible. */
  const prepareCheckoutWithCredit = async (): Promise<InitializePayment> => {
    const body = await prepareCheckout();
    const rateRequest = { cart_items: body.cart_items, shipping_address_id: addressId };
    const rate = await call('POST', '/calculate-shipment-rate/', rateRequest);
    return { ...body, wallet_credit: rate.json().data.wallet_credit };
  };
  const submitCheckout = (body: object, idempotencyKey?: string) => {
    const extraHeaders = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    return call('POST', '/create-order/initialize-payment/', body, extraHeaders);
  };
  /** Orders the cart's contents and opens the payment. */
  const placeOrder = async (): Promise<{ id: string; reference: string }> => {
    const response = await submitCheckout(await prepareCheckout());
    expect(response.statusCode, response.body).toBe(200);
    const { order_id, payment } = response.json<OpenedPayment>();
    return { id: order_id, reference: payment.data.reference };
  };
  return {
    accountId,
    email,
    headers,
    addressId,
    call,
    fillCart,
    prepareCheckout,
    prepareCheckoutWithCredit,
    submitCheckout,
    placeOrder,
    cancelOrder: (id: string) => call('POST', `/orders/${id}/cancel`, {}),
    readOrder: async (id: string): Promise<Order> => (await call('GET', `/order-detail/${id}`)).json(),
    listOrders: async (): Promise<Order[]> => (await call('GET', '/list-orders')).json(),
    readCart: async () => (await call('GET', '/api/cart/')).json(),
    /** Subjects of the mails received, newest first. */
    mailSubjects: async () => (await shop.mailbox.read(email)).map(({ subject }) => subject),
  };
};
export type Buyer = Awaited<ReturnType<typeof createBuyer>>;

/** Inserts an order without cart or payment. @returns its id */
export const addOrder = async (db: Database, accountId: AccountId): Promise<OrderId> => {
  const id = generateOrderId();
  const amounts = {
    subtotal_kobo: kobo(900),
    shipment_kobo: kobo(100),
    discount_kobo: kobo(0),
    total_kobo: kobo(1000),
  };
  const none = { coupon_id: null, coupon_code: null, customer: null, ship_to: null };
  const row = { id, account_id: accountId, ...amounts, ...none, fingerprint: Buffer.alloc(32), expires_at: new Date() };
  await db.insertInto('shop_order').values(row).execute();
  return id;
};

/** The product's stock. */
export const stockOf = async (db: Database, productId: ProductId): Promise<number> =>
  (await db.selectFrom('product').select('stock').where('id', '=', productId).executeTakeFirstOrThrow()).stock;

/** Ends the time within which the order has to be paid. */
export const expirePaymentTime = async (db: Database, orderId: string): Promise<void> => {
  const past = new Date(Date.now() - 1000);
  await db
    .updateTable('shop_order')
    .set({ expires_at: past })
    .where('id', '=', orderId as OrderId)
    .execute();
};

/** The amounts of a wallet's entries, oldest first. */
export const walletAmountsOf = async (db: Database, accountId: AccountId): Promise<Kobo[]> =>
  (
    await db.selectFrom('wallet_entry').select('amount_kobo').where('account_id', '=', accountId).orderBy('n').execute()
  ).map(({ amount_kobo }) => amount_kobo);

/** Runs the jobs that are scheduled for every minute. */
export const runMinuteJobs = async (shop: TestShop): Promise<void> => {
  for (const kind of [expireOrdersJob, verifyPaymentsJob, makeRefundsJob, checkDisputesJob, purgeOrdersJob])
    await enqueue(shop.db, kind, {});
  expect(await shop.jobs.runDue()).toEqual([]);
};
