import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pictureForm } from '../testing/account.ts';
import { createMerchant, type TestMerchant } from '../testing/merchant.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { issueToken, suspendMerchant } from './merchant.service.ts';
import { lockStore } from './merchants.sql.ts';

let shop: TestShop;
let merchant: TestMerchant;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  merchant = await createMerchant(shop);
});

const readStore = async () => (await merchant.call('GET', '/store/')).json();
const changeStore = (body: object) => merchant.call('PATCH', '/store/', body);
const callWith = (token: string, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  shop.app.inject({
    method,
    url: `/backend/merchant${path}`,
    headers: { authorization: `Token ${token}` },
    ...(payload && { payload }),
  });
const addToken = (name: string, scope = 'write') => merchant.call('POST', '/tokens/', { name, scope });
const listTokens = async () => (await merchant.call('GET', '/tokens/')).json().results;

describe("a merchant's store", { tags: ['@MERCHANT-58'] }, () => {
  it('is shown and changed, field by field', async () => {
    const before = await readStore();
    expect(before).toEqual({
      ...{ id: merchant.id, name: 'Mile Twelve Fresh', place: 'Lagos, Nigeria', country: 'NG', since: '2019-08-02' },
      ...{ email: null, handling_days: 2, cover_url: '/media/stores/cover/1600.webp', suspended_at: null },
      ...{ description: '', policies: '', holiday: null, is_on_holiday: false, version: expect.any(String) },
      state: 'approved',
    });
    const changed = { place: 'Kano, Nigeria', email: 'sales@mail.test', handling_days: 0 };
    const version = expect.any(String);
    expect((await changeStore(changed)).json()).toEqual({ ...before, ...changed, version });
    expect((await changeStore({ email: null })).json()).toEqual({ ...before, ...changed, email: null, version });
    expect((await changeStore({})).json()).toEqual({ ...before, ...changed, email: null, version });
    expect((await shop.app.inject({ url: `/backend/merchants/${merchant.id}/` })).json()).toMatchObject({
      location: 'Kano, Nigeria',
    });
  });

  it('refuses what is not valid, and what only operators change', async () => {
    const before = await readStore();
    const invalid = [
      ...[{ place: ' ' }, { place: 'x'.repeat(201) }, { place: 'a\u202eb' }, { place: null }],
      ...[{ email: 'x' }, { email: '' }, { email: `${'x'.repeat(250)}@mail.test` }],
      ...[{ handling_days: 31 }, { handling_days: -1 }, { handling_days: 0.5 }],
      ...[
        { cover_url: '/media/people/x/1600.webp' },
        { name: 'Other' },
        { commission_per_mille: 0 },
        { suspended_at: null },
      ],
    ];
    for (const body of invalid) expectRefusal(await changeStore({ place: 'Jos, Nigeria', ...body }), 'invalid_input');
    expect(await readStore()).toEqual(before);
  });

  it('has a cover picture, which can be removed', async () => {
    const picture = await sharp({ create: { width: 3200, height: 800, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    const form = pictureForm(picture);
    const response = await shop.app.inject({
      method: 'PATCH',
      url: '/backend/merchant/store/',
      payload: form.payload,
      headers: { ...merchant.headers, ...form.headers },
    });
    const { cover_url } = response.json();
    const served = await shop.app.inject({ url: cover_url });
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 400 });
    expect(await readStore()).toMatchObject({ cover_url });
    expect((await changeStore({ cover_url: null })).json()).toMatchObject({ cover_url: null });
  });

  it('can be changed during a suspension', async () => {
    await suspendMerchant(shop.db, merchant.id, LIVE_ACT);
    expect((await changeStore({ handling_days: 3 })).json()).toMatchObject({
      handling_days: 3,
      suspended_at: expect.any(String),
    });
  });
});

describe("the tokens of a merchant's programs", { tags: ['@MERCHANT-59'] }, () => {
  it('are created, listed with their last use, and revoked', async () => {
    const created = (await addToken('label-printer', 'read')).json();
    const { token, ...row } = created;
    expect(row).toEqual({
      id: expect.any(Number),
      name: 'label-printer',
      scope: 'read',
      created_by: null,
      created_at: expect.any(String),
      last_used_at: null,
    });
    expect(await listTokens()).toMatchObject([{ name: 'write' }, { name: 'read', last_used_at: null }, row]);
    expect(JSON.stringify(await listTokens())).not.toContain(token);
    expect((await callWith(token, 'GET', '/store/')).statusCode).toBe(200);
    expect((await listTokens())[2].last_used_at).not.toBeNull();
    expectRefusal(await callWith(token, 'POST', '/tokens/', { name: 'x', scope: 'read' }), 'token_read_only');
    expectRefusal(await callWith(token, 'DELETE', `/tokens/${row.id}/`), 'token_read_only');
    const left = (await merchant.call('DELETE', `/tokens/${row.id}/`)).json();
    expect(left.results.map(({ name }: { name: string }) => name)).toEqual(['write', 'read']);
    expectRefusal(await callWith(token, 'GET', '/store/'), 'token_invalid');
    expectRefusal(await merchant.call('DELETE', `/tokens/${row.id}/`), 'not_found');
  });

  it('can revoke themselves', async () => {
    const { id, token } = (await addToken('once')).json();
    expect((await callWith(token, 'DELETE', `/tokens/${id}/`)).json().results).toHaveLength(2);
    expectRefusal(await callWith(token, 'GET', '/tokens/'), 'token_invalid');
  });

  it('of another merchant and of an operator cannot be revoked', async () => {
    const stranger = await createMerchant(shop);
    const [{ id }] = await listTokens();
    expectRefusal(await stranger.call('DELETE', `/tokens/${id}/`), 'not_found');
    const operators = await shop.db.selectFrom('api_token').select('id').where('merchant_id', 'is', null).execute();
    for (const operator of operators)
      expectRefusal(await stranger.call('DELETE', `/tokens/${operator.id}/`), 'not_found');
    expect(await listTokens()).toHaveLength(2);
  });

  it('have names of their own; only an operator replaces a token', async () => {
    expectRefusal(await addToken('read'), 'token_name_taken');
    await issueToken(shop.db, merchant.id, { name: 'read', scope: 'write' }, LIVE_ACT);
    expect(await listTokens()).toMatchObject([{ name: 'write' }, { name: 'read', scope: 'write' }]);
    for (const name of ['', ' ', 'x'.repeat(81), 'a\nb', null]) {
      const response = await merchant.call('POST', '/tokens/', { name, scope: 'read' });
      expectRefusal(response, 'invalid_input');
    }
    expectRefusal(await addToken('x', 'admin'), 'invalid_input');
  });

  it('are 20 at most, also if two are created at the same time', async () => {
    for (let n = 2; n < 19; n++) expect((await addToken(`token ${n}`)).statusCode).toBe(200);
    const blocker = await shop.db.startTransaction().execute();
    await lockStore(blocker, merchant.id);
    const responses = Promise.all([addToken('a'), addToken('b')]);
    await waitUntilBlocked(shop.db, 2);
    await blocker.commit().execute();
    const codes = (await responses).map((response) => response.json().code ?? 'created');
    expect(codes.toSorted()).toEqual(['created', 'too_many_tokens']);
    expect(await listTokens()).toHaveLength(20);
  });

  it('with one name are one, if two are created at the same time', async () => {
    const blocker = await shop.db.startTransaction().execute();
    await lockStore(blocker, merchant.id);
    const responses = Promise.all([addToken('same'), addToken('same')]);
    await waitUntilBlocked(shop.db, 2);
    await blocker.commit().execute();
    const [created] = (await responses).filter(({ statusCode }) => statusCode === 200);
    expect((await responses).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await callWith(created?.json().token, 'GET', '/store/')).statusCode).toBe(200);
  });
});
