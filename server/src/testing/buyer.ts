import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import type { InitializePayment, Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import { expect } from 'vitest';
import { expireOrdersJob, makeRefundsJob, verifyPaymentsJob } from '../orders/order.job-kinds.ts';
import { generateOrderId } from '../orders/order.rules.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, OrderId, ProductId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs.ts';
import { SandboxPayments } from '../ports/payments/sandbox.payments.ts';
import type { Answer } from './answers.ts';
import { addAddress } from './checkout.ts';
import { addAccount, signIn, type TestShop } from './shop.ts';

/** The provider that a test shop takes payments by, as itself. */
export const sandboxOf = ({ payments }: TestShop): SandboxPayments => {
  if (payments instanceof SandboxPayments) return payments;
  throw new Error('a test shop takes payments by the sandbox');
};

type Opened = { order_id: string; payment: { data: { reference: string; authorization_url: string } } };

type Request = { method: 'GET' | 'POST' | 'PUT'; url: string; headers: Record<string, string>; payload?: object };
/** The shop in this process, or its database and one of its nodes. */
type BuyersShop = Pick<TestShop, 'db' | 'mailbox'> & { app: { inject(request: Request): Promise<Answer> } };

/** Somebody signed in, with an address, and with this in the cart. */
export const makeBuyer = async (shop: BuyersShop, cart: readonly (readonly [product: number, quantity: number])[]) => {
  const account = await addAccount(shop.db);
  const headers = await signIn(shop.db, account);
  const addressId = await addAddress(shop.db, account, {
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
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object, more: Record<string, string> = {}) =>
    shop.app.inject({
      method,
      url: `/backend${path}`,
      headers: { ...headers, ...more },
      ...(payload && { payload }),
    });
  const fill = async (lines: readonly (readonly [product: number, quantity: number])[]) => {
    const items = lines.map(([product_id, quantity]) => ({ product_id, quantity }));
    const answer = await call('POST', '/api/cart/save-bulk-items/', { cart_items: items });
    expect(answer.statusCode).toBe(200);
  };
  await fill(cart);
  const cartItems = async () => {
    const { cart: lines } = (await call('GET', '/api/cart/')).json();
    return lines.map((line: { product_id: number; quantity: number; price: string; weight: number }) => ({
      product: line.product_id,
      quantity: line.quantity,
      price: line.price,
      weight: line.weight,
    }));
  };
  /** What the checkout page sends: what the shop has told it. */
  const asked = async (): Promise<InitializePayment> => {
    const items = await cartItems();
    const rate = await call('POST', '/calculate-shipment-rate/', {
      cart_items: items,
      shipping_address_id: addressId,
    });
    expect(rate.statusCode, rate.body).toBe(200);
    const { sub_total, total_shipment_rate, total } = rate.json().data;
    return { cart_items: items, sub_total, total_shipment_rate, total, shipping_address_id: addressId };
  };
  /** The same, with all that the wallet can pay. */
  const askedWithCredit = async (): Promise<InitializePayment> => {
    const body = await asked();
    const ask = { cart_items: body.cart_items, shipping_address_id: addressId };
    const rate = await call('POST', '/calculate-shipment-rate/', ask);
    return { ...body, wallet_credit: rate.json().data.wallet_credit };
  };
  const press = (body: object, key?: string) =>
    call('POST', '/create-order/initialize-payment/', body, key === undefined ? {} : { 'idempotency-key': key });
  /** From the cart to an opened payment. */
  const order = async (): Promise<{ id: string; reference: string }> => {
    const answer = await press(await asked());
    expect(answer.statusCode, answer.body).toBe(200);
    const { order_id, payment } = answer.json<Opened>();
    return { id: order_id, reference: payment.data.reference };
  };
  return {
    account,
    email,
    headers,
    addressId,
    call,
    fill,
    asked,
    askedWithCredit,
    press,
    order,
    cancel: (id: string) => call('POST', `/orders/${id}/cancel`, {}),
    read: async (id: string): Promise<Order> => (await call('GET', `/order-detail/${id}`)).json(),
    orders: async (): Promise<Order[]> => (await call('GET', '/list-orders')).json(),
    cart: async () => (await call('GET', '/api/cart/')).json(),
    /** Kinds of the mails that came, newest first, by their subjects. */
    mails: async () => (await shop.mailbox.read(email)).map(({ subject }) => subject),
  };
};
export type Buyer = Awaited<ReturnType<typeof makeBuyer>>;

/** An order that somebody placed, without cart or payment. @returns its id */
export const addOrder = async (db: Database, account: AccountId): Promise<OrderId> => {
  const id = generateOrderId();
  const amounts = {
    subtotal_kobo: kobo(900),
    shipment_kobo: kobo(100),
    discount_kobo: kobo(0),
    total_kobo: kobo(1000),
  };
  const none = { coupon_id: null, coupon_code: null, customer: null, ship_to: null };
  const row = { id, account_id: account, ...amounts, ...none, fingerprint: Buffer.alloc(32), expires_at: new Date() };
  await db.insertInto('shop_order').values(row).execute();
  return id;
};

/** Pieces of the product that can be bought. */
export const stockOf = async (db: Database, product: ProductId): Promise<number> =>
  (await db.selectFrom('product').select('stock').where('id', '=', product).executeTakeFirstOrThrow()).stock;

/** Lets the time that an order has to be paid run out. */
export const passPayTime = async (db: Database, id: string): Promise<void> => {
  const past = new Date(Date.now() - 1000);
  await db
    .updateTable('shop_order')
    .set({ expires_at: past })
    .where('id', '=', id as OrderId)
    .execute();
};

/** What a wallet holds, by its entries. */
export const walletOf = async (db: Database, account: AccountId): Promise<Kobo[]> =>
  (
    await db.selectFrom('wallet_entry').select('amount_kobo').where('account_id', '=', account).orderBy('n').execute()
  ).map(({ amount_kobo }) => amount_kobo);

/** What the jobs of every minute do, now. */
export const passMinute = async (shop: TestShop): Promise<void> => {
  for (const kind of [expireOrdersJob, verifyPaymentsJob, makeRefundsJob]) await enqueue(shop.db, kind, {});
  expect(await shop.jobs.runDue()).toEqual([]);
};
