import type { Place } from '@sokuwa/contract/geo/geo.schemas.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import countries from './countries.json' with { type: 'json' };
import { findPlaceNames, Geo, insertCountries } from './index.ts';

let shop: TestShop;
let geo: Geo;
beforeAll(async () => {
  shop = await openTestShop();
  await insertCountries(
    shop.db,
    // Their own currencies have no rate here, and a country without one is not known.
    countries.map(({ code, name }) => ({ code, name, currency: 'USD' })),
  );
  shop.clearCaches();
  geo = new Geo(shop.db, 'NG');
});
afterAll(() => shop.close());

const ask = (path: string, headers = {}) => shop.app.inject({ url: `/backend${path}`, headers });
const regions = async (country: string) => (await ask(`/regions/?country_code=${country}`)).json<Place[]>();
const cities = async (region: number) => (await ask(`/cities?region_id=${region}`)).json<Place[]>();
const idOf = (places: Place[], name: string) => places.find((place) => place.name === name)?.geonameId ?? 0;

const LAGOS = { region: 1526506923, city: 2332459 };

describe('regions', () => {
  it('of Nigeria are its states, by name', { tags: ['@ADDRESS-18'] }, async () => {
    const names = (await regions('NG')).map(({ name }) => name);
    expect(names).toHaveLength(37);
    expect(names).toEqual(expect.arrayContaining(['Lagos', 'Rivers State', 'Kano State', 'FCT']));
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it('have ids that stay the same', async () => {
    expect(idOf(await regions('NG'), 'Lagos')).toBe(LAGOS.region);
  });

  it('are one where a territory is not divided', async () => {
    expect((await regions('SG')).map(({ name }) => name)).toEqual(['Singapore']);
  });

  it('exist in every country of the shop, each id once, and each has cities', async () => {
    const seen = new Set<number>();
    for (const { code } of countries) {
      const found = await regions(code);
      expect(found, code).not.toHaveLength(0);
      expect(new Set(found.map(({ name }) => name)).size, code).toBe(found.length);
      for (const { geonameId } of found) seen.add(geonameId);
      const [first] = found;
      expect(await cities(first?.geonameId ?? 0), code).not.toHaveLength(0);
    }
    expect(seen.size).toBe(3723);
  });

  it.each(['XX', 'ng', 'NGA', '%00', '../NG', "NG';--", '12', '%F0%9F%87%B3'])('of %s are refused', async (code) => {
    expectRefusal(await ask(`/regions/?country_code=${code}`), 'unknown_country');
  });

  it.each([
    ['none', ''],
    ['an empty one', '?country_code='],
    ['a blank', '?country_code=%20'],
    ['four hundred letters', `?country_code=${'N'.repeat(401)}`],
    ['two', '?country_code=NG&country_code=GH'],
  ])('need a country: %s is refused', async (_, query) =>
    expectRefusal(await ask(`/regions/${query}`), 'invalid_input'),
  );

  it('of a country that the shop does not know are refused, though the data has them', async () => {
    await shop.db.deleteFrom('country').where('code', '=', 'TV').execute();
    shop.clearCaches();
    expectRefusal(await ask('/regions/?country_code=TV'), 'unknown_country');
  });
});

describe('cities', () => {
  it('of Lagos come by name, each name once', { tags: ['@ADDRESS-19'] }, async () => {
    const found = await cities(LAGOS.region);
    const names = found.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Lagos', 'Ikeja', 'Surulere', 'Epe']));
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    expect(new Set(names).size).toBe(names.length);
    expect(idOf(found, 'Lagos')).toBe(LAGOS.city);
  });

  it('keep their accents', async () => {
    const region = idOf(await regions('BR'), 'São Paulo');
    expect((await cities(region)).map(({ name }) => name)).toContain('Ribeirão Preto');
  });

  it('of a redrawn country lie where they lie now', async () => {
    expect((await cities(idOf(await regions('NO'), 'Agder'))).map(({ name }) => name)).toContain('Kristiansand');
  });

  it.each(['1', '2332459', '2147483647', '1526506924'])('of %s, which is no region, are refused', async (id) => {
    expectRefusal(await ask(`/cities?region_id=${id}`), 'unknown_region');
  });

  it.each([
    ['none', ''],
    ['an empty one', '?region_id='],
    ['a word', '?region_id=lagos'],
    ['a negative one', '?region_id=-1'],
    ['zero', '?region_id=0'],
    ['a fraction', '?region_id=1.5'],
    ['one beyond all', '?region_id=2147483648'],
    ['five hundred digits', `?region_id=${'1'.repeat(500)}`],
    ['two', '?region_id=1526506923&region_id=1'],
  ])('need a region: %s is refused', async (_, query) => expectRefusal(await ask(`/cities${query}`), 'invalid_input'));
});

it.each(['/regions/?country_code=NG', '/cities?region_id=1526506923'])(
  '%s is not sent again to who has it',
  async (path) => {
    const { headers, statusCode } = await ask(path);
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toMatch(/^public,/);
    const again = await ask(path, { 'if-none-match': headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  },
);

describe('placeNames', () => {
  const place = { countryCode: 'NG', regionId: LAGOS.region, cityId: LAGOS.city };

  it('names country, region and city', async () => {
    expect(await findPlaceNames(geo, place)).toEqual({ country: 'Nigeria', region: 'Lagos', city: 'Lagos' });
  });

  it.each([
    ['an unknown country', { countryCode: 'XX' }],
    ['another country', { countryCode: 'GH' }],
    ['another region', { regionId: 1257425055 }],
    ['an unknown region', { regionId: 1 }],
    ['an unknown city', { cityId: 1 }],
    ['a city elsewhere', { cityId: 2643743 }],
  ])('names nothing for %s', async (_, wrong) => {
    expect(await findPlaceNames(geo, { ...place, ...wrong })).toBeUndefined();
  });
});
