import { formatConversion } from '@sokuwa/contract/geo/convert.rules.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../testing/responses.ts';
import { addProduct, openTestShop, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ DEFAULT_COUNTRY: 'GB' });
});
afterAll(() => shop.close());

const readCountries = async () =>
  (await shop.app.inject({ url: '/backend/countries/' })).json<{ country_name: string; country_code: string }[]>();

it('countries are sorted by name, and listed only when their currency has a rate', {
  tags: ['@COUNTRY-9', '@COUNTRY-22'],
}, async () => {
  const more = [
    ['AX', 'Åland Islands', 'GBP'],
    ['ZW', 'Zimbabwe', 'USD'],
    ['CI', "Côte d'Ivoire", 'USD'],
    ['CR', 'Costa Rica', 'USD'],
    ['QQ', 'Nowhere', 'QQQ'],
  ] as const;
  await shop.db
    .insertInto('country')
    .values(more.map(([code, name, currency]) => ({ code, name, currency })))
    .execute();
  shop.clearCaches();
  const listed = await readCountries();
  expect(listed[0]).toMatchObject({ country_name: 'Åland Islands', country_code: 'AX' });
  const names = listed.map(({ country_name }) => country_name);
  expect(names).toEqual([
    'Åland Islands',
    'Costa Rica',
    "Côte d'Ivoire",
    'Japan',
    'Nigeria',
    'United Kingdom',
    'United States',
    'Zimbabwe',
  ]);
});

it('the default country is the configured one', { tags: ['@COUNTRY-13', '@SETTING-10'] }, async () => {
  const id = await addProduct(shop.db, { price_kobo: 200_000 });
  const readConvertedPrice = async (query: string) =>
    (await shop.app.inject({ url: `/backend/api/products/${id}/${query}` })).json().converted_price;
  expect(await readConvertedPrice('')).toBe('£1.00');
  expect(await readConvertedPrice('?country_code=')).toBe('£1.00');
  expect(await readConvertedPrice('?country_code=NG')).toBe('US$1.33');
});

it('a country is unknown until its currency has a rate', async () => {
  const list = () => shop.app.inject({ url: '/backend/api/products/?country_code=QQ' });
  expect((await list()).statusCode).toBe(400);
  await shop.db
    .insertInto('exchange_rate')
    .values({ currency: 'QQQ', decimals: 2, naira_per_unit: '4', as_of: new Date(), source: 'test' })
    .execute();
  shop.clearCaches();
  expect((await list()).json().results[0].converted_price).toMatch(/^QQQ\s500\.00$/);
});

describe('the exchange rate of a country', () => {
  const readRate = (query: string) => shop.app.inject({ url: `/backend/exchange-rate/${query}` });

  it('converts as the prices of the products do', { tags: ['@MONEY-16'] }, async () => {
    const amount = kobo(123_457);
    const id = await addProduct(shop.db, { price_kobo: amount });
    for (const country of ['GB', 'NG', 'US']) {
      const { prefix, decimals, micro_naira } = (await readRate(`?country_code=${country}`)).json();
      const product = await shop.app.inject({ url: `/backend/api/products/${id}/?country_code=${country}` });
      const conversion = { prefix, decimals, microNaira: BigInt(micro_naira) };
      expect(formatConversion(amount, conversion)).toBe(product.json().converted_price);
    }
  });

  it('is the current one after the rates have changed', async () => {
    const readMicroNaira = async () => (await readRate('?country_code=GB')).json().micro_naira;
    const before = await readMicroNaira();
    await shop.db
      .updateTable('exchange_rate')
      .set({ naira_per_unit: '3000.5' })
      .where('currency', '=', 'GBP')
      .execute();
    shop.clearCaches();
    expect(await readMicroNaira()).toBe('3000500000');
    expect(before).not.toBe('3000500000');
  });

  it('is refused for an unknown country and without one', async () => {
    expectRefusal(await readRate('?country_code=XX'), 'unknown_country');
    for (const query of ['', '?country_code=', '?country_code=gb', '?country_code=GBR'])
      expectRefusal(await readRate(query), 'invalid_input');
  });
});
