import type { FoundByMerchant, FoundByOperator } from '@sokuwa/contract/find/find.schemas.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrderId } from '../platform/ids.ts';
import { openDeskAs, type TestDesk } from '../testing/desk.ts';
import { createMerchant, type TestMerchant } from '../testing/merchant.ts';
import { createShopper, createStore } from '../testing/messages.ts';
import { signInOperator } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { type PaidOrder, placePaidOrder } from '../testing/sales.ts';
import { addProducts, openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
let store: Awaited<ReturnType<typeof createStore>>;
let merchant: TestMerchant;
let order: PaidOrder;
let threadId: string;
let desk: TestDesk;
beforeAll(async () => {
  shop = await openTestShop();
  store = await createStore(shop);
  merchant = await createMerchant(shop, store.merchantId);
  await addProducts(shop.db, [
    { merchant_id: store.merchantId, stock: 9, title: 'Ìjẹ̀bú garri, extra sour', price_kobo: 546_000 },
  ]);
  order = await placePaidOrder(shop, [[store.productId, 2]]);
  const shopper = await createShopper(shop, { first_name: 'Tunde', last_name: 'Bakare' });
  threadId = await shopper.sendQuestion(store.productId, 'Party', 'Do you have ten bags of garri?');
  desk = await openDeskAs(shop, null, 'owner');
});
afterAll(() => shop.close());

const find = async (query: string, of: TestMerchant = merchant): Promise<FoundByMerchant> => {
  const response = await of.call('GET', `/search/?query=${encodeURIComponent(query)}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};
const findAsOperator = async (query: string, of: TestDesk = desk): Promise<FoundByOperator> => {
  const response = await of.call('GET', `/operator/search/?query=${encodeURIComponent(query)}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

describe("a merchant's search", () => {
  it('finds an order by its id, with what a list shows of it', { tags: ['@DESK-16'] }, async () => {
    const { orders, products, messages } = await find(order.id);
    expect(orders).toMatchObject([
      {
        order_id: order.id,
        status: 'to_ship',
        title: 'Indigo adire kaftan',
        lines: 1,
        pieces: 2,
        city: expect.any(String),
      },
    ]);
    expect(orders[0]?.amount).toBeGreaterThan(0);
    expect([products, messages]).toEqual([[], []]);
  });

  it('finds products and messages with the same word', { tags: ['@DESK-16'] }, async () => {
    const found = await find('garri');
    expect(found).toMatchObject({
      orders: [],
      products: [{ title: 'Ìjẹ̀bú garri, extra sour', stock: 9, state: 'live', sale_price: 5460 }],
      messages: [
        {
          id: threadId,
          with_name: 'Tunde Bakare',
          subject: 'Party',
          text: 'Do you have ten bags of garri?',
          is_unanswered: true,
        },
      ],
    });
    expect((await find('bakare')).messages).toHaveLength(1);
  });

  it('finds five of each, and nothing of another merchant', { tags: ['@DESK-16', '@STAFF-1'] }, async () => {
    const other = await createMerchant(shop);
    for (const query of ['garri', order.id, 'bakare'])
      expect(await find(query, other)).toEqual({ orders: [], products: [], messages: [] });
    await addProducts(
      shop.db,
      Array.from({ length: 7 }, (_, n) => ({ merchant_id: other.id, stock: 1, title: `Calabash ${n}` })),
    );
    expect((await find('calabash', other)).products).toHaveLength(5);
  });

  it.each(["''", '%%', '*:&|!', '💥💥', '…..', 'é'.repeat(50), '/merchant/1'])(
    'answers %j',
    { tags: ['@DESK-16'] },
    async (text) => {
      await find(text);
      await findAsOperator(text);
    },
  );
});

describe("an operator's search", () => {
  it('finds an order with its payment, by id or reference', { tags: ['@DESK-17'] }, async () => {
    for (const query of [order.id, order.id.toLowerCase(), order.reference]) {
      const { orders, payments } = await findAsOperator(query);
      expect(orders, query).toMatchObject([{ id: order.id as OrderId }]);
      expect(payments, query).toMatchObject([{ reference: order.reference, status: 'success' }]);
    }
  });

  it('finds customers, merchants and products', { tags: ['@DESK-17'] }, async () => {
    expect(await findAsOperator(order.buyer.email)).toMatchObject({
      customers: [{ email: order.buyer.email }],
      orders: [{ id: order.id }],
    });
    expect((await findAsOperator('bakare')).customers).toMatchObject([{ first_name: 'Tunde' }]);
    expect((await findAsOperator('balogun')).merchants).toMatchObject([{ id: store.merchantId }]);
    expect((await findAsOperator('garri')).products).toMatchObject([{ title: 'Ìjẹ̀bú garri, extra sour', stock: 9 }]);
  });

  it('leaves out what the role may not read', { tags: ['@DESK-17', '@STAFF-4'] }, async () => {
    const found = await findAsOperator('garri', await openDeskAs(shop, null, 'catalogue'));
    expect(found).toMatchObject({ orders: null, payments: null, customers: null, merchants: [] });
    expect(found.products).toHaveLength(1);
  });
});

describe('a search', () => {
  it('is refused without two letters, without a token, and with that of the other kind', {
    tags: ['@DESK-16', '@DESK-17'],
  }, async () => {
    const operator = await signInOperator(shop);
    for (const [url, headers, foreign] of [
      ['/backend/merchant/search/', merchant.headers, operator],
      ['/backend/operator/search/', operator, merchant.headers],
    ] as const) {
      for (const query of ['', '?query=', '?query=a', '?query=%20a%20', `?query=${'a'.repeat(101)}`])
        expectRefusal(await shop.app.inject({ url: url + query, headers }), 'invalid_input');
      expectRefusal(await shop.app.inject({ url: `${url}?query=garri` }), 'credentials_missing');
      expectRefusal(await shop.app.inject({ url: `${url}?query=garri`, headers: foreign }), 'token_invalid');
      expect((await shop.app.inject({ url: `${url}?query=garri`, headers })).statusCode).toBe(200);
    }
  });
});
