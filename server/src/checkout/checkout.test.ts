import type { ShipmentRate } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { type NoRate, type Shipment, ShippingError, type ShippingRate } from '../ports/shipping/shipping.port.ts';
import { TableShipping } from '../ports/shipping/table.shipping.ts';
import { expectRefusal } from '../testing/answers.ts';
import { addAddress } from '../testing/checkout.ts';
import { addAccount, addProduct, changeProduct, openTestShop, signIn, type TestShop } from '../testing/shop.ts';

const table = new TableShipping(0);
/** The carrier of these tests: the table, unless a test has it answer something else. */
let carrier: (shipment: Shipment) => Promise<ShippingRate | NoRate>;
let asked: Shipment[];

let shop: TestShop;
let account: AccountId;
let headers: Record<string, string>;
let address: string;
/** ₦12,450 and six kilograms; ten are in stock. */
let yam: ProductId;
beforeAll(async () => {
  const shipping = {
    rate: (shipment: Shipment) => {
      asked.push(shipment);
      return carrier(shipment);
    },
  };
  shop = await openTestShop({}, undefined, { shipping });
});
afterAll(() => shop.close());
beforeEach(async () => {
  asked = [];
  carrier = (shipment) => table.rate(shipment);
  account = await addAccount(shop.db);
  headers = await signIn(shop.db, account);
  address = await addAddress(shop.db, account);
  yam = await addProduct(shop.db, { title: 'Puna yam', price_kobo: 1_245_000, weight_grams: 6000, stock: 10 });
});

const put = (product_id: number, quantity: number) =>
  shop.app.inject({ method: 'POST', url: '/backend/api/cart/', headers, payload: { product_id, quantity } });
const ask = (payload: object = {}, query = '', as = headers) =>
  shop.app.inject({
    method: 'POST',
    url: `/backend/calculate-shipment-rate/${query}`,
    headers: as,
    payload: { cart_items: [], shipping_address_id: address, ...payload },
  });
const rate = async (payload: object = {}, query = '') => (await ask(payload, query)).json<ShipmentRate>().data;
const setProduct = (changes: Parameters<typeof changeProduct>[2]) => changeProduct(shop.db, yam, changes);

describe('a shipment rate', () => {
  it('has all fields of the specification, by the prices, weights and rates of the shop', {
    tags: ['@CHECKOUT-21', '@CHECKOUT-22'],
  }, async () => {
    await put(yam, 2);
    const answer = await ask({ cart_items: [{ product: yam, quantity: 2, price: '12,450', weight: 6 }] });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      data: {
        sub_total: 24_900,
        discount: 0,
        formatted_discount: '₦0',
        // 12 kg in one box: $2 and 19 steps at 30 cents, 4 at 25; a dollar is ₦1,500.
        total_shipment_rate: 13_050,
        formatted_total_shipment_rate: '₦13,050',
        total: 37_950,
        formatted_total: '₦37,950',
        wallet_credit: 0,
        formatted_wallet_credit: '₦0',
        formatted_total_after_credit: '₦37,950',
        converted_total: 'US$25.30',
        exchange_rate: 'US$1 = ₦1,500',
        exchange_rate_date: '2026-11-01',
        estimated_delivery_duration: '2 to 4 working days',
        coupon_code: null,
        coupon_message: '',
        changes: [],
      },
    });
    expect(asked).toEqual([
      {
        to: {
          countryCode: 'NG',
          region: 'Lagos',
          city: 'Lagos',
          postalCode: '101231',
          lines: ['12 Broad Street'],
        },
        grams: 12_000,
      },
    ]);
  });

  it('to another country holds no duties and no taxes', { tags: ['@CHECKOUT-31', '@ORDER-10'] }, async () => {
    await put(yam, 2);
    for (const [country_code, country] of [
      ['GB', 'United Kingdom'],
      ['JP', 'Japan'],
    ] as const) {
      const abroad = await addAddress(shop.db, account, { country_code, country, line1: country, is_default: false });
      const { sub_total, total_shipment_rate, total } = await rate({ shipping_address_id: abroad });
      expect(asked.at(-1)?.to.countryCode).toBe(country_code);
      expect([sub_total, total]).toEqual([24_900, sub_total + total_shipment_rate]);
    }
  });

  it('is converted for the country that is asked for', async () => {
    await put(yam, 2);
    expect(await rate({}, '?country_code=GB')).toMatchObject({
      converted_total: '£18.98',
      exchange_rate: '£1 = ₦2,000',
    });
    expectRefusal(await ask({}, '?country_code=QQ'), 'unknown_country');
  });

  it('is of the cart, whatever was sent, and says what differs', {
    tags: ['@CHECKOUT-25', '@PAYMENT-12'],
  }, async () => {
    const oil = await addProduct(shop.db, { title: 'Palm oil', price_kobo: 100_050 });
    await put(yam, 2);
    await put(oil, 1);
    const { changes, total } = await rate({
      cart_items: [
        { product: yam, quantity: 1, price: 1, weight: '0.001' },
        { product: 2_147_483_647, quantity: 1 },
      ],
    });
    expect(changes).toEqual([
      'Your cart holds 2 of "Puna yam".',
      '"Puna yam" now costs ₦12,450.',
      'Your cart holds 1 of "Palm oil".',
      'Your cart does not hold some of these products any more.',
    ]);
    expect(total).toBe((await rate()).total);
  });

  it('follows prices and quantities', async () => {
    await put(yam, 1);
    const before = await rate();
    await setProduct({ price_kobo: 2_000_050 });
    expect(await rate()).toMatchObject({ sub_total: 20_000.5, total_shipment_rate: before.total_shipment_rate });
    await put(yam, 3);
    const after = await rate();
    expect(after.sub_total).toBe(80_002);
    expect(after.total_shipment_rate).toBeGreaterThan(before.total_shipment_rate);
  });

  it('counts for half an hour, so that what was shown is what is charged', async () => {
    await put(yam, 1);
    const first = await rate();
    carrier = async () => ({ amount: '99.99', currency: 'USD', minDays: 1, maxDays: 1 });
    expect(await rate()).toEqual(first);
    expect(asked).toHaveLength(1);
    const age = (minutes: number) =>
      shop.db
        .updateTable('checkout')
        .set({ rate_at: new Date(Date.now() - minutes * 60_000) })
        .where('account_id', '=', account)
        .execute();
    await age(29);
    expect(await rate()).toEqual(first);
    await age(31);
    expect(await rate()).toMatchObject({
      total_shipment_rate: 149_985,
      estimated_delivery_duration: '1 working day',
    });
  });

  it('is asked anew for another address, and never given to another account', async () => {
    await put(yam, 1);
    await rate();
    const abuja = await addAddress(shop.db, account, { city: 'Abuja', is_default: false });
    await rate({ shipping_address_id: abuja });
    expect(asked.map(({ to }) => to.city)).toEqual(['Lagos', 'Abuja']);
    const kept = await shop.db.selectFrom('checkout').selectAll().where('account_id', '=', account).execute();
    expect(kept).toHaveLength(1);
  });

  it("takes a carrier's price in any currency of the shop, up to the next kobo", async () => {
    await put(yam, 1);
    carrier = async () => ({ amount: '10.0001', currency: 'GBP', minDays: 3, maxDays: 3 });
    expect(await rate()).toMatchObject({
      total_shipment_rate: 20_000.2,
      formatted_total_shipment_rate: '₦20,000.20',
      estimated_delivery_duration: '3 working days',
    });
  });
});

describe('a shipment rate is refused', () => {
  it('for an empty cart', async () => {
    expectRefusal(await ask({ cart_items: [{ product: yam, quantity: 1 }] }), 'cart_empty');
  });

  it("for an address that there is not, or is another's", async () => {
    await put(yam, 1);
    const theirs = await addAddress(shop.db, await addAccount(shop.db));
    for (const id of [theirs, 'nowhere', '', "' or 1=1 --", '\0'])
      expectRefusal(await ask({ shipping_address_id: id }), 'not_found');
  });

  it('for what the stock does not cover any more, by name', async () => {
    await put(yam, 4);
    await setProduct({ stock: 3 });
    const answer = await ask();
    expectRefusal(answer, 'items_unavailable', 'There are only 3 of "Puna yam" left. Please change your cart.');
    expect(answer.json().errors).toEqual({ cart_items: ['There are only 3 of "Puna yam" left.'] });
    await shop.db.deleteFrom('product').where('id', '=', yam).execute();
    expect((await ask()).json().detail).toBe('"Puna yam" is sold out. Please change your cart.');
  });

  it('for a country that is not served, by name', { tags: ['@CHECKOUT-29'] }, async () => {
    await put(yam, 1);
    const far = { country_code: 'KP', country: 'North Korea', is_default: false };
    const answer = await ask({ shipping_address_id: await addAddress(shop.db, account, far) });
    const text = 'We do not deliver to North Korea yet. Please choose another address.';
    expectRefusal(answer, 'country_not_served', text);
  });

  it('for more than one shipment carries', async () => {
    const stone = await addProduct(shop.db, { weight_grams: 500_000, stock: 1_000_000 });
    await put(stone, 3);
    expectRefusal(await ask(), 'shipment_too_heavy');
    await put(stone, 900_000);
    expectRefusal(await ask(), 'shipment_too_heavy');
  });

  it.each<[string, () => Promise<ShippingRate>]>([
    [
      'is away',
      async () => {
        throw new ShippingError('no answer');
      },
    ],
    ['asks for money of nowhere', async () => ({ amount: '5', currency: 'QQQ', minDays: 1, maxDays: 1 })],
  ])(
    'while the carrier %s, and given as soon as it is not',
    { tags: ['@CHECKOUT-23', '@CHECKOUT-30'] },
    async (_, answer) => {
      await put(yam, 1);
      carrier = answer;
      const refused = await ask();
      expectRefusal(refused, 'carrier_unavailable');
      expect(refused.json().message).toBe('Failed to retrieve shipping rate');
      carrier = (shipment) => table.rate(shipment);
      expect((await ask()).statusCode).toBe(200);
    },
  );

  it('as an error of the shop when the carrier fails in a way that nobody foresaw', async () => {
    await put(yam, 1);
    carrier = async () => {
      throw new TypeError('a mistake in the adapter');
    };
    expectRefusal(await ask(), 'internal_error');
  });

  it.each<[string, object]>([
    ['cart_items', { cart_items: null }],
    ['cart_items.0.product', { cart_items: [{ quantity: 1 }] }],
    ['cart_items.0.quantity', { cart_items: [{ product: 1, quantity: 0 }] }],
    ['cart_items.0.price', { cart_items: [{ product: 1, quantity: 1, price: 'cheap' }] }],
    ['cart_items.0.price', { cart_items: [{ product: 1, quantity: 1, price: 1e300 }] }],
    ['cart_items', { cart_items: Array.from({ length: 501 }, () => ({ product: 1, quantity: 1 })) }],
    ['shipping_address_id', { shipping_address_id: 5 }],
    ['shipping_address_id', { shipping_address_id: undefined }],
  ])('for a wrong %s', async (field, payload) => {
    const answer = await ask(payload);
    expectRefusal(answer, 'invalid_input');
    expect(Object.keys(answer.json().errors)).toEqual([field]);
  });
});

it('what a checkout keeps goes with its account', async () => {
  await put(yam, 1);
  await rate();
  await shop.db.deleteFrom('account').where('id', '=', account).execute();
  const kept = await shop.db.selectFrom('checkout').selectAll().where('account_id', '=', account).execute();
  expect(kept).toEqual([]);
});
