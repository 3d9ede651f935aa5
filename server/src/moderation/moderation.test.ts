import type { OwnProduct } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import type { ModerationCase, ModerationList } from '@sokuwa/contract/moderation/operator-moderation.schemas.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { suspendMerchant, unsuspendMerchant } from '../catalog/merchant.service.ts';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { createBuyer, runMinuteJobs } from '../testing/buyer.ts';
import { openDeskAs, type TestDesk } from '../testing/desk.ts';
import { createMerchant, type TestMerchant } from '../testing/merchant.ts';
import { DRY_ACT, LIVE_ACT, signInOperator } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openFollowingNode } from '../testing/second-node.ts';
import {
  addAccount,
  addProduct,
  addSubItem,
  openTestShop,
  signIn,
  type TestShop,
  waitUntilBlocked,
} from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { takeProductDown } from './moderation.service.ts';

let shop: TestShop;
/** Another node of the same shop, which caches responses. */
let other: TestShop;
let node: Awaited<ReturnType<typeof openFollowingNode>>;
let operator: TestDesk;
let colleague: TestDesk;
let place: { categoryId: number; subItemId: number };
beforeAll(async () => {
  shop = await openTestShop();
  node = await openFollowingNode(shop);
  other = node.other;
  [operator, colleague] = [await openDeskAs(shop, null, 'catalogue'), await openDeskAs(shop, null, 'owner')];
  place = await addSubItem(shop.db);
});
afterAll(async () => {
  await node.close();
  await shop.close();
});

let merchant: TestMerchant;
let garri: ProductId;
let email: string;
beforeEach(async () => {
  await sql`truncate product_report, product_takedown`.execute(shop.db);
  merchant = await createMerchant(shop);
  email = `makola${merchant.id}@mail.test`;
  await shop.db.updateTable('merchant').set({ email, name: 'Makola' }).where('id', '=', merchant.id).execute();
  garri = await addProduct(shop.db, {
    ...{ merchant_id: merchant.id, place, title: 'White garri', slug: `garri-${merchant.id}` },
    pictures: [{ key: 'products/garri', alt: 'Garri' }],
  });
});

const report = async (
  productId: ProductId = garri,
  { account, ...body }: { account?: AccountId; reason?: string; text?: string } = {},
) =>
  shop.app.inject({
    method: 'PUT',
    url: `/backend/api/product-reports/${productId}/`,
    headers: await signIn(shop.db, account),
    payload: { reason: 'pictures', text: 'This is rice.', ...body },
  });
const list = async (): Promise<ModerationList> => (await operator.call('GET', '/operator/moderation/')).json();
const waitingIds = async () => (await list()).results.map(({ product }) => product.id);
const read = async (productId: ProductId = garri): Promise<ModerationCase> =>
  (await operator.call('GET', `/operator/moderation/${productId}/`)).json();
type Act = 'dismiss' | 'take-down' | 'keep-down' | 'put-back';
const act = async (
  name: Act,
  {
    by = operator,
    version,
    reason = 'The picture is of rice.',
  }: { by?: TestDesk; version?: string; reason?: string } = {},
) => by.call('POST', `/operator/moderation/${garri}/${name}/`, { version: version ?? (await read()).version, reason });
const readOwn = async (): Promise<OwnProduct> => (await merchant.call('GET', `/products/${garri}/`)).json();
const change = async (fields: object) =>
  merchant.call('PATCH', `/products/${garri}/`, { version: (await readOwn()).version, ...fields });
const ask = () => merchant.call('POST', `/products/${garri}/ask-for-review/`);
const statusInShop = async () => (await other.app.inject({ url: `/backend/api/products/${garri}/` })).statusCode;
const mails = async () => {
  await runMinuteJobs(shop);
  return (await shop.mailbox.read(email)).map(({ subject }) => subject).toReversed();
};

describe('a report of a shopper', () => {
  it('reaches operators, with reason and text, and without who has sent it', {
    tags: ['@MODERATION-1', '@MODERATION-2', '@MODERATION-3'],
  }, async () => {
    const account = await addAccount(shop.db, { first_name: 'Zainab', last_name: 'Bello' });
    expect((await report(garri, { account })).json()).toEqual({ product_id: garri, reported: true, is_open: true });
    await report(garri, { reason: 'wrong', text: '' });
    expect((await list()).results).toEqual([
      {
        product: expect.objectContaining({ id: garri, title: 'White garri', state: 'live' }),
        merchant: { id: merchant.id, name: 'Makola' },
        ...{ why: 'reported', since: expect.any(String), reports: 2, reasons: ['pictures', 'wrong'] },
      },
    ]);
    const found = await read();
    expect(found).toMatchObject({ is_in_shop: true, product: { description: expect.any(String) }, history: [] });
    expect(found.reports).toMatchObject({
      open: 2,
      results: [
        { reason: 'pictures', text: 'This is rice.' },
        { reason: 'wrong', text: '' },
      ],
    });
    expect(JSON.stringify(found)).not.toMatch(/Zainab|account/);
  });

  it('replaces the open one of the same person, and is another one after a decision', {
    tags: ['@MODERATION-1'],
  }, async () => {
    const account = await addAccount(shop.db);
    await report(garri, { account });
    await report(garri, { account, reason: 'counterfeit', text: 'A copy' });
    expect((await read()).reports).toMatchObject({ open: 1, results: [{ reason: 'counterfeit', text: 'A copy' }] });
    await act('dismiss');
    await report(garri, { account });
    expect((await read()).reports).toMatchObject({ open: 1, results: [{ reason: 'pictures' }] });
  });

  it('stays dismissed until it says something else, or the product is changed', {
    tags: ['@MODERATION-1'],
  }, async () => {
    const account = await addAccount(shop.db);
    const send = async (text = 'It is rice.', reason = 'pictures') =>
      (await report(garri, { account, reason, text })).json().is_open;
    expect(await send()).toBe(true);
    await act('dismiss');
    expect(await send()).toBe(false);
    expect(await waitingIds()).toEqual([]);
    expect((await report()).json().is_open).toBe(true);
    expect(await send('It is sugar.')).toBe(true);
    expect(await send('It is rice.', 'wrong')).toBe(true);
    await act('dismiss');
    expect(await send()).toBe(false);
    await change({ description: 'Fine and white.' });
    expect(await send()).toBe(true);
    expect((await read()).reports).toMatchObject({ open: 1 });
  });

  it('needs a reason of the list, and a text for another one', { tags: ['@MODERATION-1'] }, async () => {
    expect((await report(garri, { reason: 'other', text: ' ' })).json().errors).toEqual({
      text: ['Say what is wrong.'],
    });
    expect((await report(garri, { reason: 'none' })).json().errors).toEqual({ reason: ['Choose a reason.'] });
    expect((await report(garri, { text: 'x'.repeat(1001) })).json().errors).toHaveProperty('text');
    await merchant.call('PATCH', `/products/${garri}/`, { version: (await readOwn()).version, state: 'paused' });
    expectRefusal(await report(), 'not_found');
    expect(await waitingIds()).toEqual([]);
  });

  it('is one of 20 an hour', { tags: ['@MODERATION-1'] }, async () => {
    const limited = await openTestShop({ RATE_LIMIT_FACTOR: '1' });
    const url = `/backend/api/product-reports/${await addProduct(limited.db)}/`;
    const headers = await signIn(limited.db);
    const send = () => limited.app.inject({ method: 'PUT', url, headers, payload: { reason: 'pictures' } });
    for (let sent = 0; sent < 20; sent++) expect((await send()).statusCode).toBe(200);
    expectRefusal(await send(), 'too_many_requests');
    await limited.close();
  });

  it('is in the export of personal data, and is deleted with the account', { tags: ['@MODERATION-10'] }, async () => {
    const account = await addAccount(shop.db);
    await report(garri, { account });
    const headers = await signIn(shop.db, account);
    const exported = await shop.app.inject({ url: '/backend/user-data-export/', headers });
    expect(exported.json().product_reports).toEqual([
      {
        ...{ product_id: garri, title: 'White garri', reason: 'pictures', text: 'This is rice.' },
        reported_at: expect.any(String),
      },
    ]);
    await shop.db.deleteFrom('account').where('id', '=', account).execute();
    expect(await waitingIds()).toEqual([]);
  });
});

describe('the list of products that wait', { tags: ['@MODERATION-2'] }, () => {
  it('has each product once, the one that waits longest first, page by page', async () => {
    const ids: ProductId[] = [];
    for (let n = 0; n < 52; n++) ids.push(await addProduct(shop.db, { place }));
    const accounts = [await addAccount(shop.db), await addAccount(shop.db)];
    // The second reports are younger, and in the other order.
    for (const [account_id, products] of [
      [accounts[0], ids],
      [accounts[1], ids.toReversed()],
    ] as const)
      await shop.db
        .insertInto('product_report')
        .values(
          products.map((product_id) => ({
            product_id,
            account_id: account_id as AccountId,
            reason: 'other',
            text: 'x',
          })),
        )
        .execute();
    await sql`update product_report set reported_at = timestamptz '2026-01-01' + id * interval '1 microsecond'`.execute(
      shop.db,
    );
    const first = await list();
    expect(first.results.map(({ product }) => product.id)).toEqual(ids.slice(0, 50));
    expect(first.results[0]).toMatchObject({ reports: 2, since: '2026-01-01T00:00:00.000Z' });
    const second = await operator.call('GET', first.next?.slice(first.next.indexOf('/operator')) ?? '');
    expect(second.json<ModerationList>().results.map(({ product }) => product.id)).toEqual(ids.slice(50));
    expect(second.json().next).toBeNull();
  });

  it('is counted in the overview', { tags: ['@OPERATOR-18'] }, async () => {
    await report();
    await report();
    const { waiting } = (await operator.call('GET', '/operator/overview/')).json();
    expect(waiting).toContainEqual(
      expect.objectContaining({ kind: 'products_to_moderate', count: 1, merchants: 1, urgency: 'today' }),
    );
  });

  it('reads only what it shows, with 100,000 reports', async () => {
    await sql`insert into account (email, first_name, last_name) select 'reporter' || n || '@mail.test', 'A', 'B' from generate_series(1, 100) n`.execute(
      shop.db,
    );
    await sql`insert into product_report (product_id, account_id, reason, text, reported_at)
      select p, a.id, 'other', 'x', timestamptz '2026-01-01' + (p * 100 + a.n) * interval '1 second'
      from generate_series(1000001, 1001000) p, (select id, row_number() over () n from account where email like 'reporter%') a`.execute(
      shop.db,
    );
    await sql`analyze product_report`.execute(shop.db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, timing off)
      select product_id from product_report r where closed_at is null and not exists (
        select from product_report o where o.product_id = r.product_id and o.closed_at is null and (o.reported_at, o.id) < (r.reported_at, r.id))
      order by reported_at, product_id limit 51`.execute(shop.db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('product_report_waiting');
    expect(plan).not.toMatch(/Seq Scan|Sort/);
    expect((await list()).results).toEqual([]);
  }, 60_000);
});

describe('reports that are dismissed', () => {
  it('are closed, and the product stays in the shop', { tags: ['@MODERATION-4'] }, async () => {
    await report();
    const done = await act('dismiss', { reason: 'The picture is right.' });
    expect(done.json()).toMatchObject({
      is_in_shop: true,
      reports: { open: 0, results: [] },
      history: [{ action: 'products dismiss-reports', actor_name: 'Ada Obi', reason: 'The picture is right.' }],
    });
    expect(await waitingIds()).toEqual([]);
    expect(await statusInShop()).toBe(200);
    expect(await mails()).toEqual([]);
    const entry = await shop.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').executeTakeFirst();
    expect(entry).toMatchObject({ subject: `product ${garri}`, before: { reports: 1 }, after: { reports: 0 } });
  });
});

describe('a product that is taken down', () => {
  it('vanishes from another node within a second, and from carts and checkout', {
    tags: ['@MODERATION-5'],
  }, async () => {
    const buyer = await createBuyer(shop, [[garri, 1]]);
    const body = await buyer.prepareCheckout();
    expect(await statusInShop()).toBe(200);
    await report();
    const down = (await act('take-down')).json();
    expect(down).toMatchObject({ is_in_shop: false, product: { state: 'paused' }, reports: { open: 0 } });
    await waitFor(async () => expect(await statusInShop()).toBe(404));
    const { cart } = await buyer.readCart();
    expect(cart[0]).toMatchObject({ product_id: garri, stock: 0 });
    expect((await buyer.submitCheckout(body)).json().code).toBe('items_unavailable');
    expect(await waitingIds()).toEqual([]);
    expectRefusal(await report(), 'not_found');
  });

  it('is mailed to the merchant, who reads why', { tags: ['@MODERATION-5'] }, async () => {
    await act('take-down');
    expect(await readOwn()).toMatchObject({
      state: 'paused',
      taken_down: { reason: 'The picture is of rice.', asked_at: null, can_ask: false },
    });
    expect((await merchant.call('GET', '/products/')).json().results[0].taken_down).toMatchObject({ can_ask: false });
    expect(await mails()).toEqual(['“White garri” was taken down']);
  });

  it('can be changed, but becomes live in no way', { tags: ['@MODERATION-6'] }, async () => {
    await act('take-down');
    const refused = await change({ state: 'live' });
    expectRefusal(refused, 'product_taken_down');
    expect(refused.json().errors).toEqual({ state: ['The picture is of rice.'] });
    const { version } = await readOwn();
    const inList = await merchant.call('PATCH', '/products/', { changes: [{ id: garri, version, state: 'live' }] });
    expect(inList.json().results).toMatchObject([{ result: 'refused', code: 'product_taken_down' }]);
    expectRefusal(await merchant.call('POST', `/products/${garri}/duplicate/`, {}), 'product_taken_down');
    await suspendMerchant(shop.db, merchant.id, LIVE_ACT);
    await unsuspendMerchant(shop.db, merchant.id, LIVE_ACT);
    expect(await statusInShop()).toBe(404);
    expect((await change({ title: 'Yellow garri' })).json()).toMatchObject({ title: 'Yellow garri', state: 'paused' });
    expect((await change({ state: 'draft' })).json()).toMatchObject({ state: 'draft' });
    // Whatever a node of an earlier release does.
    const { rows } = await sql<{ product: object }>`select product from suspended_product where id = ${garri}`.execute(
      shop.db,
    );
    expect(rows).toHaveLength(1);
    await expect(sql`select show_products(${[garri]}::integer[])`.execute(shop.db)).rejects.toThrow('taken down');
  });

  it('is looked at again once the merchant has changed it and asks', {
    tags: ['@MODERATION-7', '@MODERATION-2'],
  }, async () => {
    expectRefusal(await ask(), 'product_not_taken_down');
    await act('take-down');
    expectRefusal(await ask(), 'product_unchanged');
    await change({ description: 'It is garri.' });
    expect((await readOwn()).taken_down).toMatchObject({ can_ask: true });
    const asked = (await ask()).json<OwnProduct>();
    expect(asked.taken_down).toMatchObject({ asked_at: expect.any(String), can_ask: false });
    expect((await ask()).json()).toEqual(asked);
    expect((await list()).results).toMatchObject([{ product: { id: garri }, why: 'changed', reports: 0 }]);

    await act('keep-down', { reason: 'The picture is still of rice.' });
    expect((await readOwn()).taken_down).toMatchObject({
      reason: 'The picture is still of rice.',
      asked_at: null,
      can_ask: false,
    });
    expect(await waitingIds()).toEqual([]);
    expectRefusal(await ask(), 'product_unchanged');
    await change({ description: 'It is garri now.' });
    expect((await ask()).statusCode).toBe(200);
    expect(await mails()).toEqual(['“White garri” was taken down', '“White garri” stays out of the shop']);
  });

  it('is put back as it was', { tags: ['@MODERATION-8'] }, async () => {
    await act('take-down');
    expect((await act('put-back')).json()).toMatchObject({
      is_in_shop: true,
      product: { state: 'live', taken_down: null },
    });
    await waitFor(async () => expect(await statusInShop()).toBe(200));
    expect(await mails()).toEqual(['“White garri” was taken down', '“White garri” may be sold again']);
  });

  it.each([
    ['a draft', async () => change({ state: 'draft' }), 'draft'],
    [
      'without a picture',
      async () => {
        const { version } = await readOwn();
        return merchant.call('PUT', `/products/${garri}/pictures/`, { version, pictures: [] });
      },
      'paused',
    ],
  ])('that is %s now is put back, but not into the shop', { tags: ['@MODERATION-8'] }, async (_, changeIt, state) => {
    await act('take-down');
    await changeIt();
    expect((await act('put-back')).json()).toMatchObject({ is_in_shop: false, product: { state, taken_down: null } });
  });

  it('of a suspended merchant comes back with the merchant', { tags: ['@MODERATION-8'] }, async () => {
    await suspendMerchant(shop.db, merchant.id, LIVE_ACT);
    expect((await act('take-down')).json().product).toMatchObject({ state: 'paused' });
    expect((await act('put-back')).json()).toMatchObject({ is_in_shop: false, product: { state: 'live' } });
    await unsuspendMerchant(shop.db, merchant.id, LIVE_ACT);
    expect((await read()).is_in_shop).toBe(true);
  });

  it('stays as it is in a dry run', { tags: ['@OPERATOR-2'] }, async () => {
    const deps = { db: shop.db, publicUrl: '' };
    expect(await takeProductDown(deps, garri, undefined, DRY_ACT)).toMatchObject({ title: 'White garri' });
    expect((await read()).history).toEqual([]);
  });
});

describe('two operators', { tags: ['@MODERATION-9'] }, () => {
  it('decide one after the other, and the second is told what has happened', async () => {
    await report();
    const { version } = await read();
    await act('dismiss', { version, reason: 'It is garri.' });
    const second = await act('take-down', { by: colleague, version });
    expectRefusal(second, 'moderation_changed');
    expect(second.json().current).toMatchObject({
      ...{ is_in_shop: true, reports: { open: 0 } },
      history: [{ action: 'products dismiss-reports', reason: 'It is garri.' }],
    });
    expectRefusal(await act('dismiss', { by: colleague }), 'no_open_reports');
  });

  it('who decide at the same time wait for each other', async () => {
    await report();
    const { version } = await read();
    const holder = await shop.db.startTransaction().execute();
    await sql`select from product where id = ${garri} for update`.execute(holder);
    const both = [act('take-down', { version }), act('take-down', { by: colleague, version, reason: 'Rice!' })];
    await waitUntilBlocked(shop.db, 2);
    await holder.rollback().execute();
    const statuses = (await Promise.all(both)).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect((await read()).history).toHaveLength(1);
  });

  it('and a repeated request is done once', async () => {
    const { version } = await read();
    const [first, second] = [await act('take-down', { version }), await act('take-down', { version })];
    expect(second.json()).toEqual(first.json());
    expect((await read()).history).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
    const back = (await read()).version;
    await act('put-back', { version: back, reason: 'Fixed.' });
    expect((await act('put-back', { version: back, reason: 'Fixed.' })).statusCode).toBe(200);
  });

  it('a report that comes meanwhile is not dismissed unread', async () => {
    await report();
    const { version } = await read();
    await report();
    expectRefusal(await act('dismiss', { version }), 'moderation_changed');
    expect((await read()).reports.open).toBe(2);
  });

  it('a report that its sender has changed meanwhile is not dismissed unread', async () => {
    const account = await addAccount(shop.db);
    await report(garri, { account, reason: 'pictures' });
    const { version } = await read();
    await report(garri, { account, reason: 'counterfeit', text: 'The bag is copied.' });
    expectRefusal(await act('dismiss', { version }), 'moderation_changed');
    expect((await read()).reports.results).toMatchObject([{ reason: 'counterfeit', text: 'The bag is copied.' }]);
  });

  it('a report that is sent while the product is taken down is closed or not accepted, or it is read first', async () => {
    const holder = await shop.db.startTransaction().execute();
    await sql`select from product where id = ${garri} for update`.execute(holder);
    const down = act('take-down');
    await waitUntilBlocked(shop.db, 1);
    const sent = report();
    await waitUntilBlocked(shop.db, 2);
    await holder.rollback().execute();
    // PostgreSQL decides which of them goes on first.
    const isDown = (await down).statusCode === 200;
    if (!isDown) expectRefusal(await down, 'moderation_changed');
    expect(isDown ? [200, 404] : [200]).toContain((await sent).statusCode);
    expect((await read()).reports.open).toBe(isDown ? 0 : 1);
  });
});

it('a program of operators decides too', { tags: ['@OPERATOR-1'] }, async () => {
  const response = await shop.app.inject({
    method: 'POST',
    url: `/backend/operator/moderation/${garri}/take-down/`,
    headers: await signInOperator(shop, { name: 'moderator' }),
    payload: { version: (await read()).version, reason: 'R' },
  });
  expect(response.json().history[0]).toMatchObject({ actor: 'token:moderator', actor_name: null });
});
