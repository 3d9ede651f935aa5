import { ADDRESS_LINE_MAX, MAX_ADDRESSES } from '@sokuwa/contract/addresses/addresses.rules.ts';
import type { Address, NewAddress } from '@sokuwa/contract/addresses/addresses.schemas.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountId } from '../platform/ids.ts';
import { LAGOS, LONDON, someAddress } from '../testing/checkout.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, openTestShop, signIn, type TestShop, waitUntilBlocked } from '../testing/shop.ts';

let shop: TestShop;
let account: AccountId;
let headers: Record<string, string>;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  account = await addAccount(shop.db);
  headers = await signIn(shop.db, account);
});

const call = (method: 'GET' | 'POST' | 'PATCH', payload?: object, as = headers) =>
  shop.app.inject({ method, url: '/backend/shipping-address/', headers: as, ...(payload && { payload }) });
const add = (parts: Partial<NewAddress> = {}) => call('POST', someAddress(parts));
const choose = (shipping_address_id: unknown, as = headers) => call('PATCH', { shipping_address_id }, as);
const list = async (as = headers) => (await call('GET', undefined, as)).json<Address[]>();
/** First line of each address; the default's with a star. */
const lines = async () =>
  (await list()).map(({ address_line1, is_default }) => address_line1 + (is_default === 'True' ? '*' : ''));
const idOf = async (line: string) => (await list()).find(({ address_line1 }) => address_line1 === line)?.id;

describe('addresses', () => {
  it('are none at first', async () => {
    expect(await list()).toEqual([]);
  });

  it('are answered as the specification says, with names for places and a number that can be dialled', {
    tags: ['@ADDRESS-1', '@ADDRESS-2', '@ADDRESS-3', '@ADDRESS-4', '@ADDRESS-5', '@ADDRESS-8'],
  }, async () => {
    const response = await add({ country: 'GB', ...LONDON, phone_number: '(020) 7946-0958', postal_code: 'SE1 7PB' });
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
    expect(await list()).toEqual([response.json()]);
  });

  it('have one default: the newest, until another is chosen', {
    tags: ['@ADDRESS-6', '@ADDRESS-7', '@CHECKOUT-16'],
  }, async () => {
    await add({ address_line1: 'A' });
    await add({ address_line1: 'B' });
    await add({ address_line1: 'C' });
    expect(await lines()).toEqual(['A', 'B', 'C*']);
    const response = await choose(await idOf('A'));
    expect(response.json()).toMatchObject({ address_line1: 'A', is_default: 'True' });
    expect(await lines()).toEqual(['A*', 'B', 'C']);
    expect((await choose(await idOf('A'))).statusCode).toBe(200);
    expect(await lines()).toEqual(['A*', 'B', 'C']);
  });

  it('given twice are one, which is the default then', async () => {
    await add({ address_line1: 'A' });
    await add({ address_line1: 'B' });
    const again = await add({ address_line1: ' A ', phone_number: '+234 803 123 4567' });
    expect(again.json().id).toBe(await idOf('A'));
    expect(await lines()).toEqual(['A*', 'B']);
    await add({ address_line1: 'A', last_name: 'Eze' });
    expect(await lines()).toEqual(['A', 'B', 'A*']);
  });

  it('take ids as numbers or digits, lines that are left out, and blanks around', async () => {
    const { address_line2: _, address_line3: __, ...rest } = someAddress({ first_name: '  Ngozi ' });
    const digits = { region: String(LAGOS.region), city: String(LAGOS.city), address_line3: null };
    const response = await call('POST', { ...rest, ...digits });
    expect(response.json()).toMatchObject({
      first_name: 'Ngozi',
      address_line2: '',
      address_line3: '',
      region: 'Lagos',
      city: 'Lagos',
    });
  });

  it('are kept up to a number, which says so', async () => {
    for (let n = 0; n < MAX_ADDRESSES; n++) await add({ address_line1: `House ${n}` });
    expectRefusal(await add({ address_line1: 'One more' }), 'too_many_addresses');
    expect((await add({ address_line1: 'House 3' })).statusCode).toBe(200);
    expect((await lines()).filter((line) => line.endsWith('*'))).toEqual(['House 3*']);
  });

  it('belong to their account and to nobody else', async () => {
    await add();
    const mine = await list();
    const stranger = await signIn(shop.db);
    expect(await list(stranger)).toEqual([]);
    expectRefusal(await choose(mine[0]?.id, stranger), 'not_found');
    await call('POST', someAddress({ address_line1: 'Elsewhere' }), stranger);
    expect(await list()).toEqual(mine);
  });

  it('go with their account', async () => {
    await add();
    await shop.db.deleteFrom('account').where('id', '=', account).execute();
    const left = await shop.db.selectFrom('shipping_address').select('id').where('account_id', '=', account).execute();
    expect(left).toEqual([]);
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
    const { [field]: _, ...rest } = someAddress();
    for (const payload of [rest, { ...rest, [field]: '' }, { ...rest, [field]: '  ' }, { ...rest, [field]: null }]) {
      const response = await call('POST', payload);
      expectRefusal(response, 'invalid_input');
      expect(Object.keys(response.json().errors)).toEqual([field]);
    }
    expect(await list()).toEqual([]);
  });

  it.each(['address_line1', 'address_line2', 'address_line3'])(
    'with a %s of more than 45 characters',
    { tags: ['@ADDRESS-11', '@ADDRESS-14'] },
    async (field) => {
      expect(ADDRESS_LINE_MAX).toBe(45);
      const response = await add({ [field]: 'x'.repeat(46) });
      expectRefusal(response, 'invalid_input');
      expect(Object.keys(response.json().errors)).toEqual([field]);
      expect((await add({ [field]: 'x'.repeat(45) })).statusCode).toBe(200);
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
    const response = await call('POST', { ...someAddress(), ...parts });
    expectRefusal(response, 'invalid_input');
    expect(Object.keys(response.json().errors)).toEqual([field]);
  });

  it.each<[string, Partial<NewAddress>]>([
    ['a country that there is not', { country: 'QQ' }],
    ['a region of another country', { region: LONDON.region }],
    ['a city of another region', { city: LONDON.city }],
    ['a region that there is not', { region: 1 }],
  ])('with %s', async (_, parts) => {
    expectRefusal(await add(parts), 'unknown_place');
    expect(await list()).toEqual([]);
  });

  it.each(['12345', '0803 123', 'call me', '+999 123 4567'])('with the phone number %j', async (phone_number) => {
    const response = await add({ phone_number });
    expectRefusal(response, 'phone_invalid');
    expect(response.json().errors).toEqual({ phone_number: ['This is not a phone number in Nigeria.'] });
  });

  it.each([undefined, null, 5, 'nobody', '', '00000000-0000-0000-0000-000000000000', "' or 1=1", 'a\0b'])(
    'when %j is chosen',
    async (id) => {
      await add();
      expectRefusal(await choose(id), typeof id === 'string' ? 'not_found' : 'invalid_input');
      expect(await lines()).toEqual(['12 Broad Street*']);
    },
  );

  it('that is no JSON, or too much of it, or no body at all', async () => {
    const raw = (payload: string, type = 'application/json') =>
      shop.app.inject({
        method: 'POST',
        url: '/backend/shipping-address/',
        headers: { ...headers, 'content-type': type },
        payload,
      });
    expectRefusal(await raw('{'), 'invalid_json');
    expectRefusal(await raw('a=1', 'application/x-www-form-urlencoded'), 'unsupported_media_type');
    expectRefusal(await raw(JSON.stringify({ first_name: 'x'.repeat(300_000) })), 'payload_too_large');
    expectRefusal(await call('POST'), 'invalid_input');
  });
});

describe('two at once', () => {
  /** Lets the writes begin while another one of the account is under way, each up to where it has to wait. */
  const atOnce = async <T>(writes: (() => Promise<T>)[], end = 'commit'): Promise<T[]> => {
    const other = new pg.Client(shop.connection);
    await other.connect();
    try {
      await other.query('begin');
      if (end === 'delete') await other.query('delete from account where id = $1', [account]);
      else await other.query('select from account where id = $1 for no key update', [account]);
      const begun = writes.map((write) => write());
      await waitUntilBlocked(shop.db, writes.length);
      await other.query('commit');
      return await Promise.all(begun);
    } finally {
      await other.end();
    }
  };

  it('first addresses leave one default', { tags: ['@ADDRESS-7'] }, async () => {
    const responses = await atOnce(['A', 'B', 'C'].map((address_line1) => () => add({ address_line1 })));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await lines()).filter((line) => line.endsWith('*'))).toHaveLength(1);
    expect(await lines()).toHaveLength(3);
  });

  it('presses with the same address leave one address', async () => {
    await atOnce([() => add(), () => add(), () => add()]);
    expect(await lines()).toEqual(['12 Broad Street*']);
  });

  it('choices leave one default', { tags: ['@ADDRESS-7'] }, async () => {
    await add({ address_line1: 'A' });
    await add({ address_line1: 'B' });
    await add({ address_line1: 'C' });
    const ids = [await idOf('A'), await idOf('B')];
    const responses = await atOnce(ids.map((id) => () => choose(id)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await lines()).filter((line) => line.endsWith('*'))).toHaveLength(1);
  });

  it('the last place is given once', async () => {
    for (let n = 1; n < MAX_ADDRESSES; n++) await add({ address_line1: `House ${n}` });
    const responses = await atOnce([() => add({ address_line1: 'A' }), () => add({ address_line1: 'B' })]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await lines()).toHaveLength(MAX_ADDRESSES);
  });

  it('a write whose account is deleted meanwhile finds its token invalid', async () => {
    await add();
    const id = await idOf('12 Broad Street');
    const responses = await atOnce([() => add({ address_line1: 'B' }), () => choose(id)], 'delete');
    for (const response of responses) expectRefusal(response, 'token_invalid');
  });
});

it('the database itself refuses a second default', async () => {
  await add();
  const { id: _, ...row } = await shop.db
    .selectFrom('shipping_address')
    .selectAll()
    .where('account_id', '=', account)
    .executeTakeFirstOrThrow();
  const { created_at: __, ...copy } = row;
  await expect(shop.db.insertInto('shipping_address').values(copy).execute()).rejects.toMatchObject({ code: '23505' });
});
