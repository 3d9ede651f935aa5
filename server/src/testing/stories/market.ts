import { kobo } from '@sokuwa/contract/money.ts';
import { expect } from 'vitest';
import type { MerchantId, OrderId, ProductId } from '../../platform/ids.ts';
import { enqueue, type JobKind } from '../../platform/jobs.ts';
import type { Webhook } from '../../ports/payments/sandbox.payments.ts';
import { type Buyer, createBuyer, sandboxPaymentsOf } from '../buyer.ts';
import { addCoupon } from '../checkout.ts';
import { webhookRequest } from '../interleavings/actions.ts';
import { createFinance, createPayee } from '../payouts.ts';
import type { TestResponse } from '../responses.ts';
import { addProducts, type TestShop } from '../shop.ts';
import { giveCredit } from '../wallet-credit.ts';

/** Units of each product, in stock and ordered together. */
export const UNITS = 1000;
const CREDIT_KOBO = 450_001;

type Order = { id: OrderId; reference: string; buyer: Buyer };
/** Merchants, buyers and an operator of one story. */
export type Market = {
  shop: TestShop;
  merchants: Awaited<ReturnType<typeof createPayee>>[];
  products: ProductId[];
  /** One takes a part of the price, the other an amount. */
  coupons: string[];
  buyers: Buyer[];
  operate: Awaited<ReturnType<typeof createFinance>>;
  orders: Order[];
  disputes: { id: string; reference: string }[];
  /** Counts what needs a number of its own. */
  count: () => number;
};

export const createMarket = async (shop: TestShop, count: () => number): Promise<Market> => {
  const merchants = [await createPayee(shop, null), await createPayee(shop, null), await createPayee(shop, null)];
  const products = await addProducts(
    shop.db,
    merchants.flatMap(({ merchantId: merchant_id }, n) => [
      { merchant_id, price_kobo: 100_003 + n, stock: UNITS, weight_grams: 501 },
      { merchant_id, price_kobo: 77_777 - n, stock: UNITS, weight_grams: 100, perishable: true },
    ]),
  );
  const buyers = await Promise.all([0, 1, 2].map(() => createBuyer(shop, [])));
  for (const { accountId } of buyers) await giveCredit(shop.db, accountId, CREDIT_KOBO);
  const coupons = [await addCoupon(shop.db), await addCoupon(shop.db, { fixed_kobo: kobo(9_999) })];
  return {
    ...{ shop, merchants, products, buyers, count },
    coupons: coupons.map(({ code }) => code),
    operate: await createFinance(shop),
    orders: [],
    disputes: [],
  };
};

/** Expects a success or a named refusal, but not of the request's form. @returns the body of a success */
export const accept = async <T>(request: Promise<TestResponse>): Promise<T | undefined> => {
  const response = await request;
  if (response.statusCode === 200) return response.json<T>();
  const { code } = response.json<{ code?: string }>();
  expect(response.statusCode, response.body).toSatisfy((status) => status < 500 || status === 503);
  expect(code, response.body).toMatch(/^(?!invalid_input)[a-z_]+$/);
  return undefined;
};

/** Runs a job, and all others that are due. */
export const runJob = async ({ shop }: Market, kind: JobKind): Promise<void> => {
  await enqueue(shop.db, kind, {});
  expect(await shop.jobs.runDue()).toEqual([]);
};

/** The provider reports an event. */
export const report = async ({ shop }: Market, event: string, data: object): Promise<void> => {
  const webhook: Webhook = await sandboxPaymentsOf(shop).sign({ event, data });
  const { statusCode, body } = await shop.app.inject(webhookRequest(webhook));
  expect(statusCode, body).toBe(200);
  expect(await shop.jobs.runDue()).toEqual([]);
};

/** Fills the cart and orders it, with as much credit as possible or without, and pays. */
export const placeOrder = async (
  market: Market,
  buyer: Buyer,
  lines: readonly { product_id: ProductId; quantity: number }[],
  { coupon, withCredit }: { coupon: string | undefined; withCredit: boolean },
): Promise<void> => {
  await accept(buyer.call('POST', '/api/cart/save-bulk-items/', { cart_items: lines }));
  if (coupon) await accept(buyer.call('POST', '/checkout/apply-coupon/', { total: 1, coupon_code: coupon }));
  type CartLine = { product_id: number; quantity: number; price: string };
  const cart = (await accept<{ cart: CartLine[] }>(buyer.call('GET', '/api/cart/')))?.cart ?? [];
  if (cart.length === 0) return;
  const cart_items = cart.map(({ product_id, quantity, price }) => ({ product: product_id, quantity, price }));
  const request = { cart_items, shipping_address_id: buyer.addressId };
  type Rate = { data: Record<'sub_total' | 'total_shipment_rate' | 'total' | 'wallet_credit', number> };
  const rate = await accept<Rate>(buyer.call('POST', '/calculate-shipment-rate/', request));
  if (!rate) return;
  const { wallet_credit, sub_total, total_shipment_rate, total } = rate.data;
  const body = { ...request, sub_total, total_shipment_rate, total, ...(withCredit && { wallet_credit }) };
  type Placed = { order_id: OrderId; payment: { data: { reference: string } } };
  const placed = await accept<Placed>(buyer.submitCheckout(body));
  if (!placed) return;
  const { order_id: id, payment } = placed;
  const { reference } = payment.data;
  if (!market.orders.some((order) => order.id === id)) market.orders.push({ id, reference, buyer });
  await market.shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
};

/** The ids of the story's merchants. */
export const merchantIds = ({ merchants }: Market): MerchantId[] => merchants.map(({ merchantId }) => merchantId);
