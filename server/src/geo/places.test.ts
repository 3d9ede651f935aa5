import type { Place } from '@sokuwa/contract/geo/geo.schemas.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import countries from './countries.json' with { type: 'json' };
import { findEnteredPlace, Geo, insertCountries } from './index.ts';

let shop: TestShop;
let geo: Geo;
beforeAll(async () => {
  shop = await openTestShop();
  await insertCountries(
    shop.db,
    // A country is known only if its currency has a rate, and the test shop has few rates.
    countries.map(({ code, name }) => ({ code, name, currency: 'USD' })),
  );
  shop.clearCaches();
  geo = new Geo(shop.db, 'NG');
});
afterAll(() => shop.close());

const get = (path: string, headers = {}) => shop.app.inject({ url: `/backend${path}`, headers });
const readRegions = async (country: string) => (await get(`/regions/?country_code=${country}`)).json<Place[]>();
const readCities = async (region: number) => (await get(`/cities?region_id=${region}`)).json<Place[]>();
const findId = (places: Place[], name: string) => places.find((place) => place.name === name)?.geonameId ?? 0;

const LAGOS = { region: 2332453, city: 2332459 };

describe('regions', () => {
  it('of Nigeria are its states, sorted by name', { tags: ['@ADDRESS-18'] }, async () => {
    const names = (await readRegions('NG')).map(({ name }) => name);
    expect(names).toHaveLength(37);
    expect(names).toEqual(expect.arrayContaining(['Lagos', 'Rivers State', 'Kano State', 'FCT']));
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
  });

  it.each([
    ['NG', 'Lagos', 2332453],
    ['NG', 'Rivers State', 2324433],
    ['GB', 'England', 6269131],
    ['US', 'California', 5332921],
    // Regions that were created recently.
    ['GH', 'Ahafo', 12105072],
    ['NO', 'Agder', 12110596],
    ['NP', 'Bagmati Province', 12095449],
    ['CI', 'Lagunes District', 11153057],
  ])(
    'of %s have the id that GeoNames gives: %s',
    { tags: ['@ADDRESS-20', '@ACCOUNT-112'] },
    async (country, name, id) => {
      expect(findId(await readRegions(country), name)).toBe(id);
    },
  );

  it('are a single region for an undivided territory, with the id of the country', async () => {
    expect(await readRegions('SG')).toEqual([{ geonameId: 1880251, name: 'Singapore' }]);
  });

  it('exist for every country, with unique ids, and have cities', async () => {
    const seen = new Set<number>();
    for (const { code } of countries) {
      const regions = await readRegions(code);
      expect(regions, code).not.toHaveLength(0);
      expect(new Set(regions.map(({ name }) => name)).size, code).toBe(regions.length);
      for (const { geonameId } of regions) seen.add(geonameId);
      const [first] = regions;
      expect(await readCities(first?.geonameId ?? 0), code).not.toHaveLength(0);
    }
    expect(seen.size).toBe(3725);
  });

  it.each(['XX', 'ng', 'NGA', '%00', '../NG', "NG';--", '12', '%F0%9F%87%B3'])(
    'are refused for the country code %s',
    async (code) => {
      expectRefusal(await get(`/regions/?country_code=${code}`), 'unknown_country');
    },
  );

  it.each([
    ['no country', ''],
    ['an empty country', '?country_code='],
    ['a space', '?country_code=%20'],
    ['401 letters', `?country_code=${'N'.repeat(401)}`],
    ['two countries', '?country_code=NG&country_code=GH'],
  ])('require a country: %s is refused', async (_, query) =>
    expectRefusal(await get(`/regions/${query}`), 'invalid_input'),
  );

  it('are refused for a country that the shop does not have', async () => {
    await shop.db.deleteFrom('country').where('code', '=', 'TV').execute();
    shop.clearCaches();
    expectRefusal(await get('/regions/?country_code=TV'), 'unknown_country');
  });
});

describe('cities', () => {
  it('of Lagos are sorted by name, without duplicates', { tags: ['@ADDRESS-19'] }, async () => {
    const places = await readCities(LAGOS.region);
    const names = places.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Lagos', 'Ikeja', 'Surulere', 'Epe']));
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    expect(new Set(names).size).toBe(names.length);
    expect(findId(places, 'Lagos')).toBe(LAGOS.city);
  });

  it('have names with accents', async () => {
    const region = findId(await readRegions('BR'), 'São Paulo');
    expect((await readCities(region)).map(({ name }) => name)).toContain('Ribeirão Preto');
  });

  it('belong to the current regions after a reform of regions', async () => {
    expect((await readCities(findId(await readRegions('NO'), 'Agder'))).map(({ name }) => name)).toContain(
      'Kristiansand',
    );
  });

  it('belong to the present province if its code belonged to another province before', async () => {
    const readNames = async (region: string) =>
      (await readCities(findId(await readRegions('VN'), region))).map(({ name }) => name);
    expect(await readNames('Hanoi')).toContain('Hanoi');
    expect(await readNames('Hanoi')).not.toContain('Long Xuyên');
    expect(await readNames('An Giang')).toContain('Long Xuyên');
  });

  it.each(['1', '2332459', '2147483647', '1526506923'])(
    'are refused for the id %s, which is not a region',
    async (id) => {
      expectRefusal(await get(`/cities?region_id=${id}`), 'unknown_region');
    },
  );

  it.each([
    ['no region', ''],
    ['an empty region', '?region_id='],
    ['a name', '?region_id=lagos'],
    ['a negative id', '?region_id=-1'],
    ['zero', '?region_id=0'],
    ['a fraction', '?region_id=1.5'],
    ['an id above the integer range', '?region_id=2147483648'],
    ['500 digits', `?region_id=${'1'.repeat(500)}`],
    ['two regions', '?region_id=2332453&region_id=1'],
  ])('require a region: %s is refused', async (_, query) =>
    expectRefusal(await get(`/cities${query}`), 'invalid_input'),
  );
});

it.each(['/regions/?country_code=NG', '/cities?region_id=2332453'])(
  '%s returns 304 for an unchanged response',
  async (path) => {
    const { headers, statusCode } = await get(path);
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toMatch(/^public,/);
    const response = await get(path, { 'if-none-match': headers.etag });
    expect([response.statusCode, response.body]).toEqual([304, '']);
  },
);

describe('findEnteredPlace', () => {
  const place = { countryCode: 'NG', regionId: LAGOS.region, city: LAGOS.city };

  it('returns the names of country, region and city', async () => {
    expect(await findEnteredPlace(geo, place)).toEqual({
      country: 'Nigeria',
      region: 'Lagos',
      city: 'Lagos',
      cityId: LAGOS.city,
    });
  });

  it.each([
    ['an unknown country', { countryCode: 'XX' }],
    ['another country', { countryCode: 'GH' }],
    ['another region', { regionId: 2565340 }],
    ['an unknown region', { regionId: 1 }],
    ['an unknown city', { city: 1 }],
    ['a city of another region', { city: 2643743 }],
  ])('returns undefined for %s', async (_, wrong) => {
    expect(await findEnteredPlace(geo, { ...place, ...wrong })).toBeUndefined();
  });
});
