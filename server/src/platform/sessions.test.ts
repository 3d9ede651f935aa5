import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addOrder } from '../testing/buyer.ts';
import { callEndpoints, createEndpointUrl, hasBody, hasParams } from '../testing/endpoints.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, addProduct, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import type { AccountId } from './ids.ts';
import { closeSessions, deleteExpiredSessions, openSession, readSession } from './sessions.ts';

let shop: TestShop;
let accountId: AccountId;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  accountId = await addAccount(shop.db);
});
afterEach(() => {
  vi.useRealTimers();
});

const openToken = async (id: AccountId) => (await openSession(shop.db, id)).token;
const getProfile = (authorization?: string) =>
  shop.app.inject({ url: '/backend/profile/', headers: authorization === undefined ? {} : { authorization } });
/** The email address of the token's account, or the HTTP status of the refusal. */
const emailOrStatus = async (token: string) => {
  const response = await getProfile(`Token ${token}`);
  return response.statusCode === 200 ? response.json().user.email : response.statusCode;
};
const setClock = (instant: string) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(instant);
};
const sessionsOf = async (id: AccountId) => {
  const { rows } = await sql<{ written: string; expires_at: Date }>`
    select xmin::text as written, expires_at from session where account_id = ${id} order by expires_at`.execute(
    shop.db,
  );
  return rows;
};

describe('a token', () => {
  it('has 256 random bits, and only its hash is stored', {
    tags: ['@SESSION-7', '@SESSION-8'],
  }, async () => {
    const tokens = [await openToken(accountId), await openToken(accountId)];
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) {
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      const { rows } = await sql<{ row: string }>`
        select s::text as row from session s
        where token_hash = ${createHash('sha256').update(token).digest()}`.execute(shop.db);
      expect(rows).toHaveLength(1);
      expect(rows[0]?.row).not.toContain(token);
    }
  });

  it('gives access only to the account it belongs to', async () => {
    const other = await addAccount(shop.db, { email: 'amaka@mail.test' });
    const another = await addAccount(shop.db, { email: 'bola@mail.test' });
    expect(await emailOrStatus(await openToken(other))).toBe('amaka@mail.test');
    expect(await emailOrStatus(await openToken(another))).toBe('bola@mail.test');
  });

  it('is accepted after “Token” in upper or lower case', async () => {
    const token = await openToken(accountId);
    expect((await getProfile(`token ${token}`)).statusCode).toBe(200);
  });

  it('is required', { tags: ['@API-10'] }, async () => {
    expectRefusal(await getProfile(), 'credentials_missing');
    expectRefusal(await getProfile(''), 'credentials_missing');
  });

  it('is refused in every other form', { tags: ['@API-9'] }, async () => {
    const token = await openToken(accountId);
    for (const authorization of [
      token,
      `Bearer ${token}`,
      `Token  ${token}`,
      `Token ${token} x`,
      `Token ${token.slice(1)}`,
      `Token ${token}A`,
      `Token ${token.toUpperCase()}`,
      // The stored hash.
      `Token ${createHash('sha256').update(token).digest('base64url')}`,
      `Token ${'A'.repeat(43)}`,
      `Token ${"' or true --".padEnd(43)}`,
      `Token ${'é'.repeat(43)}`,
      'Token',
      `Token ${'x'.repeat(10_000)}`,
    ])
      expectRefusal(await getProfile(authorization), 'token_invalid');
  });

  it('is deleted with its account', async () => {
    const token = await openToken(accountId);
    await shop.db.deleteFrom('account').where('id', '=', accountId).execute();
    expectRefusal(await getProfile(`Token ${token}`), 'token_invalid');
  });
});

describe('a session', () => {
  it('expires thirty days after its last use', { tags: ['@SESSION-9'] }, async () => {
    setClock('2026-11-01T12:00:00Z');
    const token = await openToken(accountId);
    setClock('2026-12-01T11:59:59Z');
    expect(await emailOrStatus(token)).toMatch(/@/);
    setClock('2026-12-31T11:59:58Z');
    expect(await emailOrStatus(token)).toMatch(/@/);
    setClock('2027-01-30T11:59:58Z');
    expectRefusal(await getProfile(`Token ${token}`), 'token_invalid');
  });

  it('that has expired stays expired', async () => {
    setClock('2026-11-01T12:00:00Z');
    const token = await openToken(accountId);
    setClock('2026-12-01T12:00:00Z');
    for (let n = 0; n < 3; n++) expect(await emailOrStatus(token)).toBe(401);
  });

  it('is extended at most once a day', async () => {
    setClock('2026-11-01T12:00:00Z');
    const token = await openToken(accountId);
    const opened = await sessionsOf(accountId);
    for (const instant of ['2026-11-01T12:00:01Z', '2026-11-01T23:00:00Z', '2026-11-02T11:59:59Z']) {
      setClock(instant);
      expect(await emailOrStatus(token)).toMatch(/@/);
    }
    expect(await sessionsOf(accountId)).toEqual(opened);
    setClock('2026-11-02T12:00:00Z');
    expect(await emailOrStatus(token)).toMatch(/@/);
    const extended = await sessionsOf(accountId);
    expect(extended).toMatchObject([{ expires_at: new Date('2026-12-02T12:00:00Z') }]);
    setClock('2026-11-03T11:59:59Z');
    expect(await emailOrStatus(token)).toMatch(/@/);
    expect(await sessionsOf(accountId)).toEqual(extended);
  });

  it('ends at most SESSION_MAX_DAYS after the sign-in, however often it is used, and is then deleted', {
    tags: ['@SESSION-22'],
  }, async () => {
    const DAY_MS = 24 * 60 * 60 * 1000;
    const signedInAt = Date.parse('2026-11-01T12:00:00Z');
    const setDay = (day: number) => setClock(new Date(signedInAt + day * DAY_MS).toISOString());
    setDay(0);
    const { token, merchant_token } = await openSession(shop.db, accountId);
    for (let day = 20; day < 365; day += 20) {
      setDay(day);
      expect(await emailOrStatus(token), `day ${day}`).toMatch(/@/);
    }
    setDay(364.999);
    expect(await emailOrStatus(token)).toMatch(/@/);
    expect(await sessionsOf(accountId)).toMatchObject([{ expires_at: new Date(signedInAt + 365 * DAY_MS) }]);
    setDay(365);
    expectRefusal(await getProfile(`Token ${token}`), 'token_invalid');
    expect(await readSession(shop.db, `Token ${merchant_token}`, { maxDays: 365, kind: 'reply' })).toEqual({
      refused: 'token_invalid',
    });
    await deleteExpiredSessions(shop.db, 500);
    expect(await sessionsOf(accountId)).toEqual([]);
  });

  it('that is older than a lowered SESSION_MAX_DAYS ends at once', { tags: ['@SESSION-22'] }, async () => {
    setClock('2026-11-01T12:00:00Z');
    const token = await openToken(accountId);
    const read = (maxDays: number) => readSession(shop.db, `Token ${token}`, { maxDays, kind: 'buyer' });
    setClock('2026-11-25T12:00:00Z');
    expect(await read(365)).toMatchObject({ accountId });
    setClock('2026-12-02T12:00:00Z');
    expect(await read(30)).toMatchObject({ refused: 'token_invalid' });
    expect(await read(365)).toMatchObject({ accountId });
  });

  it('is closed with all sessions of its account; those of other accounts stay open', async () => {
    const tokens = [await openToken(accountId), await openToken(accountId)];
    const otherToken = await openToken(await addAccount(shop.db));
    await closeSessions(shop.db, accountId);
    for (const token of tokens) expect(await emailOrStatus(token)).toBe(401);
    expect(await emailOrStatus(otherToken)).toMatch(/@/);
  });
});

describe('a merchant token', () => {
  const readToken = (token: string, kind: 'buyer' | 'reply') =>
    readSession(shop.db, `Token ${token}`, { maxDays: 365, kind });

  it("is accepted only by endpoints for replies, which refuse a buyer's token", {
    tags: ['@SESSION-15'],
  }, async () => {
    const { token, merchant_token } = await openSession(shop.db, accountId);
    expect(merchant_token).toMatch(/^[\w-]{43}$/);
    expect(await readToken(merchant_token, 'reply')).toMatchObject({ accountId });
    expect(await readToken(merchant_token, 'buyer')).toMatchObject({ refused: 'token_invalid' });
    expect(await readToken(token, 'reply')).toMatchObject({ refused: 'token_invalid' });
    expectRefusal(await getProfile(`Token ${merchant_token}`), 'token_invalid');
  });

  it('ends with its session', async () => {
    const { token, merchant_token } = await openSession(shop.db, accountId);
    const other = await openSession(shop.db, accountId);
    const authorization = `Token ${token}`;
    await shop.app.inject({ method: 'POST', url: '/backend/logout/', headers: { authorization } });
    expect(await readToken(merchant_token, 'reply')).toMatchObject({ refused: 'token_invalid' });
    expect(await readToken(other.merchant_token, 'reply')).toMatchObject({ accountId });
  });

  it("extends its session when used, like the buyer's token", async () => {
    setClock('2026-11-01T12:00:00Z');
    const { token, merchant_token } = await openSession(shop.db, accountId);
    setClock('2026-11-20T12:00:00Z');
    await readToken(merchant_token, 'reply');
    setClock('2026-12-15T12:00:00Z');
    expect(await emailOrStatus(token)).toMatch(/@/);
  });
});

describe('endpoints with a token', () => {
  const calls = callEndpoints.filter(([, call]) => call.auth !== 'none' && call.auth !== 'desk');
  let productId: number;
  let orderId: string;
  beforeAll(async () => {
    productId = await addProduct(shop.db);
  });
  beforeEach(async () => {
    orderId = await addOrder(shop.db, accountId);
  });
  const urlOf = (call: (typeof calls)[number][1]) =>
    createEndpointUrl(call, /^.order/.test(call.path) ? orderId : productId);
  const request = (call: (typeof calls)[number][1], headers: Record<string, string>) => ({
    method: call.method,
    url: urlOf(call),
    headers,
    ...(hasBody(call) && { payload: { product_id: productId, quantity: 1, cart_items: [] } }),
  });

  it.each(calls)('%s refuses an expired one', async (_, call) => {
    setClock('2026-11-01T12:00:00Z');
    const expired = await signIn(shop.db, accountId);
    setClock('2026-12-01T12:00:00Z');
    expectRefusal(await shop.app.inject(request(call, expired)), 'token_invalid');
  });

  it.each(calls)('%s checks the token before the body', async (_, call) => {
    const response = await shop.app.inject({
      ...request(call, { authorization: 'Token none', 'content-type': 'application/json' }),
      ...(call.method !== 'GET' && { payload: '{' }),
    });
    expectRefusal(response, 'token_invalid');
  });

  // Endpoints that need data of the account, or another token, are tested in their slices.
  const testable = calls.filter(
    ([, call]) => call.method !== 'GET' || (!hasParams(call) && !['merchant', 'operator'].includes(call.auth)),
  );
  it.each(testable)('%s: no shared cache stores the response', async (_, call) => {
    const headers = await signIn(shop.db, accountId);
    const payload = { product_id: productId };
    await shop.app.inject({ method: 'POST', url: '/backend/api/cart/', payload, headers });
    const response = await shop.app.inject(request(call, headers));
    expect(response.headers['cache-control']).toBe(call.method === 'GET' ? 'private, no-cache' : 'no-store');
    if (call.method !== 'GET') return;
    expect(response.statusCode).toBe(200);
    expect(response.headers.vary).toBe('authorization');
    // The server does not cache it either: a request for the same URL without a token is refused.
    expectRefusal(await shop.app.inject({ url: urlOf(call) }), 'credentials_missing');
  });
});
