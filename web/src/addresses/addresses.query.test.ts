import type { Address } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import { makeApi } from '@sokuwa/contract/api-client.ts';
import { environmentManager, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../lib/query-client.ts';
import { addressesQuery, findDefaultAddress, withSaved } from './addresses.query.ts';

vi.mock('../lib/token-store.ts', () => ({ tokens: { get: () => 'abc' } }));

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

it('marks exactly one address as the default', { tags: ['@ADDRESS-2'] }, () => {
  expect(findDefaultAddress([WORK, HOME])).toBe(HOME);
  expect(findDefaultAddress([WORK])).toBeUndefined();
  expect(idsAndDefaults(withSaved([HOME, WORK], { ...WORK, is_default: 'True' }))).toEqual([
    ['home', 'False'],
    ['work', 'True'],
  ]);
});

it('appends a new address; the default changes only if the new one is the default', () => {
  expect(idsAndDefaults(withSaved([HOME], createAddress('new', 'True')))).toEqual([
    ['home', 'False'],
    ['new', 'True'],
  ]);
  expect(idsAndDefaults(withSaved([HOME], WORK))).toEqual([
    ['home', 'True'],
    ['work', 'False'],
  ]);
});

it('replaces a changed address', () => {
  const moved = { ...HOME, address_line1: '4 Allen Avenue' };
  expect(withSaved([HOME, WORK], moved)).toEqual([moved, WORK]);
});

describe('the fetch of the addresses', () => {
  let calls: number;
  let response: { status: number; body: unknown };
  let queryClient: QueryClient;
  const options = () =>
    addressesQuery(
      makeApi(async () => {
        calls++;
        return response;
      }),
      'abc',
    );
  const openView = () => new QueryObserver(queryClient, options()).subscribe(() => {});
  beforeEach(() => {
    vi.useFakeTimers();
    calls = 0;
    response = { status: 200, body: [HOME] };
    queryClient = makeQueryClient(false);
    // Refetch intervals run only in a browser.
    environmentManager.setIsServer(() => false);
  });
  afterEach(() => {
    queryClient.clear();
    environmentManager.setIsServer(() => true);
    vi.useRealTimers();
  });

  it('is repeated every ten seconds while they are in use', { tags: ['@SHELL-82'] }, async () => {
    const closeView = openView();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toBe(1);
    await vi.advanceTimersByTimeAsync(9900);
    expect(calls).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(calls).toBe(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls).toBe(3);
    closeView();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toBe(3);
  });

  it('is repeated by another view only after five seconds', { tags: ['@SHELL-83'] }, async () => {
    const closeView = openView();
    await vi.advanceTimersByTimeAsync(0);
    closeView();
    const visitView = async () => {
      const close = openView();
      await vi.advanceTimersByTimeAsync(0);
      close();
    };
    await vi.advanceTimersByTimeAsync(4900);
    await visitView();
    expect(calls).toBe(1);
    await vi.advanceTimersByTimeAsync(200);
    await visitView();
    expect(calls).toBe(2);
  });

  it('is cached for five minutes after the last view has closed', { tags: ['@SHELL-84'] }, async () => {
    const closeView = openView();
    await vi.advanceTimersByTimeAsync(0);
    closeView();
    await vi.advanceTimersByTimeAsync(299_000);
    expect(queryClient.getQueryData(options().queryKey)).toEqual([HOME]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(queryClient.getQueryData(options().queryKey)).toBeUndefined();
  });

  it.each([
    [500, 2],
    [400, 2],
    [401, 1],
  ])('with the status %i makes %i calls', { tags: ['@SHELL-85'] }, async (status, expected) => {
    response = { status, body: {} };
    const closeView = openView();
    await vi.advanceTimersByTimeAsync(9000);
    expect(calls).toBe(expected);
    closeView();
  });
});
