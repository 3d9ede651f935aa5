import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, openTestShop, signIn, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const profile = (headers: Record<string, string>, url = '/backend/profile/') => shop.app.inject({ url, headers });
const logOut = (headers: Record<string, string>, payload?: string) =>
  shop.app.inject({ method: 'POST', url: '/backend/logout/', headers, ...(payload !== undefined && { payload }) });

describe('the profile', () => {
  it('names whoever is signed in, and leaves empty what the account does not hold', {
    tags: ['@ACCOUNT-110', '@ACCOUNT-111'],
  }, async () => {
    const account = await addAccount(shop.db, { first_name: 'Ngozi', last_name: 'Eze', email: 'Ngozi.Eze@mail.test' });
    const answer = await profile(await signIn(shop.db, account));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
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

  it('is found with a last slash or none', { tags: ['@API-6'] }, async () => {
    const headers = await signIn(shop.db);
    expect((await profile(headers, '/backend/profile')).statusCode).toBe(200);
  });

  it('is sent again only when it changed', async () => {
    const account = await addAccount(shop.db);
    const headers = await signIn(shop.db, account);
    const { etag } = (await profile(headers)).headers;
    const again = await profile({ ...headers, 'if-none-match': String(etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await shop.db.updateTable('account').set({ first_name: 'Zainab' }).where('id', '=', account).execute();
    const changed = await profile({ ...headers, 'if-none-match': String(etag) });
    expect(changed.json().user.first_name).toBe('Zainab');
  });
});

describe('the log-out', () => {
  it('revokes the token that was sent, and no other', { tags: ['@SESSION-10'] }, async () => {
    const account = await addAccount(shop.db);
    const [phone, laptop] = [await signIn(shop.db, account), await signIn(shop.db, account)];
    const answer = await logOut(phone);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ message: 'Logged out.' });
    expectRefusal(await profile(phone), 'token_invalid');
    expectRefusal(await logOut(phone), 'token_invalid');
    expect((await profile(laptop)).statusCode).toBe(200);
  });

  it.each([
    ['application/json', ''],
    ['application/json', '{'],
    ['application/x-www-form-urlencoded', 'a=1'],
    ['text/plain', 'x'.repeat(300_000)],
  ])('reads nothing of what comes with it: %s %.10s', async (type, payload) => {
    const headers = await signIn(shop.db);
    expect((await logOut({ ...headers, 'content-type': type }, payload)).statusCode).toBe(200);
    expectRefusal(await profile(headers), 'token_invalid');
  });
});

it('one address, however it is written, has one account', async () => {
  await addAccount(shop.db, { email: 'one@mail.test' });
  await expect(addAccount(shop.db, { email: 'ONE@mail.test' })).rejects.toMatchObject({ code: '23505' });
});
