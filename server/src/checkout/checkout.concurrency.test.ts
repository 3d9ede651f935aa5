import { kobo } from '@sokuwa/contract/money.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unpaidOrders } from '../orders/index.ts';
import { openDatabase, openPool } from '../platform/database.ts';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { RateLimiter } from '../platform/rate-limiter.ts';
import { isRefused, refuse } from '../platform/refusal.ts';
import { TableShipping } from '../ports/shipping/table.shipping.ts';
import { addAddress, addCoupon } from '../testing/checkout.ts';
import {
  addAccount,
  addProducts,
  openTestShop,
  signIn,
  type TestShop,
  waitUntilBlocked,
  waitUntilChangesQueued,
} from '../testing/shop.ts';
import { type Checkout, type CheckoutQuote, openCheckout, redeemCoupon } from './index.ts';

let shop: TestShop;
let checkout: Checkout;
let accountId: AccountId;
let headers: Record<string, string>;
let request: { accountId: AccountId; addressId: string };
let products: number[];
/** Runs during every request to the carrier. */
let duringRateRequest: () => Promise<unknown>;
let reports: unknown[];
let other: pg.Client;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  duringRateRequest = async () => undefined;
  reports = [];
  const table = new TableShipping(0);
  const shipping = {
    rate: async (shipment: Parameters<typeof table.rate>[0]) => {
      await duringRateRequest();
      return table.rate(shipment);
    },
  };
  checkout = openCheckout({
    db: shop.db,
    accountChanges: shop.accountChanges,
    geo: shop.geo,
    shipping,
    unpaidOrders,
    rateLimiter: new RateLimiter(shop.db, Number.POSITIVE_INFINITY),
    carrierCallsPerHour: 1,
    report: (error) => reports.push(error),
  });
  accountId = await addAccount(shop.db);
  headers = await signIn(shop.db, accountId);
  request = { accountId, addressId: await addAddress(shop.db, accountId) };
  products = await addProducts(
    shop.db,
    [333_333, 100_001, 1].map((price_kobo) => ({ price_kobo, weight_grams: 700, stock: 10 })),
  );
  for (const id of products) await addToCart(id, 3);
  other = new pg.Client(shop.connection);
  await other.connect();
});
afterEach(() => other.end());

const addToCart = (product_id: number, quantity: number) =>
  shop.app.inject({ method: 'POST', url: '/backend/api/cart/', headers, payload: { product_id, quantity } });
const withQuote = async <T>(use: (quote: CheckoutQuote) => Promise<T>) =>
  checkout.withQuote(request, async (_, quote) => use(quote));
const readQuote = async (): Promise<CheckoutQuote> => {
  const quote = await checkout.quote(request);
  if (isRefused(quote)) throw new Error(quote.refused);
  return quote;
};

describe('a quote', () => {
  it('adds up exactly, with the discount allocated to the lines', async () => {
    const { code, id } = await addCoupon(shop.db, { percent: 33 });
    const payload = { total: 1, coupon_code: code };
    await shop.app.inject({ method: 'POST', url: '/backend/checkout/apply-coupon/', headers, payload });
    const quote = await readQuote();
    const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
    expect(quote.coupon).toEqual({ id, code });
    expect(quote.subTotal).toBe(3 * (333_333 + 100_001 + 1));
    expect(quote.discount).toBe(Math.floor(quote.subTotal * 0.33));
    expect(sum(quote.items.map(({ total }) => total))).toBe(quote.subTotal);
    expect(sum(quote.items.map(({ discount }) => discount))).toBe(quote.discount);
    expect(quote.total).toBe(quote.subTotal - quote.discount + quote.shipmentFee);
  });

  it('is the same when it is displayed and when an order is placed', async () => {
    const displayed = await readQuote();
    expect(await withQuote(async (quote) => quote)).toEqual(displayed);
  });
});

describe('withQuote', () => {
  it('blocks changes of the cart, the prices and the stock', async () => {
    await readQuote();
    let writes: Promise<unknown>[] = [];
    const quote = await checkout.withQuote(request, async (trx, first) => {
      writes = [
        addToCart(products[0] ?? 0, 1),
        other.query('update product set price_kobo = 1, stock = 0 where id = $1', [products[1]]),
      ];
      await waitUntilChangesQueued(shop, accountId, 1);
      await waitUntilBlocked(shop.db, 1);
      const lines = await trx.selectFrom('cart_line').select('quantity').where('account_id', '=', accountId).execute();
      expect(lines.map(({ quantity }) => quantity)).toEqual([3, 3, 3]);
      return first;
    });
    await Promise.all(writes);
    if (isRefused(quote)) throw new Error(quote.refused);
    expect(quote.subTotal).toBe(3 * (333_333 + 100_001 + 1));
    expect(await checkout.quote(request)).toMatchObject({ refused: 'items_unavailable' });
  });

  it('does not deadlock when carts contain the same products in different order', async () => {
    const buyers = await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const buyer = await addAccount(shop.db);
        const buyerHeaders = await signIn(shop.db, buyer);
        for (const id of n % 2 ? products : products.toReversed())
          await shop.app.inject({
            method: 'POST',
            url: '/backend/api/cart/',
            headers: buyerHeaders,
            payload: { product_id: id },
          });
        return { accountId: buyer, addressId: await addAddress(shop.db, buyer) };
      }),
    );
    await other.query('begin');
    await other.query('select from product where id = $1 for no key update', [Math.min(...products)]);
    const orders = buyers.map((buyer) => checkout.withQuote(buyer, async (_, quote) => quote.items.length));
    await waitUntilBlocked(shop.db, orders.length);
    await other.query('commit');
    expect(await Promise.all(orders)).toEqual([3, 3, 3, 3]);
  });

  it('calls the carrier before it takes locks', async () => {
    const statusCodes: number[] = [];
    duringRateRequest = async () => {
      // This request would block forever if the account were locked.
      statusCodes.push((await addToCart(products[2] ?? 0, 1)).statusCode);
      duringRateRequest = async () => undefined;
    };
    const quantities = await withQuote(async ({ items }) => items.map(({ quantity }) => quantity));
    expect(statusCodes).toEqual([200]);
    // The cart changed during the first request, so the quote needs a second one.
    expect(quantities).toEqual([3, 3, 4]);
  });

  it('refuses and reports a cart that changes during every request to the carrier', async () => {
    duringRateRequest = () => addToCart(products[2] ?? 0, 1);
    expect(await withQuote(async () => 'done')).toMatchObject({ refused: 'carrier_unavailable' });
    expect(reports).toHaveLength(1);
  });

  it('refuses with token_invalid when the account is deleted meanwhile', async () => {
    duringRateRequest = () => shop.db.deleteFrom('account').where('id', '=', accountId).execute();
    expect(await withQuote(async () => 'done')).toMatchObject({ refused: 'token_invalid' });
    expect(await withQuote(async () => 'done')).toMatchObject({ refused: 'token_invalid' });
  });

  it.each([
    ['refuses', async () => refuse('coupon_used_up')],
    [
      'fails',
      async () => {
        throw new Error('broken');
      },
    ],
  ])('rolls back when the callback %s', async (_, finish) => {
    const id = products[0] as ProductId;
    const order = checkout.withQuote(request, async (trx) => {
      await trx.updateTable('product').set({ stock: 1 }).where('id', '=', id).execute();
      return finish();
    });
    const result = await order.catch((error: Error) => error.message);
    expect(isRefused(result) ? result.refused : result).toBe(isRefused(result) ? 'coupon_used_up' : 'broken');
    const { stock } = await shop.db
      .selectFrom('product')
      .select('stock')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stock).toBe(10);
  });

  it('gives a coupon with one use to one of twenty concurrent orders', { tags: ['@CHECKOUT-46'] }, async () => {
    const { id } = await addCoupon(shop.db, { max_uses: 1, fixed_kobo: kobo(100) });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => addAccount(shop.db)));
    await other.query('begin');
    await other.query('select from coupon where id = $1 for no key update', [id]);
    const pool = openPool(shop.connection, 20, (error) => reports.push(error));
    const db = openDatabase(pool);
    const redeemed = buyers.map((buyer) => db.transaction().execute((trx) => redeemCoupon(trx, buyer, id)));
    await waitUntilBlocked(shop.db, 20);
    await other.query('commit');
    const results = await Promise.all(redeemed);
    await pool.end();
    expect(results.filter((result) => result === undefined)).toHaveLength(1);
    expect(results.filter((result) => result?.refused === 'coupon_used_up')).toHaveLength(19);
    const { uses } = await shop.db.selectFrom('coupon').select('uses').where('id', '=', id).executeTakeFirstOrThrow();
    expect(uses).toBe(1);
  });

  it('stores one of two coupons that are applied concurrently', async () => {
    const coupons = [await addCoupon(shop.db), await addCoupon(shop.db)];
    await other.query('begin');
    await other.query('select from account where id = $1 for no key update', [accountId]);
    const pending = coupons.map(({ code }) =>
      shop.app.inject({
        method: 'POST',
        url: '/backend/checkout/apply-coupon/',
        headers,
        payload: { coupon_code: code },
      }),
    );
    await waitUntilChangesQueued(shop, accountId, 2);
    await other.query('commit');
    expect((await Promise.all(pending)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(coupons.map(({ code }) => code)).toContain((await readQuote()).coupon?.code);
  });
});
