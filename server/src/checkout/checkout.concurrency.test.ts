import { kobo } from '@sokuwa/contract/money.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unpaidOrders } from '../orders/index.ts';
import { openDatabase, openPool } from '../platform/database.ts';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { isRefused, refuse } from '../platform/refusal.ts';
import { TableShipping } from '../ports/shipping/table.shipping.ts';
import { addAddress, addCoupon } from '../testing/checkout.ts';
import { addAccount, addProducts, openTestShop, signIn, type TestShop, untilBlocked } from '../testing/shop.ts';
import { type Checkout, openCheckout, type Quote, takeCoupon } from './index.ts';

let shop: TestShop;
let checkout: Checkout;
let account: AccountId;
let headers: Record<string, string>;
let ask: { account: AccountId; addressId: string };
let products: number[];
/** Done whenever the carrier is asked. */
let whileAsked: () => Promise<unknown>;
let reports: unknown[];
let other: pg.Client;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  whileAsked = async () => undefined;
  reports = [];
  const table = new TableShipping(0);
  const shipping = {
    rate: async (shipment: Parameters<typeof table.rate>[0]) => {
      await whileAsked();
      return table.rate(shipment);
    },
  };
  checkout = openCheckout({
    db: shop.db,
    geo: shop.geo,
    shipping,
    unpaidOrders: unpaidOrders,
    report: (error) => reports.push(error),
  });
  account = await addAccount(shop.db);
  headers = await signIn(shop.db, account);
  ask = { account, addressId: await addAddress(shop.db, account) };
  products = await addProducts(
    shop.db,
    [333_333, 100_001, 1].map((price_kobo) => ({ price_kobo, weight_grams: 700, stock: 10 })),
  );
  for (const id of products) await put(id, 3);
  other = new pg.Client(shop.connection);
  await other.connect();
});
afterEach(() => other.end());

const put = (product_id: number, quantity: number) =>
  shop.app.inject({ method: 'POST', url: '/backend/api/cart/', headers, payload: { product_id, quantity } });
const quoted = async <T>(use: (quote: Quote) => Promise<T>) => checkout.withQuote(ask, async (_, quote) => use(quote));
const read = async (): Promise<Quote> => {
  const quote = await checkout.quote(ask);
  if (isRefused(quote)) throw new Error(quote.refused);
  return quote;
};

describe('a quote', () => {
  it('adds up to the last kobo, the coupon shared out to the lines', async () => {
    const { code, id } = await addCoupon(shop.db, { percent: 33 });
    const payload = { total: 1, coupon_code: code };
    await shop.app.inject({ method: 'POST', url: '/backend/checkout/apply-coupon/', headers, payload });
    const quote = await read();
    const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0);
    expect(quote.coupon).toEqual({ id, code });
    expect(quote.subTotal).toBe(3 * (333_333 + 100_001 + 1));
    expect(quote.discount).toBe(Math.floor(quote.subTotal * 0.33));
    expect(sum(quote.items.map(({ total }) => total))).toBe(quote.subTotal);
    expect(sum(quote.items.map(({ discount }) => discount))).toBe(quote.discount);
    expect(quote.total).toBe(quote.subTotal - quote.discount + quote.shipment);
  });

  it('is the same for the rate that is shown and for the order that is placed', async () => {
    const shown = await read();
    expect(await quoted(async (quote) => quote)).toEqual(shown);
  });
});

describe('while an order is placed', () => {
  it('neither its cart nor its prices nor its stock can change', async () => {
    await read();
    let writes: Promise<unknown>[] = [];
    const quote = await checkout.withQuote(ask, async (trx, first) => {
      writes = [
        put(products[0] ?? 0, 1),
        other.query('update product set price_kobo = 1, stock = 0 where id = $1', [products[1]]),
      ];
      await untilBlocked(shop.db, writes.length);
      const held = await trx.selectFrom('cart_line').select('quantity').where('account_id', '=', account).execute();
      expect(held.map(({ quantity }) => quantity)).toEqual([3, 3, 3]);
      return first;
    });
    await Promise.all(writes);
    if (isRefused(quote)) throw new Error(quote.refused);
    expect(quote.subTotal).toBe(3 * (333_333 + 100_001 + 1));
    expect(await checkout.quote(ask)).toMatchObject({ refused: 'items_unavailable' });
  });

  it('orders with the same products in other orders wait for each other without deadlock', async () => {
    const buyers = await Promise.all(
      Array.from({ length: 4 }, async (_, n) => {
        const buyer = await addAccount(shop.db);
        const of = await signIn(shop.db, buyer);
        for (const id of n % 2 ? products : products.toReversed())
          await shop.app.inject({
            method: 'POST',
            url: '/backend/api/cart/',
            headers: of,
            payload: { product_id: id },
          });
        return { account: buyer, addressId: await addAddress(shop.db, buyer) };
      }),
    );
    await other.query('begin');
    await other.query('select from product where id = $1 for no key update', [Math.min(...products)]);
    const orders = buyers.map((buyer) => checkout.withQuote(buyer, async (_, quote) => quote.items.length));
    await untilBlocked(shop.db, orders.length);
    await other.query('commit');
    expect(await Promise.all(orders)).toEqual([3, 3, 3, 3]);
  });

  it('the carrier is asked before, and holds up nobody', async () => {
    const seen: number[] = [];
    whileAsked = async () => {
      // Would wait for ever if the account were locked.
      seen.push((await put(products[2] ?? 0, 1)).statusCode);
      whileAsked = async () => undefined;
    };
    const quantities = await quoted(async ({ items }) => items.map(({ quantity }) => quantity));
    expect(seen).toEqual([200]);
    // The cart changed meanwhile, so the carrier was asked again, and the quote is of the cart as it is now.
    expect(quantities).toEqual([3, 3, 4]);
  });

  it('a cart that never rests gets no quote, and the operator is told', async () => {
    whileAsked = () => put(products[2] ?? 0, 1);
    expect(await quoted(async () => 'done')).toMatchObject({ refused: 'carrier_unavailable' });
    expect(reports).toHaveLength(1);
  });

  it('an account that is deleted meanwhile finds its token invalid', async () => {
    whileAsked = () => shop.db.deleteFrom('account').where('id', '=', account).execute();
    expect(await quoted(async () => 'done')).toMatchObject({ refused: 'token_invalid' });
    expect(await quoted(async () => 'done')).toMatchObject({ refused: 'token_invalid' });
  });

  it.each([
    ['refuses', async () => refuse('coupon_used_up')],
    [
      'fails',
      async () => {
        throw new Error('broken');
      },
    ],
  ])('nothing stays of one that %s', async (_, end) => {
    const id = products[0] as ProductId;
    const order = checkout.withQuote(ask, async (trx) => {
      await trx.updateTable('product').set({ stock: 1 }).where('id', '=', id).execute();
      return end();
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

  it('a coupon of one use goes to one of twenty at once', { tags: ['@CHECKOUT-46'] }, async () => {
    const { id } = await addCoupon(shop.db, { max_uses: 1, fixed_kobo: kobo(100) });
    const buyers = await Promise.all(Array.from({ length: 20 }, () => addAccount(shop.db)));
    await other.query('begin');
    await other.query('select from coupon where id = $1 for no key update', [id]);
    const pool = openPool(shop.connection, 20, (error) => reports.push(error));
    const db = openDatabase(pool);
    const taken = buyers.map((buyer) => db.transaction().execute((trx) => takeCoupon(trx, buyer, id)));
    await untilBlocked(shop.db, 20);
    await other.query('commit');
    const results = await Promise.all(taken);
    await pool.end();
    expect(results.filter((result) => result === undefined)).toHaveLength(1);
    expect(results.filter((result) => result?.refused === 'coupon_used_up')).toHaveLength(19);
    const { uses } = await shop.db.selectFrom('coupon').select('uses').where('id', '=', id).executeTakeFirstOrThrow();
    expect(uses).toBe(1);
  });

  it('two applied at once leave one of them', async () => {
    const coupons = [await addCoupon(shop.db), await addCoupon(shop.db)];
    await other.query('begin');
    await other.query('select from account where id = $1 for no key update', [account]);
    const begun = coupons.map(({ code }) =>
      shop.app.inject({
        method: 'POST',
        url: '/backend/checkout/apply-coupon/',
        headers,
        payload: { coupon_code: code },
      }),
    );
    await untilBlocked(shop.db, 2);
    await other.query('commit');
    expect((await Promise.all(begun)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(coupons.map(({ code }) => code)).toContain((await read()).coupon?.code);
  });
});
