import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from '../testing/messages.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { createApiToken, readApiToken, revokeApiToken, selectApiTokens } from './api-tokens.ts';
import { createToken, hashToken } from './tokens.ts';

let shop: TestShop;
let store: Awaited<ReturnType<typeof createStore>>;
beforeAll(async () => {
  shop = await openTestShop();
  store = await createStore(shop);
});
afterAll(() => shop.close());

const create = async (
  name: string,
  scope: 'read' | 'write' = 'write',
  merchantId: typeof store.merchantId | null = store.merchantId,
) => `Token ${await createApiToken(shop.db, { merchantId, name, scope })}`;
const read = (authorization: string) =>
  shop.app.inject({ url: '/backend/merchant/messages/', headers: { authorization } });

describe('the API tokens of a merchant', () => {
  it('have names, and are replaced and revoked on their own', { tags: ['@MERCHANT-8', '@MERCHANT-11'] }, async () => {
    const [first, other] = [await create('stock'), await create('parcels')];
    const replaced = await create('stock');
    expectRefusal(await read(first), 'token_invalid');
    expect((await read(other)).statusCode).toBe(200);
    expect((await read(replaced)).statusCode).toBe(200);
    expect(await revokeApiToken(shop.db, { merchantId: store.merchantId, name: 'parcels' })).toBe(true);
    expect(await revokeApiToken(shop.db, { merchantId: store.merchantId, name: 'parcels' })).toBe(false);
    expectRefusal(await read(other), 'token_invalid');
    expect((await read(replaced)).statusCode).toBe(200);
  });

  it('can permit only reading', { tags: ['@MERCHANT-11'] }, async () => {
    const authorization = await create('report', 'read');
    expect((await read(authorization)).statusCode).toBe(200);
    expectRefusal(
      await shop.app.inject({
        method: 'POST',
        url: '/backend/merchant/messages/send/',
        headers: { authorization },
        payload: { order_id: '000000000000', subject: 'A', content: 'B' },
      }),
      'token_read_only',
    );
  });

  it('show when they were last used', { tags: ['@MERCHANT-11'] }, async () => {
    const authorization = await create('clock');
    const lastUse = async () =>
      (await selectApiTokens(shop.db, store.merchantId)).find(({ name }) => name === 'clock')?.last_used_at;
    expect(await lastUse()).toBeNull();
    await read(authorization);
    expect(Date.now() - Number(await lastUse())).toBeLessThan(60_000);
  });

  it('are those that nodes of release 1.0 create and check', async () => {
    const other = await createStore(shop);
    const token = createToken();
    const row = { merchant_id: other.merchantId, token_hash: hashToken(token) };
    await shop.db.insertInto('seller_token').values(row).execute();
    expectRefusal(await read(other.headers.authorization), 'token_invalid');
    expect((await read(`Token ${token}`)).statusCode).toBe(200);
    await createApiToken(shop.db, { merchantId: other.merchantId, name: 'default', scope: 'write' });
    expectRefusal(await read(`Token ${token}`), 'token_invalid');
    const left = await shop.db
      .selectFrom('seller_token')
      .select('merchant_id')
      .where('merchant_id', '=', other.merchantId)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('the API tokens of operators', () => {
  it('are invalid for the calls of merchants', { tags: ['@MERCHANT-12'] }, async () => {
    const authorization = await create('finance', 'write', null);
    expect(await readApiToken(shop.db, authorization)).toEqual({
      merchantId: null,
      name: 'finance',
      scope: 'write',
      responsibleId: null,
    });
    expectRefusal(await read(authorization), 'token_invalid');
  });
});
