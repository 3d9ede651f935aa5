import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember, logIn, post, registration } from '../testing/account.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, addProduct, openTestShop, signIn, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
let headers: Record<string, string>;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  headers = await signIn(shop.db);
});

const LAGOS = { country: 'NG', region: 2_332_453, city: 2_332_459 };
const url = '/backend/user-profile-update';
const editProfile = (payload: unknown, as = headers) =>
  shop.app.inject({
    method: 'PUT',
    url,
    headers: { ...as, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
const readProfile = async (as = headers) => (await shop.app.inject({ url: '/backend/profile/', headers: as })).json();
const deleteAccount = (as = headers) => shop.app.inject({ method: 'DELETE', url, headers: as });

describe('an edit of the profile', () => {
  const completeEdit = {
    user: { first_name: 'Ada', last_name: 'Obi' },
    date_of_birth: '1990-02-28',
    gender: 'F',
    phone_number: '0803 123 4567',
    street_address: ' 12 Broad Street, Ìkòyí ',
    ...LAGOS,
  };

  it('returns the updated profile with the names and ids of the place', {
    tags: ['@ACCOUNT-111', '@ACCOUNT-123'],
  }, async () => {
    const response = await editProfile(completeEdit);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      user: { first_name: 'Ada', last_name: 'Obi' },
      date_of_birth: '1990-02-28',
      gender: 'F',
      phone_number: '+2348031234567',
      street_address: '12 Broad Street, Ìkòyí'.normalize('NFC'),
      country: 'Nigeria',
      countryCode: 'NG',
      region: 'Lagos',
      regionCode: LAGOS.region,
      city: 'Lagos',
      cityId: LAGOS.city,
    });
    expect(await readProfile()).toEqual(response.json());
  });

  it('accepts the profile as it was returned, also with ids as text', async () => {
    const before = (await editProfile(completeEdit)).json();
    const response = await editProfile({
      ...before,
      country: before.countryCode,
      region: String(before.regionCode),
      city: String(before.cityId),
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual(before);
  });

  it('leaves omitted fields unchanged and clears empty ones', { tags: ['@ACCOUNT-121'] }, async () => {
    const before = (await editProfile(completeEdit)).json();
    expect((await editProfile({})).json()).toEqual(before);
    expect((await editProfile({ gender: 'Others' })).json()).toEqual({ ...before, gender: 'Others' });
    const cleared = await editProfile({
      date_of_birth: '',
      gender: '',
      phone_number: '',
      street_address: '',
      country: '',
      region: '',
      city: null,
    });
    expect(cleared.json()).toMatchObject({
      date_of_birth: null,
      gender: '',
      phone_number: '',
      street_address: '',
      country: '',
      countryCode: '',
      region: '',
      regionCode: null,
      city: '',
      cityId: null,
    });
  });

  it('parses a phone number without a calling code in the country of the shop when none is stored', {
    tags: ['@ACCOUNT-150'],
  }, async () => {
    expect((await editProfile({ phone_number: '0803 123 4567' })).json().phone_number).toBe('+2348031234567');
  });

  it('parses a phone number without a calling code in the stored country', { tags: ['@ACCOUNT-150'] }, async () => {
    await editProfile(LAGOS);
    expect((await editProfile({ phone_number: '08031234567' })).json().phone_number).toBe('+2348031234567');
    expect((await editProfile({ phone_number: '+44 20 7946 0018' })).json().phone_number).toBe('+442079460018');
  });

  it.each(['first_name', 'last_name', 'email'])(
    'refuses a different %s and changes nothing',
    { tags: ['@ACCOUNT-117'] },
    async (field) => {
      const before = await readProfile();
      for (const value of ['Another', '', 'ADA'])
        expectRefusal(await editProfile({ gender: 'M', user: { [field]: value } }), 'read_only_field');
      expect(await readProfile()).toEqual(before);
    },
  );

  it('takes a city that is not in the list by its name, and a listed one by its name too', {
    tags: ['@ACCOUNT-147'],
  }, async () => {
    const response = await editProfile({ ...LAGOS, city: '  Yaba ' });
    expect(response.json()).toMatchObject({ country: 'Nigeria', region: 'Lagos', city: 'Yaba', cityId: null });
    expect(await readProfile()).toEqual(response.json());
    // A change of other fields keeps the city.
    expect((await editProfile({ gender: 'F' })).json()).toMatchObject({ city: 'Yaba', cityId: null });
    expect((await editProfile({ ...LAGOS, city: 'lagos' })).json()).toMatchObject({
      city: 'Lagos',
      cityId: LAGOS.city,
    });
    await editProfile({ ...LAGOS, city: 'Yaba' });
    expect((await editProfile(LAGOS)).json()).toMatchObject({ city: 'Lagos', cityId: LAGOS.city });
    await editProfile({ ...LAGOS, city: 'Yaba' });
    const cleared = await editProfile({ country: '', region: '', city: '' });
    expect(cleared.json()).toMatchObject({ country: '', region: '', city: '', cityId: null });
  });

  it.each(['!!!', 'Ya\u0000ba', 'x'.repeat(101)])('refuses the city %s', { tags: ['@ACCOUNT-147'] }, async (city) => {
    await editProfile(completeEdit);
    const before = await readProfile();
    expectRefusal(await editProfile({ ...LAGOS, city }), 'invalid_input');
    expect(await readProfile()).toEqual(before);
  });

  it.each([
    ['a city of another region', { ...LAGOS, city: 2_339_354 }],
    ['a region of another country', { ...LAGOS, country: 'GB' }],
    ['an unknown country', { ...LAGOS, country: 'XX' }],
    ['no city', { ...LAGOS, city: '' }],
    ['no region', { ...LAGOS, region: null }],
    ['only a country', { country: 'NG' }],
    ['only a city', { city: LAGOS.city }],
    ['unknown ids', { ...LAGOS, region: 1, city: 1 }],
  ])('refuses %s', async (_, place) => {
    await editProfile(completeEdit);
    const before = await readProfile();
    expectRefusal(await editProfile({ ...place, gender: 'M' }), 'unknown_place');
    expect(await readProfile()).toEqual(before);
  });

  it.each(['0803', 'call me', '+999 1', '08031234567 ext. 5', '٠٨٠٣'])(
    'refuses the phone number %s',
    async (phone_number) => {
      expectRefusal(await editProfile({ ...completeEdit, phone_number }), 'phone_invalid');
    },
  );

  it.each([
    ['date_of_birth', '1990-02-30'],
    ['date_of_birth', '1899-12-31'],
    ['date_of_birth', '2999-01-01'],
    ['date_of_birth', '28/02/1990'],
    ['date_of_birth', '1990-2-8'],
    ['date_of_birth', '1990-02-28T00:00:00Z'],
    ['date_of_birth', 19900228],
    ['gender', 'X'],
    ['gender', 'm'],
    ['gender', null],
    ['phone_number', 8031234567],
    ['phone_number', '0'.repeat(41)],
    ['phone_number', '0803\0'],
    ['street_address', 'x'.repeat(201)],
    ['street_address', '12 Broad Street\nIkoyi'],
    ['street_address', 'a\u202eb'],
    ['street_address', ['x']],
    ['country', 'Nigeria'],
    ['country', 'ng'],
    ['country', 7],
    ['region', 'Lagos'],
    ['region', -1],
    ['region', 1.5],
    ['region', 2 ** 31],
    ['city', '-1'],
    ['city', '99999999999'],
    ['city', {}],
    ['user', 'Ada'],
    ['user', null],
  ])('refuses %s = %j with an error for that field', async (field, value) => {
    const before = await readProfile();
    const response = await editProfile({ ...completeEdit, [field]: value });
    expectRefusal(response, 'invalid_input');
    expect(Object.keys(response.json().errors)).toEqual([field]);
    expect(await readProfile()).toEqual(before);
  });

  it('accepts dates of birth from 1900-01-01 to today', async () => {
    const today = new Date().toISOString().slice(0, 10);
    for (const date_of_birth of ['1900-01-01', '2000-02-29', today])
      expect((await editProfile({ date_of_birth })).json().date_of_birth).toBe(date_of_birth);
  });

  it('accepts street addresses of 200 characters and with markup, and stores them unchanged', async () => {
    for (const street_address of ['🍠'.repeat(200), '<script>alert(1)</script>', "'; drop table account;--"])
      expect((await editProfile({ street_address })).json().street_address).toBe(street_address);
  });

  it.each([[[]], ['text'], [7], [null]])('refuses %j', async (payload) => {
    expectRefusal(await editProfile(payload), 'invalid_input');
  });

  it('changes no other account', async () => {
    const other = await signIn(shop.db);
    const before = await readProfile(other);
    await editProfile(completeEdit);
    expect(await readProfile(other)).toEqual(before);
  });
});

describe('account deletion', () => {
  it('ends every session and deletes the account with its data', {
    tags: ['@ACCOUNT-133', '@ACCOUNT-136'],
  }, async () => {
    const member = await addMember(shop);
    const [phone, laptop] = [(await logIn(shop, member)).headers, (await logIn(shop, member)).headers];
    const payload = { product_id: await addProduct(shop.db) };
    await shop.app.inject({ method: 'POST', url: '/backend/api/cart/', payload, headers: phone });
    await post(shop, '/password-reset', { email: member.email });
    const response = await deleteAccount(phone);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ message: 'Account deleted successfully.' });
    for (const headers of [phone, laptop]) expectRefusal(await deleteAccount(headers), 'token_invalid');
    expectRefusal((await logIn(shop, member)).response, 'login_failed');
    for (const table of ['session', 'mail_link', 'cart_line'] as const) {
      const orphans = await shop.db
        .selectFrom(table)
        .select('account_id')
        .where('account_id', 'not in', (eb) => eb.selectFrom('account').select('id'))
        .execute();
      expect(orphans, table).toEqual([]);
    }
    expect(await shop.db.selectFrom('account').select('id').where('email', '=', member.email).execute()).toEqual([]);
  });

  it('is reported by mail', { tags: ['@ACCOUNT-142'] }, async () => {
    const member = await addMember(shop);
    await deleteAccount((await logIn(shop, member)).headers);
    expect(await shop.jobs.runDue()).toEqual([]);
    const [mail] = await shop.mailbox.read(member.email);
    expect(mail).toMatchObject({ subject: 'Your Sokuwa account was deleted' });
    expect(mail?.text).not.toContain('deliver');
  });

  it('permits a new registration with the same email address', async () => {
    const member = await addMember(shop, { first_name: 'Old' });
    await deleteAccount((await logIn(shop, member)).headers);
    await addMember(shop, { ...member, first_name: 'New' });
    expect((await readProfile((await logIn(shop, member)).headers)).user.first_name).toBe('New');
  });

  it('deletes no other account', async () => {
    const other = await signIn(shop.db);
    await deleteAccount();
    expect((await readProfile(other)).user.first_name).toBe('Ada');
  });
});

it('every foreign key to the account cascades or sets null', {
  tags: ['@ACCOUNT-136'],
}, async () => {
  const { rows } = await sql<{ table: string; action: string }>`
    select conrelid::regclass::text as table, confdeltype as action from pg_constraint
    where contype = 'f' and confrelid = 'account'::regclass`.execute(shop.db);
  expect(rows.length).toBeGreaterThan(2);
  // PostgreSQL's codes: c is cascade, n is set null.
  for (const { table, action } of rows) expect(['c', 'n'], table).toContain(action);
});

describe('the data export', () => {
  it('is a file with all personal data and no secrets', { tags: ['@ACCOUNT-137'] }, async () => {
    const member = await addMember(shop);
    const { headers } = await logIn(shop, member);
    const product_id = await addProduct(shop.db, { title: 'Ofada rice' });
    const payload = { product_id, quantity: 3 };
    await shop.app.inject({ method: 'POST', url: '/backend/api/cart/', payload, headers });
    await editProfile({ ...LAGOS, gender: 'F', phone_number: '08031234567' }, headers);
    const response = await shop.app.inject({ url: '/backend/user-data-export/', headers });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-disposition']).toBe('attachment; filename="my-data.json"');
    expect(response.headers['cache-control']).toBe('private, no-cache');
    expect(response.json()).toEqual({
      exported_at: expect.stringMatching(/^20\d\d-.*Z$/),
      account: { created_at: expect.any(String), email_verified_at: expect.any(String) },
      profile: await readProfile(headers),
      sessions: [{ expires_at: expect.any(String) }],
      identities: [],
      cart: [{ product_id, title: 'Ofada rice', quantity: 3 }],
      addresses: [],
      orders: [],
      wallet: [],
      saved_items: [],
      followed_sellers: [],
      recently_viewed: [],
      returns: [],
      store_applications: [],
      desk: { memberships: [], sessions: [], passkeys: [], authenticator_app_since: null, programs: [] },
      product_reports: [],
      saved_notes: { enabled: true, sent_at: null },
      messages: [],
      support: [],
    });
    expect(response.body).not.toMatch(/argon2|token|hash/);
  });

  it('contains no data of other accounts and needs a token', async () => {
    const email = registration().email;
    await addAccount(shop.db, { email });
    const response = await shop.app.inject({ url: '/backend/user-data-export/', headers });
    expect(response.body).not.toContain(email);
    expectRefusal(await shop.app.inject({ url: '/backend/user-data-export/' }), 'credentials_missing');
  });
});
