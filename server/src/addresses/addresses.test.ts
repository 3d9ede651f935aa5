import { ADDRESS_LINE_MAX, MAX_ADDRESSES } from '@sokuwa/contract/addresses/addresses.rules.ts';
import type { Address, NewAddress } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId } from '../platform/ids.ts';
import { createAddress, LAGOS, LONDON } from '../testing/checkout.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, openTestShop, signIn, type TestShop, waitUntilAccountWaits } from '../testing/shop.ts';

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

const send = (method: 'GET' | 'POST' | 'PATCH', payload?: object, as = headers) =>
  shop.app.inject({ method, url: '/backend/shipping-address/', headers: as, ...(payload && { payload }) });
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

  it('have one default, which is the newest until another is chosen', {
    tags: ['@ADDRESS-6', '@ADDRESS-7', '@CHECKOUT-16'],
  }, async () => {
    await addAddress({ address_line1: 'A' });
    await addAddress({ address_line1: 'B' });
    await addAddress({ address_line1: 'C' });
    expect(await readLines()).toEqual(['A', 'B', 'C*']);
    const response = await chooseAddress(await readIdOf('A'));
    expect(response.json()).toMatchObject({ address_line1: 'A', is_default: 'True' });
    expect(await readLines()).toEqual(['A*', 'B', 'C']);
    expect((await chooseAddress(await readIdOf('A'))).statusCode).toBe(200);
    expect(await readLines()).toEqual(['A*', 'B', 'C']);
  });

  it('are not duplicated when added again, but become the default', async () => {
    await addAddress({ address_line1: 'A' });
    await addAddress({ address_line1: 'B' });
    const repeated = await addAddress({ address_line1: ' A ', phone_number: '+234 803 123 4567' });
    expect(repeated.json().id).toBe(await readIdOf('A'));
    expect(await readLines()).toEqual(['A*', 'B']);
    await addAddress({ address_line1: 'A', last_name: 'Eze' });
    expect(await readLines()).toEqual(['A', 'B', 'A*']);
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

  it('are limited in number', async () => {
    for (let n = 0; n < MAX_ADDRESSES; n++) await addAddress({ address_line1: `House ${n}` });
    expectRefusal(await addAddress({ address_line1: 'One more' }), 'too_many_addresses');
    expect((await addAddress({ address_line1: 'House 3' })).statusCode).toBe(200);
    expect((await readLines()).filter((line) => line.endsWith('*'))).toEqual(['House 3*']);
  });

  it('are visible only to their account', async () => {
    await addAddress();
    const own = await listAddresses();
    const otherHeaders = await signIn(shop.db);
    expect(await listAddresses(otherHeaders)).toEqual([]);
    expectRefusal(await chooseAddress(own[0]?.id, otherHeaders), 'not_found');
    await send('POST', createAddress({ address_line1: 'Elsewhere' }), otherHeaders);
    expect(await listAddresses()).toEqual(own);
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
      await waitUntilAccountWaits(shop.db, accountId, writes.length);
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
