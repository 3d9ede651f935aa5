import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { addOrder } from '../testing/buyer.ts';
import { allEndpoints, endpointUrl, hasBody, hasParams } from '../testing/endpoints.ts';
import { expectRefusal } from '../testing/responses.ts';

import { addAccount, addProduct, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import type { AccountId } from './ids.ts';
import { closeSessions, openSession, readSession } from './sessions.ts';

let shop: TestShop;
let account: AccountId;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  account = await addAccount(shop.db);
});
afterEach(() => {
  vi.useRealTimers();
});

const open = async (of: AccountId) => (await openSession(shop.db, of)).token;
const profile = (authorization?: string) =>
  shop.app.inject({ url: '/backend/profile/', headers: authorization === undefined ? {} : { authorization } });
/** The e-mail address of the token's account, or the status of the refusal. */
const emailOf = async (token: string) => {
  const answer = await profile(`Token ${token}`);
  return answer.statusCode === 200 ? answer.json().user.email : answer.statusCode;
};
const setClock = (instant: string) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(instant);
};
const sessionsOf = async (of: AccountId) => {
  const { rows } = await sql<{ written: string; expires_at: Date }>`
    select xmin::text as written, expires_at from session where account_id = ${of} order by expires_at`.execute(
    shop.db,
  );
  return rows;
};

describe('a token', () => {
  it('has 256 random bits, and only its hash is stored', {
    tags: ['@SESSION-7', '@SESSION-8'],
  }, async () => {
    const tokens = [await open(account), await open(account)];
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

  it('gives access to its own account only', async () => {
    const other = await addAccount(shop.db, { email: 'amaka@mail.test' });
    const mine = await addAccount(shop.db, { email: 'bola@mail.test' });
    expect(await emailOf(await open(other))).toBe('amaka@mail.test');
    expect(await emailOf(await open(mine))).toBe('bola@mail.test');
  });

  it('is accepted after the word Token in any case', async () => {
    const token = await open(account);
    expect((await profile(`token ${token}`)).statusCode).toBe(200);
  });

  it('is required', { tags: ['@API-10'] }, async () => {
    expectRefusal(await profile(), 'credentials_missing');
    expectRefusal(await profile(''), 'credentials_missing');
  });

  it('is refused in every other form', { tags: ['@API-9'] }, async () => {
    const token = await open(account);
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
      expectRefusal(await profile(authorization), 'token_invalid');
  });

  it('is deleted with its account', async () => {
    const token = await open(account);
    await shop.db.deleteFrom('account').where('id', '=', account).execute();
    expectRefusal(await profile(`Token ${token}`), 'token_invalid');
  });
});

describe('a session', () => {
  it('expires thirty days after its last use', { tags: ['@SESSION-9'] }, async () => {
    setClock('2026-11-01T12:00:00Z');
    const token = await open(account);
    setClock('2026-12-01T11:59:59Z');
    expect(await emailOf(token)).toMatch(/@/);
    setClock('2026-12-31T11:59:58Z');
    expect(await emailOf(token)).toMatch(/@/);
    setClock('2027-01-30T11:59:58Z');
    expectRefusal(await profile(`Token ${token}`), 'token_invalid');
  });

  it('that has expired stays expired', async () => {
    setClock('2026-11-01T12:00:00Z');
    const token = await open(account);
    setClock('2026-12-01T12:00:00Z');
    for (let n = 0; n < 3; n++) expect(await emailOf(token)).toBe(401);
  });

  it('is extended at most once a day', async () => {
    setClock('2026-11-01T12:00:00Z');
    const token = await open(account);
    const opened = await sessionsOf(account);
    for (const instant of ['2026-11-01T12:00:01Z', '2026-11-01T23:00:00Z', '2026-11-02T11:59:59Z']) {
      setClock(instant);
      expect(await emailOf(token)).toMatch(/@/);
    }
    expect(await sessionsOf(account)).toEqual(opened);
    setClock('2026-11-02T12:00:00Z');
    expect(await emailOf(token)).toMatch(/@/);
    const extended = await sessionsOf(account);
    expect(extended).toMatchObject([{ expires_at: new Date('2026-12-02T12:00:00Z') }]);
    setClock('2026-11-03T11:59:59Z');
    expect(await emailOf(token)).toMatch(/@/);
    expect(await sessionsOf(account)).toEqual(extended);
  });

  it('that has expired is deleted when its account signs in again', async () => {
    const other = await addAccount(shop.db);
    setClock('2026-11-01T12:00:00Z');
    await open(account);
    await open(other);
    setClock('2026-11-20T12:00:00Z');
    const active = await open(account);
    setClock('2026-12-05T12:00:00Z');
    await open(account);
    expect(await sessionsOf(account)).toHaveLength(2);
    expect(await sessionsOf(other)).toHaveLength(1);
    expect(await emailOf(active)).toMatch(/@/);
  });

  it('ends with all sessions of its account, and not with those of others', async () => {
    const tokens = [await open(account), await open(account)];
    const stranger = await open(await addAccount(shop.db));
    await closeSessions(shop.db, account);
    for (const token of tokens) expect(await emailOf(token)).toBe(401);
    expect(await emailOf(stranger)).toMatch(/@/);
  });
});

describe('a merchant token', () => {
  const read = (token: string, kind: 'buyer' | 'reply') => readSession(shop.db, `Token ${token}`, kind);

  it("is accepted only where one is required, for its own account; a buyer's token is refused there", {
    tags: ['@SESSION-15'],
  }, async () => {
    const { token, merchant_token } = await openSession(shop.db, account);
    expect(merchant_token).toMatch(/^[\w-]{43}$/);
    expect(await read(merchant_token, 'reply')).toMatchObject({ account });
    expect(await read(merchant_token, 'buyer')).toMatchObject({ refused: 'token_invalid' });
    expect(await read(token, 'reply')).toMatchObject({ refused: 'token_invalid' });
    expectRefusal(await profile(`Token ${merchant_token}`), 'token_invalid');
  });

  it('ends with its session', async () => {
    const { token, merchant_token } = await openSession(shop.db, account);
    const other = await openSession(shop.db, account);
    const authorization = `Token ${token}`;
    await shop.app.inject({ method: 'POST', url: '/backend/logout/', headers: { authorization } });
    expect(await read(merchant_token, 'reply')).toMatchObject({ refused: 'token_invalid' });
    expect(await read(other.merchant_token, 'reply')).toMatchObject({ account });
  });

  it("extends its session when used, like the buyer's token", async () => {
    setClock('2026-11-01T12:00:00Z');
    const { token, merchant_token } = await openSession(shop.db, account);
    setClock('2026-11-20T12:00:00Z');
    await read(merchant_token, 'reply');
    setClock('2026-12-15T12:00:00Z');
    expect(await emailOf(token)).toMatch(/@/);
  });
});

describe('endpoints with a token', () => {
  const calls = allEndpoints.filter(([, call]) => call.auth !== 'none');
  let product: number;
  let order: string;
  beforeAll(async () => {
    product = await addProduct(shop.db);
  });
  beforeEach(async () => {
    order = await addOrder(shop.db, account);
  });
  const address = (call: (typeof calls)[number][1]) => endpointUrl(call, /^.order/.test(call.path) ? order : product);
  const request = (call: (typeof calls)[number][1], headers: Record<string, string>) => ({
    method: call.method,
    url: address(call),
    headers,
    ...(hasBody(call) && { payload: { product_id: product, quantity: 1, cart_items: [] } }),
  });

  it.each(calls)('%s refuses an expired one', async (_, call) => {
    setClock('2026-11-01T12:00:00Z');
    const ended = await signIn(shop.db, account);
    setClock('2026-12-01T12:00:00Z');
    expectRefusal(await shop.app.inject(request(call, ended)), 'token_invalid');
  });

  it.each(calls)('%s checks the token before the body', async (_, call) => {
    const answer = await shop.app.inject({
      ...request(call, { authorization: 'Token none', 'content-type': 'application/json' }),
      ...(call.method !== 'GET' && { payload: '{' }),
    });
    expectRefusal(answer, 'token_invalid');
  });

  // Endpoints that need data of the account, or another token, are tested in their slices.
  const testable = calls.filter(([, call]) => call.method !== 'GET' || (!hasParams(call) && call.auth !== 'merchant'));
  it.each(testable)('%s: the response is stored by no shared cache', async (_, call) => {
    const headers = await signIn(shop.db, account);
    const payload = { product_id: product };
    await shop.app.inject({ method: 'POST', url: '/backend/api/cart/', payload, headers });
    const answer = await shop.app.inject(request(call, headers));
    expect(answer.headers['cache-control']).toBe(call.method === 'GET' ? 'private, no-cache' : 'no-store');
    if (call.method !== 'GET') return;
    expect(answer.statusCode).toBe(200);
    expect(answer.headers.vary).toBe('authorization');
    // Nor by the server: another request for the same URL is refused.
    expectRefusal(await shop.app.inject({ url: address(call) }), 'credentials_missing');
  });
});
