import type { Address } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import { expect, it } from 'vitest';
import { makeApi } from '../lib/api.ts';
import { makeQueryClient } from '../lib/query-client.ts';
import { addressesQuery, findDefaultAddress, withDefault } from './addresses.query.ts';

const createAddress = (id: string, is_default: Address['is_default']): Address => ({
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
const idsAndDefaults = (addresses: Address[]) => addresses.map(({ id, is_default }) => [id, is_default]);
const HOME = createAddress('home', 'True');
const WORK = createAddress('work', 'False');

it('marks exactly one address as the default', () => {
  expect(findDefaultAddress([WORK, HOME])).toBe(HOME);
  expect(findDefaultAddress([WORK])).toBeUndefined();
  expect(idsAndDefaults(withDefault([HOME, WORK], WORK))).toEqual([
    ['home', 'False'],
    ['work', 'True'],
  ]);
});

it('appends a new address and does not duplicate a listed one', () => {
  expect(idsAndDefaults(withDefault([HOME], createAddress('new', 'True')))).toEqual([
    ['home', 'False'],
    ['new', 'True'],
  ]);
  expect(idsAndDefaults(withDefault([HOME], HOME))).toEqual([['home', 'True']]);
});

it('caches the addresses for five minutes', { tags: ['@SHELL-84'] }, () => {
  const api = makeApi(async () => ({ status: 200, body: [] }));
  expect(makeQueryClient(false).defaultQueryOptions(addressesQuery(api, 'abc')).gcTime).toBe(5 * 60_000);
});
