import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import { fillPath } from '@sokuwa/contract/endpoint.ts';
import * as calls from '@sokuwa/contract/moderation/duplicates.endpoints.ts';
import type { DuplicateGroups, MergePreview } from '@sokuwa/contract/moderation/duplicates.schemas.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moveMergedStock } from '../catalog/duplicates.service.ts';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { createBuyer, runMinuteJobs, stockOf } from '../testing/buyer.ts';
import { openDeskAs, type TestDesk } from '../testing/desk.ts';
import { hasBody } from '../testing/endpoints.ts';
import { createMerchant, type TestMerchant } from '../testing/merchant.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { testOperatorRefusals } from '../testing/operator-refusals.ts';
import { expectRefusal } from '../testing/responses.ts';
import { payOrder } from '../testing/sales.ts';
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
import { mergeProducts } from './duplicates.service.ts';

let shop: TestShop;
let other: TestShop;
let node: Awaited<ReturnType<typeof openFollowingNode>>;
let operator: TestDesk;
let place: { categoryId: number; subItemId: number };
beforeAll(async () => {
  shop = await openTestShop();
  node = await openFollowingNode(shop);
  other = node.other;
  operator = await openDeskAs(shop, null, 'catalogue');
  place = await addSubItem(shop.db);
});
afterAll(async () => {
  await node.close();
  await shop.close();
});

let merchant: TestMerchant;
let kept: ProductId;
let copy: ProductId;
const pot = { title: 'Clay Pot', stock: 5, pictures: [{ key: 'products/pot', alt: 'A pot' }] };
beforeEach(async () => {
  await sql`truncate product_likeness`.execute(shop.db);
  merchant = await createMerchant(shop);
  const own = { ...pot, merchant_id: merchant.id, place };
  kept = await addProduct(shop.db, own);
  copy = await addProduct(shop.db, { ...own, title: 'clay pót', stock: 3 });
});

const list = async (): Promise<DuplicateGroups['results']> =>
  (await operator.call('GET', '/operator/duplicates/')).json().results;
const groupIds = async () => (await list()).map(({ products }) => products.map(({ id }) => id));
const path = () => `/operator/duplicates/${kept}/${copy}/`;
const preview = async (): Promise<MergePreview> => (await operator.call('GET', path())).json();
const merge = async (stock: 'add' | 'keep' = 'add', version?: string) =>
  operator.call('POST', `${path()}merge/`, { version: version ?? (await preview()).version, stock, reason: 'Twice' });

describe('products that look alike', { tags: ['@MODERATION-11'] }, () => {
  it('are those of one store with the same title and weight, live or paused', async () => {
    const own = { ...pot, merchant_id: merchant.id, place };
    await addProduct(shop.db, { ...own, weight_grams: 77 });
    await addProduct(shop.db, { ...pot, place });
    const draft = await merchant.call('POST', `/products/${kept}/duplicate/`, {});
    expect(await groupIds()).toEqual([[kept, copy]]);
    const { version } = (await merchant.call('GET', `/products/${copy}/`)).json();
    const paused = await merchant.call('PATCH', `/products/${copy}/`, { version, state: 'paused' });
    expect((await list())[0]).toMatchObject({
      merchant: { id: merchant.id },
      count: 2,
      products: [
        { id: kept, title: 'Clay Pot', stock: 5, state: 'live' },
        { id: copy, state: 'paused' },
      ],
    });
    expect(draft.json().state).toBe('draft');
    await merchant.call('PATCH', `/products/${copy}/`, { version: paused.json().version, title: 'A bowl' });
    expect(await groupIds()).toEqual([]);
  });

  it('can be called different, until another one looks like them', async () => {
    const dismiss = async (version = '') =>
      operator.call('POST', `/operator/duplicates/${copy}/dismiss/`, { version, reason: 'Two colours' });
    const readVersion = async () => (await list())[0]?.version;
    const version = await readVersion();
    expect((await dismiss(version)).json()).toEqual({ count: 2 });
    expect((await dismiss(version)).json()).toEqual({ count: 2 });
    expect(await groupIds()).toEqual([]);
    const third = await addProduct(shop.db, { ...pot, merchant_id: merchant.id, place });
    expect(await groupIds()).toEqual([[kept, copy, third]]);
    expectRefusal(await dismiss(version), 'duplicates_changed');
    expect(await groupIds()).toEqual([[kept, copy, third]]);
    expect((await dismiss(await readVersion())).json()).toEqual({ count: 3 });
  });

  it('are read page by page in the order of an index, with 100,000 products', async () => {
    await sql`alter table product_likeness disable trigger all`.execute(shop.db);
    await sql`insert into product_likeness (id, merchant_id, likeness)
      select 1000000 + n, 1000 + n / 1000, n from generate_series(1, 100000) n`.execute(shop.db);
    await sql`vacuum analyze product_likeness`.execute(shop.db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select distinct merchant_id, likeness
      from product_likeness where is_repeated and not is_dismissed order by merchant_id, likeness limit 51`.execute(
      shop.db,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Only Scan using product_likeness_to_decide/);
    expect(await groupIds()).toEqual([[kept, copy]]);
    await sql`alter table product_likeness enable trigger all`.execute(shop.db);
  });

  it('are listed fifty at a time', async () => {
    for (let n = 0; n < 51; n++) {
      const own = { ...pot, merchant_id: merchant.id, place, title: `Pot ${n}` };
      await addProduct(shop.db, own);
      await addProduct(shop.db, own);
    }
    const first = (await operator.call('GET', '/operator/duplicates/')).json<DuplicateGroups>();
    const next = await operator.call('GET', first.next?.slice(first.next.indexOf('/operator')) ?? '');
    expect([first.results.length, next.json<DuplicateGroups>().results.length]).toEqual([50, 2]);
    expect(next.json().next).toBeNull();
  });
});

describe('a merge', () => {
  it('takes the duplicate out of the shop, and its number leads to the kept product', {
    tags: ['@MODERATION-12', '@MODERATION-14'],
  }, async () => {
    const url = `/backend/api/products/${copy}/`;
    expect((await other.app.inject({ url })).json().title).toBe('clay pót');
    expect((await merge('add')).json()).toMatchObject({
      kept: { id: kept, stock: 8 },
      duplicate: { id: copy, stock: 0, state: 'paused', merged_into: kept },
    });
    await waitFor(async () =>
      expect((await other.app.inject({ url })).json()).toMatchObject({ id: kept, title: 'Clay Pot' }),
    );
    const store = await other.app.inject({ url: `/backend/merchants/${merchant.id}/products/` });
    expect(store.json().results.map(({ id }: { id: number }) => id)).toEqual([kept]);
    expect(await groupIds()).toEqual([]);
    const entry = await shop.db.selectFrom('audit_entry').selectAll().orderBy('id', 'desc').executeTakeFirst();
    expect(entry).toMatchObject({
      ...{ action: 'products merge', subject: `product ${copy}`, reason: 'Twice' },
      before: { stock: 3, into_stock: 5 },
      after: { merged_into: kept, stock: 0, into_stock: 8 },
    });
  });

  it('that is only tried says what it would do', { tags: ['@MODERATION-12'] }, async () => {
    const tried = await mergeProducts(
      { db: shop.db, publicUrl: '' },
      { keptId: kept, duplicateId: copy },
      { version: undefined, stock: 'add' },
      { ...LIVE_ACT, dryRun: true },
    );
    expect(tried).toMatchObject({ kept: { stock: 8 }, duplicate: { stock: 0, merged_into: kept } });
    expect(await groupIds()).toEqual([[kept, copy]]);
  });

  it('keeps the stock if the operator wants that, and is mailed to the merchant', {
    tags: ['@MODERATION-12'],
  }, async () => {
    await shop.db.updateTable('merchant').set({ email: 'pots@mail.test' }).where('id', '=', merchant.id).execute();
    expect((await merge('keep')).json()).toMatchObject({ kept: { stock: 5 }, duplicate: { stock: 3 } });
    await runMinuteJobs(shop);
    expect(await shop.mailbox.read('pots@mail.test')).toMatchObject([{ subject: '“clay pót” was merged' }]);
  });

  it('is final: nothing makes the duplicate live, and it is merged once', { tags: ['@MODERATION-12'] }, async () => {
    const { version } = await preview();
    const first = await merge('add', version);
    expect((await merge('add', version)).json()).toEqual(first.json());
    expect(await stockOf(shop.db, kept)).toBe(8);
    const own = (await merchant.call('GET', `/products/${copy}/`)).json();
    expectRefusal(
      await merchant.call('PATCH', `/products/${copy}/`, { version: own.version, state: 'live' }),
      'product_merged',
    );
    const changes = [{ id: copy, version: own.version, state: 'live' }];
    expect((await merchant.call('PATCH', '/products/', { changes })).json().results).toMatchObject([
      { code: 'product_merged' },
    ]);
    expectRefusal(await merchant.call('POST', `/products/${copy}/duplicate/`, {}), 'product_merged');
    // A program that goes on to write its stock is told.
    expectRefusal(await merchant.call('POST', `/products/${copy}/stock/`, { to: 9 }), 'product_merged');
    await expect(sql`select show_products(${[copy]}::integer[])`.execute(shop.db)).rejects.toThrow('merged');
  });

  it('of a product that others were merged into takes these along', { tags: ['@MODERATION-14'] }, async () => {
    await merge();
    const third = await addProduct(shop.db, { ...pot, merchant_id: merchant.id, place });
    const next = `/operator/duplicates/${third}/${kept}/`;
    const { version } = (await operator.call('GET', next)).json();
    await operator.call('POST', `${next}merge/`, { version, stock: 'add', reason: 'Thrice' });
    expect((await shop.app.inject({ url: `/backend/api/products/${copy}/` })).json().id).toBe(third);
  });

  it('moves it in carts and lists, once each', { tags: ['@MODERATION-13'] }, async () => {
    const both = await createBuyer(shop, [
      [kept, 2],
      [copy, 3],
    ]);
    const one = await createBuyer(shop, [[copy, 1]]);
    const headers = await signIn(shop.db);
    const save = (id: number) => shop.app.inject({ method: 'PUT', url: `/backend/api/saved-items//${id}/`, headers });
    await save(copy);
    await shop.app.inject({
      method: 'POST',
      url: '/backend/api/recently-viewed/',
      headers,
      payload: { views: [{ product_id: kept }, { product_id: copy }] },
    });
    expect(await preview()).toMatchObject({ carts: 2, saved: 1 });
    await merge('keep');
    const cartOf = async (buyer: typeof both) =>
      (await buyer.readCart()).cart.map(({ product_id, quantity }: { product_id: number; quantity: number }) => [
        product_id,
        quantity,
      ]);
    expect(await cartOf(both)).toEqual([[kept, 5]]);
    expect(await cartOf(one)).toEqual([[kept, 1]]);
    const ids = await shop.app.inject({ url: '/backend/api/saved-ids/', headers });
    expect(ids.json().product_ids).toEqual([kept]);
    const viewed = await shop.app.inject({ url: '/backend/api/recently-viewed/?country_code=NG', headers });
    expect(viewed.json().count).toBe(1);
  });

  it('adds quantities up to what can be bought', { tags: ['@MODERATION-13'] }, async () => {
    const buyer = await createBuyer(shop, [
      [kept, 4],
      [copy, 3],
    ]);
    await merge('keep');
    expect((await buyer.readCart()).cart).toMatchObject([{ product_id: kept, quantity: 5 }]);
  });

  it('and a checkout at the same time happen one after the other', { tags: ['@MODERATION-13'] }, async () => {
    const buyer = await createBuyer(shop, [[copy, 1]]);
    const body = await buyer.prepareCheckout();
    const holder = await shop.db.startTransaction().execute();
    await sql`select from product where id = ${copy} for update`.execute(holder);
    const ordered = buyer.submitCheckout(body);
    await waitUntilBlocked(shop.db, 1);
    const merged = merge('add');
    await waitUntilBlocked(shop.db, 2);
    await holder.rollback().execute();
    expect((await ordered).statusCode).toBe(200);
    expect((await merged).json()).toMatchObject({ kept: { stock: 7 } });
  });

  it('is refused when one of the products was changed, or cannot be merged', { tags: ['@MODERATION-12'] }, async () => {
    const { version } = await preview();
    const own = (await merchant.call('GET', `/products/${copy}/`)).json();
    await merchant.call('PATCH', `/products/${copy}/`, { version: own.version, brand: 'Ojà' });
    const refused = await merge('add', version);
    expectRefusal(refused, 'merge_changed');
    expect(refused.json().current).toMatchObject({ duplicate: { brand: 'Ojà' } });
    // Sales do not matter.
    const now = (await preview()).version;
    await shop.db.updateTable('product').set({ stock: 1 }).where('id', '=', copy).execute();
    expect((await merge('add', now)).json()).toMatchObject({ kept: { stock: 6 } });
    const stranger = await addProduct(shop.db, { ...pot, place });
    expectRefusal(await operator.call('GET', `/operator/duplicates/${kept}/${stranger}/`), 'products_not_mergeable');
    expectRefusal(await operator.call('GET', `/operator/duplicates/${kept}/${kept}/`), 'products_not_mergeable');
  });
});

describe('a merge loses nothing', () => {
  it('is refused when a stock was raised since: the sum would have pieces that do not exist', {
    tags: ['@MODERATION-12'],
  }, async () => {
    const { version } = await preview();
    await merchant.call('POST', `/products/${kept}/stock/`, { to: 8 });
    expect(await stockOf(shop.db, kept)).toBe(8);
    const refused = await merge('add', version);
    expectRefusal(refused, 'merge_changed');
    expect(refused.json().current).toMatchObject({ kept: { stock: 8 } });
  });

  it('is refused when both have more pieces together than a product can have', {
    tags: ['@MODERATION-12'],
  }, async () => {
    await shop.db.updateTable('product').set({ stock: 99_999_998 }).where('id', '=', kept).execute();
    expect((await merge('add')).json().errors).toEqual({ stock: ['Together they have more than 100,000,000 pieces.'] });
    expect((await merge('keep')).json()).toMatchObject({ kept: { stock: 99_999_998 }, duplicate: { stock: 3 } });
  });

  it('never takes a live product into a paused one', { tags: ['@MODERATION-12'] }, async () => {
    const { version } = (await merchant.call('GET', `/products/${kept}/`)).json();
    await merchant.call('PATCH', `/products/${kept}/`, { version, state: 'paused' });
    expectRefusal(await operator.call('GET', path()), 'products_not_mergeable');
    expect((await operator.call('GET', `/operator/duplicates/${copy}/${kept}/`)).statusCode).toBe(200);
  });

  it('leaves open reports to be decided about the kept product', { tags: ['@MODERATION-12'] }, async () => {
    const [one, both] = [await addAccount(shop.db), await addAccount(shop.db)];
    const report = (product_id: ProductId, account_id: AccountId) =>
      shop.db
        .insertInto('product_report')
        .values({ product_id, account_id, reason: 'counterfeit', text: `of ${product_id}` })
        .execute();
    await report(copy, one);
    await report(copy, both);
    await report(kept, both);
    await merge();
    const { reports } = (await operator.call('GET', `/operator/moderation/${kept}/`)).json();
    expect(reports).toMatchObject({ open: 2, results: [{ text: `of ${copy}` }, { text: `of ${kept}` }] });
    expect((await operator.call('GET', `/operator/moderation/${copy}/`)).json().reports.open).toBe(0);
  });

  it('adds pieces that come back later to the kept product, unless the duplicate kept its own', {
    tags: ['@MODERATION-12'],
  }, async () => {
    const orderCopy = async () => {
      const buyer = await createBuyer(shop, [[copy, 2]]);
      return { buyer, id: (await buyer.placeOrder()).id };
    };
    const cancel = ({ buyer, id }: Awaited<ReturnType<typeof orderCopy>>) => buyer.cancelOrder(id);
    const first = await orderCopy();
    await merge('add');
    expect(await stockOf(shop.db, kept)).toBe(6);
    await cancel(first);
    expect(await stockOf(shop.db, kept)).toBe(8);
    copy = await addProduct(shop.db, { ...pot, merchant_id: merchant.id, place });
    const second = await orderCopy();
    await merge('keep');
    await cancel(second);
    expect(await stockOf(shop.db, kept)).toBe(8);
  });

  it('adds pieces that come back while it runs to the kept product', { tags: ['@MODERATION-12'] }, async () => {
    const buyer = await createBuyer(shop, [[copy, 2]]);
    const { id } = await buyer.placeOrder();
    await shop.db.deleteFrom('cart_line').where('product_id', '=', copy).execute();
    const holder = await shop.db.startTransaction().execute();
    await sql`select from product where id = ${copy} for update`.execute(holder);
    const merged = merge('add');
    await waitUntilBlocked(shop.db, 1);
    const cancelled = buyer.cancelOrder(id);
    await waitUntilBlocked(shop.db, 2);
    await holder.rollback().execute();
    expect((await merged).json()).toMatchObject({ kept: { stock: 6 } });
    await cancelled;
    await moveMergedStock(shop.db);
    expect(await stockOf(shop.db, kept)).toBe(8);
    expect((await merchant.call('GET', `/products/${copy}/`)).json().stock).toBe(0);
  });

  it('of two in a chain at the same time moves the goods of the first one on', {
    tags: ['@MODERATION-13'],
  }, async () => {
    const buyer = await createBuyer(shop, [[copy, 1]]);
    const third = await addProduct(shop.db, { ...pot, merchant_id: merchant.id, place });
    const next = `/operator/duplicates/${third}/${kept}/`;
    const { version } = (await operator.call('GET', next)).json();
    const holder = await shop.db.startTransaction().execute();
    await sql`select from product where id = ${copy} for update`.execute(holder);
    const first = merge('keep');
    await waitUntilBlocked(shop.db, 1);
    const second = operator.call('POST', `${next}merge/`, { version, stock: 'keep', reason: 'Thrice' });
    await waitUntilBlocked(shop.db, 2);
    await holder.rollback().execute();
    expect([(await first).statusCode, (await second).statusCode]).toEqual([200, 200]);
    expect((await buyer.readCart()).cart).toMatchObject([{ product_id: third, quantity: 1 }]);
  });

  it('follows a guest’s cart to the account', { tags: ['@MODERATION-13'] }, async () => {
    await merge();
    const response = await shop.app.inject({
      method: 'POST',
      url: '/backend/api/cart/save-bulk-items/',
      headers: await signIn(shop.db),
      payload: { cart_items: [copy, kept].map((product_id) => ({ product_id, quantity: 2 })) },
    });
    expect(response.json()).toMatchObject({ cart: [{ product_id: kept, quantity: 4 }], dropped: [] });
  });

  it('takes what is paid later out of the cart', { tags: ['@MODERATION-13'] }, async () => {
    const buyer = await createBuyer(shop, [[copy, 2]]);
    const { reference } = await buyer.placeOrder();
    await merge();
    expect((await buyer.readCart()).cart).toMatchObject([{ product_id: kept, quantity: 2 }]);
    await payOrder(shop, reference);
    expect((await buyer.readCart()).cart).toEqual([]);
  });
});

describe('the calls of duplicates', () => {
  testOperatorRefusals(calls, async (testShop, headers) => {
    const { id: merchant_id } = await createMerchant(testShop);
    const ids = [
      await addProduct(testShop.db, { ...pot, merchant_id }),
      await addProduct(testShop.db, { ...pot, merchant_id }),
      await addProduct(testShop.db, pot),
    ];
    const urlOf = (call: Endpoint, keptId: number | string = ids[0] ?? 0, duplicateId = ids[1] ?? 0) =>
      `/backend${fillPath(call.path, { keptId, duplicateId, productId: keptId })}`;
    return {
      requestOf: (call) => ({
        ...{ method: call.method, url: urlOf(call), headers },
        ...(hasBody(call) && { payload: { version: 'x', stock: 'add', reason: 'R' } }),
      }),
      provoke: {
        invalid_input: (send, call) => {
          if (hasBody(call)) return send({ payload: { reason: '' } });
          return send(
            call === calls.listDuplicates ? { query: { cursor: '1.9999999999999999999' } } : { url: urlOf(call, 'x') },
          );
        },
        not_found: (send, call) => send({ url: urlOf(call, 999_999) }),
        products_not_mergeable: (send, call) => send({ url: urlOf(call, ids[2]) }),
        duplicates_changed: (send) => send(),
        merge_changed: (send) => send(),
      },
    };
  });
});
