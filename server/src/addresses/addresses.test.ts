import * as calls from '@sokuwa/contract/addresses/addresses.endpoints.ts';
import { ADDRESS_LINE_MAX, MAX_ADDRESSES } from '@sokuwa/contract/addresses/addresses.rules.ts';
import type { Address, AddressFields, NewAddress } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId } from '../platform/ids.ts';
import { createAddress, LAGOS, LONDON } from '../testing/checkout.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, openTestShop, signIn, type TestShop, waitUntilChangesQueued } from '../testing/shop.ts';

let shop: TestShop;
let accountId: AccountId;
let headers: Record<string, string>;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  accountId = await addAccount(shop.db);
  headers = await signIn(shop.db, accountId);
});

const send = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', payload?: object, as = headers, id?: string) =>
  shop.app.inject({
    method,
    url: `/backend/shipping-address/${id === undefined ? '' : `${id}/`}`,
    headers: as,
    ...(payload && { payload }),
  });
const editAddress = (id: string | undefined, parts: Partial<AddressFields> = {}, as = headers) =>
  send('PUT', createAddress(parts), as, id ?? 'none');
const deleteAddress = (id: string | undefined, as = headers) => send('DELETE', undefined, as, id ?? 'none');
const addAddress = (parts: Partial<NewAddress> = {}) => send('POST', createAddress(parts));
const chooseAddress = (shipping_address_id: unknown, as = headers) => send('PATCH', { shipping_address_id }, as);
const listAddresses = async (as = headers) => (await send('GET', undefined, as)).json<Address[]>();
/** The first line of each address; the default's with a star. */
const readLines = async () =>
  (await listAddresses()).map(({ address_line1, is_default }) => address_line1 + (is_default === 'True' ? '*' : ''));
const readIdOf = async (line: string) =>
  (await listAddresses()).find(({ address_line1 }) => address_line1 === line)?.id;

describe('addresses', () => {
  it('are an empty list at first', async () => {
    expect(await listAddresses()).toEqual([]);
  });

  it('are returned as specified, with place names and an international phone number', {
    tags: ['@ADDRESS-1', '@ADDRESS-2', '@ADDRESS-3', '@ADDRESS-4', '@ADDRESS-5', '@ADDRESS-8'],
  }, async () => {
    const response = await addAddress({
      country: 'GB',
      ...LONDON,
      phone_number: '(020) 7946-0958',
      postal_code: 'SE1 7PB',
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      first_name: 'Ada',
      last_name: 'Obi',
      phone_number: '+442079460958',
      address_line1: '12 Broad Street',
      address_line2: 'Lagos Island',
      address_line3: '',
      country: 'United Kingdom',
      region: 'England',
      city: 'London',
      country_code: 'GB',
      region_id: LONDON.region,
      city_id: LONDON.city,
      postal_code: 'SE1 7PB',
      is_default: 'True',
    });
    expect(await listAddresses()).toEqual([response.json()]);
  });

  it('have one default, which is the first until another is chosen', {
    tags: ['@ADDRESS-6', '@ADDRESS-7', '@CHECKOUT-16'],
  }, async () => {
    await addAddress({ address_line1: 'A' });
    expect((await addAddress({ address_line1: 'B' })).json().is_default).toBe('False');
    expect(await readLines()).toEqual(['A*', 'B']);
    await addAddress({ address_line1: 'C', make_default: true });
    expect(await readLines()).toEqual(['A', 'B', 'C*']);
    const response = await chooseAddress(await readIdOf('A'));
    expect(response.json()).toMatchObject({ address_line1: 'A', is_default: 'True' });
    expect(await readLines()).toEqual(['A*', 'B', 'C']);
    expect((await chooseAddress(await readIdOf('A'))).statusCode).toBe(200);
    expect(await readLines()).toEqual(['A*', 'B', 'C']);
  });

  it('are not duplicated when added again', async () => {
    await addAddress({ address_line1: 'A' });
    await addAddress({ address_line1: 'B' });
    const repeated = await addAddress({ address_line1: ' B ', phone_number: '+234 803 123 4567' });
    expect(repeated.json().id).toBe(await readIdOf('B'));
    expect(await readLines()).toEqual(['A*', 'B']);
    await addAddress({ address_line1: 'B', make_default: true });
    expect(await readLines()).toEqual(['A', 'B*']);
    await addAddress({ address_line1: 'B', last_name: 'Eze' });
    expect(await readLines()).toEqual(['A', 'B*', 'B']);
  });

  it('have a city that is not in the list as a name, and a listed one with its id', {
    tags: ['@ADDRESS-30'],
  }, async () => {
    for (const city of ['Victoria Island', 'Yaba', 'Ajah'])
      expect((await addAddress({ city: ` ${city} ` })).json()).toMatchObject({ city, city_id: null, region: 'Lagos' });
    expect((await addAddress({ city: 'lagos', last_name: 'Eze' })).json()).toMatchObject({
      city: 'Lagos',
      city_id: LAGOS.city,
    });
  });

  it('can be edited, and the default stays the default', { tags: ['@ADDRESS-32'] }, async () => {
    await addAddress({ address_line1: 'A' });
    await addAddress({ address_line1: 'B' });
    const id = await readIdOf('A');
    const response = await editAddress(id, {
      address_line1: 'A 2',
      country: 'GB',
      ...LONDON,
      phone_number: '020 7946 0958',
      address_line2: '',
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      id,
      address_line1: 'A 2',
      address_line2: '',
      city: 'London',
      phone_number: '+442079460958',
      is_default: 'True',
    });
    expect(await readLines()).toEqual(['A 2*', 'B']);
  });

  it('keep their old values when an edit is refused', { tags: ['@ADDRESS-32'] }, async () => {
    const before = (await addAddress()).json<Address>();
    expectRefusal(await editAddress(before.id, { first_name: '' }), 'invalid_input');
    expectRefusal(await editAddress(before.id, { city: LONDON.city }), 'unknown_place');
    expectRefusal(await editAddress(before.id, { phone_number: '12' }), 'phone_invalid');
    expect(await listAddresses()).toEqual([before]);
  });

  it('can be deleted; after a deletion of the default, the newest of the others is the default', {
    tags: ['@ADDRESS-31', '@ADDRESS-7'],
  }, async () => {
    for (const address_line1 of ['A', 'B', 'C']) await addAddress({ address_line1 });
    const response = await deleteAddress(await readIdOf('A'));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual(await listAddresses());
    expect(await readLines()).toEqual(['B', 'C*']);
    await deleteAddress(await readIdOf('B'));
    expect(await readLines()).toEqual(['C*']);
    expect((await deleteAddress(await readIdOf('C'))).json()).toEqual([]);
    // The first address of an empty list becomes the default.
    await addAddress({ address_line1: 'D' });
    expect(await readLines()).toEqual(['D*']);
  });

  it('accept ids as numbers or digits, omitted lines and surrounding spaces', async () => {
    const { address_line2: _, address_line3: __, ...rest } = createAddress({ first_name: '  Ngozi ' });
    const digits = { region: String(LAGOS.region), city: String(LAGOS.city), address_line3: null };
    const response = await send('POST', { ...rest, ...digits });
    expect(response.json()).toMatchObject({
      first_name: 'Ngozi',
      address_line2: '',
      address_line3: '',
      region: 'Lagos',
      city: 'Lagos',
    });
  });

  it('are limited in number', { tags: ['@ADDRESS-33'] }, async () => {
    for (let n = 0; n < MAX_ADDRESSES; n++) await addAddress({ address_line1: `House ${n}` });
    expect(MAX_ADDRESSES).toBe(100);
    const refused = await addAddress({ address_line1: 'One more' });
    expectRefusal(refused, 'too_many_addresses');
    expect(refused.json().detail).toBe('You can save at most 100 addresses. Please delete one first.');
    expect((await addAddress({ address_line1: 'House 3' })).statusCode).toBe(200);
    await deleteAddress(await readIdOf('House 7'));
    expect((await addAddress({ address_line1: 'One more' })).statusCode).toBe(200);
  });

  it('are visible only to their account', async () => {
    await addAddress();
    const own = await listAddresses();
    const otherHeaders = await signIn(shop.db);
    expect(await listAddresses(otherHeaders)).toEqual([]);
    expectRefusal(await chooseAddress(own[0]?.id, otherHeaders), 'not_found');
    expectRefusal(await editAddress(own[0]?.id, { address_line1: 'Mine' }, otherHeaders), 'not_found');
    expectRefusal(await deleteAddress(own[0]?.id, otherHeaders), 'not_found');
    await send('POST', createAddress({ address_line1: 'Elsewhere' }), otherHeaders);
    expect(await listAddresses()).toEqual(own);
  });

  it('have ids of at most 100 characters', async () => {
    const id = 'x'.repeat(101);
    for (const change of [chooseAddress, deleteAddress]) expectRefusal(await change(id), 'invalid_input');
    for (const call of [calls.chooseAddress, calls.deleteAddress]) expect(call.refusals).toContain('invalid_input');
  });

  it('are deleted with their account', async () => {
    await addAddress();
    await shop.db.deleteFrom('account').where('id', '=', accountId).execute();
    const rows = await shop.db
      .selectFrom('shipping_address')
      .select('id')
      .where('account_id', '=', accountId)
      .execute();
    expect(rows).toEqual([]);
  });
});

describe('an address is refused', () => {
  const required = [
    'first_name',
    'last_name',
    'phone_number',
    'address_line1',
    'country',
    'region',
    'city',
    'postal_code',
  ] as const;
  it.each(required)('without %s', { tags: ['@ADDRESS-9', '@ADDRESS-14'] }, async (field) => {
    const { [field]: _, ...rest } = createAddress();
    for (const payload of [rest, { ...rest, [field]: '' }, { ...rest, [field]: '  ' }, { ...rest, [field]: null }]) {
      const response = await send('POST', payload);
      expectRefusal(response, 'invalid_input');
      expect(Object.keys(response.json().errors)).toEqual([field]);
    }
    expect(await listAddresses()).toEqual([]);
  });

  it.each(['address_line1', 'address_line2', 'address_line3'])(
    'with a %s of more than 45 characters',
    { tags: ['@ADDRESS-11', '@ADDRESS-14'] },
    async (field) => {
      expect(ADDRESS_LINE_MAX).toBe(45);
      const response = await addAddress({ [field]: 'x'.repeat(46) });
      expectRefusal(response, 'invalid_input');
      expect(Object.keys(response.json().errors)).toEqual([field]);
      expect((await addAddress({ [field]: 'x'.repeat(45) })).statusCode).toBe(200);
    },
  );

  it.each<[string, Record<string, unknown>]>([
    ['first_name', { first_name: 'A\0da' }],
    ['last_name', { last_name: 'O\nbi' }],
    ['first_name', { first_name: 'x'.repeat(101) }],
    ['postal_code', { postal_code: '1'.repeat(13) }],
    ['country', { country: 'Nigeria' }],
    ['region', { region: 'Lagos' }],
    ['city', { city: -1 }],
    ['city', { city: '!?' }],
    ['city', { city: 'x'.repeat(101) }],
    ['city', { city: 'Ya\0ba' }],
    ['city', { city: ['Yaba'] }],
    ['city', { city: 2 ** 31 }],
    ['address_line2', { address_line2: ['12'] }],
  ])('with a %s such as %j', async (field, parts) => {
    const response = await send('POST', { ...createAddress(), ...parts });
    expectRefusal(response, 'invalid_input');
    expect(Object.keys(response.json().errors)).toEqual([field]);
  });

  it.each<[string, Partial<NewAddress>]>([
    ['an unknown country', { country: 'QQ' }],
    ['a region of another country', { region: LONDON.region }],
    ['a city of another region', { city: LONDON.city }],
    ['an unknown region', { region: 1 }],
  ])('with %s', async (_, parts) => {
    expectRefusal(await addAddress(parts), 'unknown_place');
    expect(await listAddresses()).toEqual([]);
  });

  it.each(['12345', '0803 123', 'call me', '+999 123 4567'])('with the phone number %j', async (phone_number) => {
    const response = await addAddress({ phone_number });
    expectRefusal(response, 'phone_invalid');
    expect(response.json().errors).toEqual({ phone_number: ['This is not a phone number in Nigeria.'] });
  });

  it.each([undefined, null, 5, 'nobody', '', '00000000-0000-0000-0000-000000000000', "' or 1=1", 'a\0b'])(
    'when the unknown id %j is chosen',
    async (id) => {
      await addAddress();
      expectRefusal(await chooseAddress(id), typeof id === 'string' ? 'not_found' : 'invalid_input');
      expect(await readLines()).toEqual(['12 Broad Street*']);
    },
  );

  it('when the body is not JSON, too large or missing', async () => {
    const sendRaw = (payload: string, type = 'application/json') =>
      shop.app.inject({
        method: 'POST',
        url: '/backend/shipping-address/',
        headers: { ...headers, 'content-type': type },
        payload,
      });
    expectRefusal(await sendRaw('{'), 'invalid_json');
    expectRefusal(await sendRaw('a=1', 'application/x-www-form-urlencoded'), 'unsupported_media_type');
    expectRefusal(await sendRaw(JSON.stringify({ first_name: 'x'.repeat(300_000) })), 'payload_too_large');
    expectRefusal(await send('POST'), 'invalid_input');
  });
});

describe('concurrent writes', () => {
  /** Starts the writes while another transaction locks or deletes the account, and commits it when all writes wait for the lock. */
  const runConcurrently = async <T>(writes: (() => Promise<T>)[], action: 'lock' | 'delete' = 'lock'): Promise<T[]> => {
    const blocker = new pg.Client(shop.connection);
    await blocker.connect();
    try {
      await blocker.query('begin');
      if (action === 'delete') await blocker.query('delete from account where id = $1', [accountId]);
      else await blocker.query('select from account where id = $1 for no key update', [accountId]);
      const started = writes.map((write) => write());
      await waitUntilChangesQueued(shop, accountId, writes.length);
      await blocker.query('commit');
      return await Promise.all(started);
    } finally {
      await blocker.end();
    }
  };

  it('of first addresses leave one default', { tags: ['@ADDRESS-7'] }, async () => {
    const responses = await runConcurrently(
      ['A', 'B', 'C'].map((address_line1) => () => addAddress({ address_line1 })),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await readLines()).filter((line) => line.endsWith('*'))).toHaveLength(1);
    expect(await readLines()).toHaveLength(3);
  });

  it('of the same address create one address', async () => {
    await runConcurrently([() => addAddress(), () => addAddress(), () => addAddress()]);
    expect(await readLines()).toEqual(['12 Broad Street*']);
  });

  it('of deletions and choices leave one default', { tags: ['@ADDRESS-7', '@ADDRESS-31'] }, async () => {
    for (const address_line1 of ['A', 'B', 'C']) await addAddress({ address_line1 });
    const [a, b] = [await readIdOf('A'), await readIdOf('B')];
    const responses = await runConcurrently([
      () => deleteAddress(a),
      () => deleteAddress(a),
      () => chooseAddress(b),
      () => deleteAddress(b),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).filter((status) => status === 404)).not.toHaveLength(0);
    expect(await readLines()).toEqual(['C*']);
  });

  it('of the default leave one default', { tags: ['@ADDRESS-7'] }, async () => {
    await addAddress({ address_line1: 'A' });
    await addAddress({ address_line1: 'B' });
    await addAddress({ address_line1: 'C' });
    const ids = [await readIdOf('A'), await readIdOf('B')];
    const responses = await runConcurrently(ids.map((id) => () => chooseAddress(id)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await readLines()).filter((line) => line.endsWith('*'))).toHaveLength(1);
  });

  it('do not exceed the maximum number of addresses', async () => {
    for (let n = 1; n < MAX_ADDRESSES; n++) await addAddress({ address_line1: `House ${n}` });
    const responses = await runConcurrently([
      () => addAddress({ address_line1: 'A' }),
      () => addAddress({ address_line1: 'B' }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await readLines()).toHaveLength(MAX_ADDRESSES);
  });

  it('are refused as token_invalid when the account is deleted first', async () => {
    await addAddress();
    const id = await readIdOf('12 Broad Street');
    const responses = await runConcurrently(
      [() => addAddress({ address_line1: 'B' }), () => chooseAddress(id)],
      'delete',
    );
    for (const response of responses) expectRefusal(response, 'token_invalid');
  });
});

it('the database refuses a second default address', async () => {
  await addAddress();
  const { id: _, ...row } = await shop.db
    .selectFrom('shipping_address')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const { created_at: __, ...copy } = row;
  await expect(shop.db.insertInto('shipping_address').values(copy).execute()).rejects.toMatchObject({ code: '23505' });
});
