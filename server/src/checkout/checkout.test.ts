import type { ShipmentRate } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { type NoRate, type Shipment, ShippingError, type ShippingRate } from '../ports/shipping/shipping.port.ts';
import { TableShipping } from '../ports/shipping/table.shipping.ts';
import { addAddress } from '../testing/checkout.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, addProduct, openTestShop, signIn, type TestShop, updateProduct } from '../testing/shop.ts';

const table = new TableShipping(0);
/** The carrier's rates: from the table, unless a test replaces them. */
let carrier: (shipment: Shipment) => Promise<ShippingRate | NoRate>;
/** The shipments for which the shop requested a rate. */
let rateRequests: Shipment[];

let shop: TestShop;
let accountId: AccountId;
let headers: Record<string, string>;
let addressId: string;
/** A product of ₦12,450 and 6 kg, with ten pieces in stock. */
let yam: ProductId;
beforeAll(async () => {
  const shipping = {
    rate: (shipment: Shipment) => {
      rateRequests.push(shipment);
      return carrier(shipment);
    },
  };
  shop = await openTestShop({}, undefined, { shipping });
});
afterAll(() => shop.close());
beforeEach(async () => {
  rateRequests = [];
  carrier = (shipment) => table.rate(shipment);
  accountId = await addAccount(shop.db);
  headers = await signIn(shop.db, accountId);
  addressId = await addAddress(shop.db, accountId);
  yam = await addProduct(shop.db, { title: 'Puna yam', price_kobo: 1_245_000, weight_grams: 6000, stock: 10 });
});

const addToCart = (product_id: number, quantity: number) =>
  shop.app.inject({ method: 'POST', url: '/backend/api/cart/', headers, payload: { product_id, quantity } });
const requestRate = (payload: object = {}, query = '') =>
  shop.app.inject({
    method: 'POST',
    url: `/backend/calculate-shipment-rate/${query}`,
    headers,
    payload: { cart_items: [], shipping_address_id: addressId, ...payload },
  });
const readRate = async (payload: object = {}, query = '') =>
  (await requestRate(payload, query)).json<ShipmentRate>().data;
const setProduct = (changes: Parameters<typeof updateProduct>[2]) => updateProduct(shop.db, yam, changes);

describe('a shipment rate', () => {
  it('has all fields of the specification, computed from stored prices, weights and rates', {
    tags: ['@CHECKOUT-21', '@CHECKOUT-22'],
  }, async () => {
    await addToCart(yam, 2);
    const response = await requestRate({ cart_items: [{ product: yam, quantity: 2, price: '12,450', weight: 6 }] });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      data: {
        sub_total: 24_900,
        discount: 0,
        formatted_discount: '₦0',
        // 12 kg in one box: $2 + 19 × 30 cents + 4 × 25 cents, at ₦1,500 per dollar.
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
    expect(rateRequests).toEqual([
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

  it('includes no duties or taxes for another country', { tags: ['@CHECKOUT-31', '@ORDER-10'] }, async () => {
    await addToCart(yam, 2);
    for (const [country_code, country] of [
      ['GB', 'United Kingdom'],
      ['JP', 'Japan'],
    ] as const) {
      const abroad = await addAddress(shop.db, accountId, { country_code, country, line1: country, is_default: false });
      const { sub_total, total_shipment_rate, total } = await readRate({ shipping_address_id: abroad });
      expect(rateRequests.at(-1)?.to.countryCode).toBe(country_code);
      expect([sub_total, total]).toEqual([24_900, sub_total + total_shipment_rate]);
    }
  });

  it('is converted to the currency of the requested country', async () => {
    await addToCart(yam, 2);
    expect(await readRate({}, '?country_code=GB')).toMatchObject({
      converted_total: '£18.98',
      exchange_rate: '£1 = ₦2,000',
    });
    expectRefusal(await requestRate({}, '?country_code=QQ'), 'unknown_country');
  });

  it('is computed from the stored cart, and lists the differences to the request', {
    tags: ['@CHECKOUT-25', '@PAYMENT-12'],
  }, async () => {
    const oil = await addProduct(shop.db, { title: 'Palm oil', price_kobo: 100_050 });
    await addToCart(yam, 2);
    await addToCart(oil, 1);
    const { changes, total } = await readRate({
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
    expect(total).toBe((await readRate()).total);
  });

  it('changes with prices and quantities', async () => {
    await addToCart(yam, 1);
    const before = await readRate();
    await setProduct({ price_kobo: 2_000_050 });
    expect(await readRate()).toMatchObject({ sub_total: 20_000.5, total_shipment_rate: before.total_shipment_rate });
    await addToCart(yam, 3);
    const after = await readRate();
    expect(after.sub_total).toBe(80_002);
    expect(after.total_shipment_rate).toBeGreaterThan(before.total_shipment_rate);
  });

  it('stays the same for 30 minutes, so that the displayed rate is charged', async () => {
    await addToCart(yam, 1);
    const first = await readRate();
    carrier = async () => ({ amount: '99.99', currency: 'USD', minDays: 1, maxDays: 1 });
    expect(await readRate()).toEqual(first);
    expect(rateRequests).toHaveLength(1);
    const setAge = (minutes: number) =>
      shop.db
        .updateTable('checkout_rate')
        .set({ rated_at: new Date(Date.now() - minutes * 60_000) })
        .where('account_id', '=', accountId)
        .execute();
    await setAge(29);
    expect(await readRate()).toEqual(first);
    await setAge(31);
    expect(await readRate()).toMatchObject({
      total_shipment_rate: 149_985,
      estimated_delivery_duration: '1 working day',
    });
  });

  it('is requested once for each address and cart, also when they alternate', { tags: ['@CHECKOUT-58'] }, async () => {
    await addToCart(yam, 1);
    const abuja = await addAddress(shop.db, accountId, { city: 'Abuja', is_default: false });
    const rates = [];
    for (let n = 0; n < 5; n++) {
      rates.push(await readRate());
      rates.push(await readRate({ shipping_address_id: abuja }));
    }
    expect(rateRequests.map(({ to }) => to.city)).toEqual(['Lagos', 'Abuja']);
    for (const rate of rates) expect(rate.total_shipment_rate).toBe(rates[0]?.total_shipment_rate);
    await addToCart(yam, 1);
    await readRate();
    expect(rateRequests).toHaveLength(3);
  });

  it('that has expired is deleted with the next request to the carrier', async () => {
    await addToCart(yam, 1);
    await readRate();
    await shop.db
      .updateTable('checkout_rate')
      .set({ rated_at: new Date(Date.now() - 31 * 60_000) })
      .where('account_id', '=', accountId)
      .execute();
    await readRate({ shipping_address_id: await addAddress(shop.db, accountId, { city: 'Abuja', is_default: false }) });
    const rows = await shop.db.selectFrom('checkout_rate').selectAll().where('account_id', '=', accountId).execute();
    expect(rows).toHaveLength(1);
  });

  it("converts a carrier's price from any currency of the shop, rounded up to a kobo", async () => {
    await addToCart(yam, 1);
    carrier = async () => ({ amount: '10.0001', currency: 'GBP', minDays: 3, maxDays: 3 });
    expect(await readRate()).toMatchObject({
      total_shipment_rate: 20_000.2,
      formatted_total_shipment_rate: '₦20,000.20',
      estimated_delivery_duration: '3 working days',
    });
  });
});

describe('a shipment rate is refused', () => {
  it('for an empty cart', async () => {
    expectRefusal(await requestRate({ cart_items: [{ product: yam, quantity: 1 }] }), 'cart_empty');
  });

  it('for an address that does not exist or belongs to another account', async () => {
    await addToCart(yam, 1);
    const foreign = await addAddress(shop.db, await addAccount(shop.db));
    for (const id of [foreign, 'nowhere', '', "' or 1=1 --", '\0'])
      expectRefusal(await requestRate({ shipping_address_id: id }), 'not_found');
  });

  it('for a product that the stock no longer covers, with its name in the text', async () => {
    await addToCart(yam, 4);
    await setProduct({ stock: 3 });
    const response = await requestRate();
    expectRefusal(response, 'items_unavailable', 'There are only 3 of "Puna yam" left. Please change your cart.');
    expect(response.json().errors).toEqual({ cart_items: ['There are only 3 of "Puna yam" left.'] });
    await shop.db.deleteFrom('product').where('id', '=', yam).execute();
    expect((await requestRate()).json().detail).toBe('"Puna yam" is sold out. Please change your cart.');
  });

  it('for a country that is not served, with its name in the text', { tags: ['@CHECKOUT-29'] }, async () => {
    await addToCart(yam, 1);
    const far = { country_code: 'KP', country: 'North Korea', is_default: false };
    const response = await requestRate({ shipping_address_id: await addAddress(shop.db, accountId, far) });
    const text = 'We do not deliver to North Korea yet. Please choose another address.';
    expectRefusal(response, 'country_not_served', text);
  });

  it('for more weight than one shipment can have', async () => {
    const stone = await addProduct(shop.db, { weight_grams: 500_000, stock: 1_000_000 });
    await addToCart(stone, 3);
    expectRefusal(await requestRate(), 'shipment_too_heavy');
    await addToCart(stone, 900_000);
    expectRefusal(await requestRate(), 'shipment_too_heavy');
  });

  it.each<[string, () => Promise<ShippingRate>]>([
    [
      'is unreachable',
      async () => {
        throw new ShippingError('no response');
      },
    ],
    ['uses an unknown currency', async () => ({ amount: '5', currency: 'QQQ', minDays: 1, maxDays: 1 })],
  ])(
    'while the carrier %s, and succeeds again afterwards',
    { tags: ['@CHECKOUT-23', '@CHECKOUT-30'] },
    async (_, faultyRate) => {
      await addToCart(yam, 1);
      carrier = faultyRate;
      const response = await requestRate();
      expectRefusal(response, 'carrier_unavailable');
      expect(response.json().message).toBe('Failed to retrieve shipping rate');
      carrier = (shipment) => table.rate(shipment);
      expect((await requestRate()).statusCode).toBe(200);
    },
  );

  it('with internal_error when the carrier adapter throws an unexpected error', async () => {
    await addToCart(yam, 1);
    carrier = async () => {
      throw new TypeError('a mistake in the adapter');
    };
    expectRefusal(await requestRate(), 'internal_error');
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
  ])('for an invalid %s', async (field, payload) => {
    const response = await requestRate(payload);
    expectRefusal(response, 'invalid_input');
    expect(Object.keys(response.json().errors)).toEqual([field]);
  });
});

it('deletes the stored checkout with its account', async () => {
  await addToCart(yam, 1);
  await readRate();
  await shop.db.deleteFrom('account').where('id', '=', accountId).execute();
  const rows = await shop.db.selectFrom('checkout').selectAll().where('account_id', '=', accountId).execute();
  expect(rows).toEqual([]);
});

it('requests to the carrier are limited by account, stored rates are not', { tags: ['@CHECKOUT-61'] }, async () => {
  const requested: Shipment[] = [];
  const strict = await openTestShop({ RATE_LIMIT_FACTOR: '1', ACCOUNT_CARRIER_CALLS_PER_HOUR: '2' }, undefined, {
    shipping: {
      rate: (shipment: Shipment) => {
        requested.push(shipment);
        return table.rate(shipment);
      },
    },
  });
  try {
    const account = await addAccount(strict.db);
    const asBuyer = await signIn(strict.db, account);
    const post = (url: string, payload: object) =>
      strict.app.inject({ method: 'POST', url: `/backend${url}`, headers: asBuyer, payload });
    await post('/api/cart/', { product_id: await addProduct(strict.db, { stock: 10 }) });
    const addresses = await Promise.all(
      ['Lagos', 'Abuja', 'Kano'].map((city) => addAddress(strict.db, account, { city, is_default: city === 'Lagos' })),
    );
    const rate = (shipping_address_id: string | undefined) =>
      post('/calculate-shipment-rate/', { cart_items: [], shipping_address_id });
    expect((await rate(addresses[0])).statusCode).toBe(200);
    expect((await rate(addresses[1])).statusCode).toBe(200);
    const refused = await rate(addresses[2]);
    expectRefusal(refused, 'too_many_requests', refused.json().detail);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    expect((await rate(addresses[0])).statusCode).toBe(200);
    expect(requested).toHaveLength(2);
  } finally {
    await strict.close();
  }
});
