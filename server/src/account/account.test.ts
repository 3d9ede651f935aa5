import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, openTestShop, signIn, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const readProfile = (headers: Record<string, string>, url = '/backend/profile/') => shop.app.inject({ url, headers });
const logOut = (headers: Record<string, string>, payload?: string) =>
  shop.app.inject({ method: 'POST', url: '/backend/logout/', headers, ...(payload !== undefined && { payload }) });

describe('the profile', () => {
  it('has the name and email of the account, and empty values for missing data', {
    tags: ['@ACCOUNT-110', '@ACCOUNT-111'],
  }, async () => {
    const accountId = await addAccount(shop.db, {
      first_name: 'Ngozi',
      last_name: 'Eze',
      email: 'Ngozi.Eze@mail.test',
    });
    const response = await readProfile(await signIn(shop.db, accountId));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      user: { first_name: 'Ngozi', last_name: 'Eze', email: 'Ngozi.Eze@mail.test' },
      image: null,
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

  it('is found with and without a trailing slash', { tags: ['@API-6'] }, async () => {
    const headers = await signIn(shop.db);
    expect((await readProfile(headers, '/backend/profile')).statusCode).toBe(200);
  });

  it('returns 304 for its ETag until it changes', async () => {
    const accountId = await addAccount(shop.db);
    const headers = await signIn(shop.db, accountId);
    const { etag } = (await readProfile(headers)).headers;
    const revalidated = await readProfile({ ...headers, 'if-none-match': String(etag) });
    expect([revalidated.statusCode, revalidated.body]).toEqual([304, '']);
    await shop.db.updateTable('account').set({ first_name: 'Zainab' }).where('id', '=', accountId).execute();
    const changed = await readProfile({ ...headers, 'if-none-match': String(etag) });
    expect(changed.json().user.first_name).toBe('Zainab');
  });
});

describe('logout', () => {
  it('revokes only the token of the request', { tags: ['@SESSION-10'] }, async () => {
    const accountId = await addAccount(shop.db);
    const [phone, laptop] = [await signIn(shop.db, accountId), await signIn(shop.db, accountId)];
    const response = await logOut(phone);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ message: 'Logged out.' });
    expectRefusal(await readProfile(phone), 'token_invalid');
    expectRefusal(await logOut(phone), 'token_invalid');
    expect((await readProfile(laptop)).statusCode).toBe(200);
  });

  it.each([
    ['application/json', ''],
    ['application/json', '{'],
    ['application/x-www-form-urlencoded', 'a=1'],
    ['text/plain', 'x'.repeat(300_000)],
  ])('ignores a request body: %s %.10s', async (type, payload) => {
    const headers = await signIn(shop.db);
    expect((await logOut({ ...headers, 'content-type': type }, payload)).statusCode).toBe(200);
    expectRefusal(await readProfile(headers), 'token_invalid');
  });
});

it('the database refuses two accounts with the same email address, ignoring case', async () => {
  await addAccount(shop.db, { email: 'one@mail.test' });
  await expect(addAccount(shop.db, { email: 'ONE@mail.test' })).rejects.toMatchObject({ code: '23505' });
});
