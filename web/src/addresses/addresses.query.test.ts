import type { Address } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import { expect, it } from 'vitest';
import { makeApi } from '../lib/api.ts';
import { makeQueryClient } from '../lib/query-client.ts';
import { addressesQuery, defaultAddress, withDefault } from './addresses.query.ts';

const address = (id: string, is_default: Address['is_default']): Address => ({
  id,
  first_name: 'Ada',
  last_name: 'Obi',
  phone_number: '+2348031234567',
  address_line1: '12 Broad Street',
  address_line2: '',
  address_line3: '',
  country: 'Nigeria',
  region: 'Lagos',
  city: 'Lagos',
  country_code: 'NG',
  region_id: 1,
  city_id: 2,
  postal_code: '101231',
  is_default,
});
const ids = (addresses: Address[]) => addresses.map(({ id, is_default }) => [id, is_default]);
const HOME = address('home', 'True');
const WORK = address('work', 'False');

it('has one default, whichever is made it', () => {
  expect(defaultAddress([WORK, HOME])).toBe(HOME);
  expect(defaultAddress([WORK])).toBeUndefined();
  expect(ids(withDefault([HOME, WORK], WORK))).toEqual([
    ['home', 'False'],
    ['work', 'True'],
  ]);
});

it('takes a new one in as the last, and one that it knows only once', () => {
  expect(ids(withDefault([HOME], address('new', 'True')))).toEqual([
    ['home', 'False'],
    ['new', 'True'],
  ]);
  expect(ids(withDefault([HOME], HOME))).toEqual([['home', 'True']]);
});

it('are cached for five minutes', { tags: ['@SHELL-84'] }, () => {
  const api = makeApi(async () => ({ status: 200, body: [] }));
  expect(makeQueryClient(false).defaultQueryOptions(addressesQuery(api, 'abc')).gcTime).toBe(5 * 60_000);
});
