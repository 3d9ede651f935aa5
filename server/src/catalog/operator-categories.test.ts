import type { Category } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import * as calls from '@sokuwa/contract/catalog/operator-categories.endpoints.ts';
import type { OperatorCategories } from '@sokuwa/contract/catalog/operator-categories.schemas.ts';
import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { selectAudit } from '../platform/audit.ts';
import { createEndpointUrl, hasParams } from '../testing/endpoints.ts';
import { LIVE_ACT, signInOperator } from '../testing/operator.ts';
import { testOperatorRefusals } from '../testing/operator-refusals.ts';
import { expectRefusal, productIdsOf } from '../testing/responses.ts';
import { openFollowingNode } from '../testing/second-node.ts';
import { addMerchant, addProduct, addSubItem, openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { mergeCategory, moveCategory } from './category-tree.service.ts';
import { suspendMerchant, unsuspendMerchant } from './merchant.service.ts';
import { lockCatalogKeys } from './products.sql.ts';

let shop: TestShop;
let headers: { authorization: string };
beforeAll(async () => {
  shop = await openTestShop();
  headers = await signInOperator(shop, { name: 'Ada' });
});
afterAll(() => shop.close());
beforeEach(() => shop.clearCaches());

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  shop.app.inject({ method, url: `/backend/operator/categories/${path}`, headers, ...(payload && { payload }) });
const readTree = async (): Promise<OperatorCategories['results']> => (await call('GET', '')).json().results;
const readShopTree = async (): Promise<Category[]> => {
  shop.clearCaches();
  return (await shop.app.inject({ url: '/backend/api/category/' })).json();
};
/** The last of the nodes, which the test has created. */
const lastOf = <T>(nodes: readonly T[]): T => {
  const last = nodes.at(-1);
  if (last === undefined) throw new Error('there is none');
  return last;
};

let created = 0;
/** A new category with a sub-category and two sub-items. */
const createBranch = async () => {
  const name = `Branch ${++created}`;
  const create = async (level: string, parent_id: number | null, own: string) =>
    (await call('POST', '', { level, parent_id, name: own })).json<OperatorCategories>();
  const category = lastOf((await create('category', null, name)).results);
  const sub = lastOf(lastOf((await create('sub_category', category.id, 'Grains')).results).sub_categories);
  await create('sub_item', sub.id, 'Rice');
  const tree = await create('sub_item', sub.id, 'Millet');
  const [rice, millet] = lastOf(lastOf(tree.results).sub_categories).sub_items;
  if (!rice || !millet) throw new Error('no sub-items');
  return { name, category, sub, rice, millet };
};
const listOf = async (path: string): Promise<number[]> => {
  shop.clearCaches();
  return productIdsOf(await shop.app.inject({ url: `/backend/api/products/${path}` }));
};
const inCategory = (id: number) => listOf(`category//${id}`);
const inSubItem = (id: number) => listOf(`subitem//${id}`);
const searchFor = (text: string) => listOf(`?search=${encodeURIComponent(text)}`);

describe('categories', () => {
  it('are created as the last of their parent, with a slug of their own', {
    tags: ['@CATEGORY-1', '@CATEGORY-2'],
  }, async () => {
    const { name, category, sub, rice, millet } = await createBranch();
    await addProduct(shop.db, { place: { categoryId: category.id, subItemId: rice.id } });
    const node = { hide_when_empty: false };
    expect(lastOf(await readTree())).toEqual({
      ...{ id: category.id, slug: name.toLowerCase().replace(' ', '-'), name, products: 1, ...node },
      sub_categories: [
        {
          ...{ id: sub.id, slug: sub.slug, name: 'Grains', products: 1, ...node },
          sub_items: [
            { id: rice.id, slug: rice.slug, name: 'Rice', products: 1, ...node },
            { id: millet.id, slug: millet.slug, name: 'Millet', products: 0, ...node },
          ],
        },
      ],
    });
    const [entry] = await selectAudit(shop.db, { subject: `sub_item ${millet.id}`, limit: 1 });
    expect(entry).toMatchObject({ actor: 'token:Ada', action: 'categories create' });
  });

  it('are renamed in the shop, in the search and on all nodes; their address stays', {
    tags: ['@CATEGORY-3'],
  }, async () => {
    const { category, rice } = await createBranch();
    const product = await addProduct(shop.db, {
      title: 'A sack',
      place: { categoryId: category.id, subItemId: rice.id },
    });
    const { other, close } = await openFollowingNode(shop);
    const readNames = async () =>
      (await other.app.inject({ url: '/backend/api/category/' })).json<Category[]>().map(({ name }) => name);
    expect(await readNames()).not.toContain('Stores of grain');
    await call('PATCH', `category/${category.id}/`, { name: 'Stores of grain' });
    await call('PATCH', `sub_item/${rice.id}/`, { name: 'Ofada rice' });
    await waitFor(async () => expect(await readNames()).toContain('Stores of grain'));
    await close();
    expect(await searchFor('ofada rice')).toContain(product);
    expect(await inSubItem(rice.id)).toEqual([product]);
  });

  it('are sorted among their siblings', { tags: ['@CATEGORY-4'] }, async () => {
    const { sub, rice, millet } = await createBranch();
    await call('POST', `sub_item/${millet.id}/move/`, { parent_id: sub.id, position: 0 });
    const [{ sub_categories }] = [lastOf(await readTree())];
    expect(lastOf(sub_categories).sub_items.map(({ id }) => id)).toEqual([millet.id, rice.id]);
  });

  it('move with their products, also with those of suspended merchants', { tags: ['@CATEGORY-4'] }, async () => {
    const from = await createBranch();
    const to = await createBranch();
    const place = { categoryId: from.category.id, subItemId: from.rice.id };
    const shown = await addProduct(shop.db, { place });
    const merchant = await addMerchant(shop.db);
    const suspended = await addProduct(shop.db, { place, merchant_id: merchant });
    await suspendMerchant(shop.db, merchant, LIVE_ACT);
    await call('PATCH', `sub_category/${from.sub.id}/`, { name: 'Cereals' });
    const moved = await call('POST', `sub_category/${from.sub.id}/move/`, { parent_id: to.category.id, position: 9 });
    expect(lastOf(moved.json().results as OperatorCategories['results'])).toMatchObject({
      products: 1,
      sub_categories: [{ name: 'Grains' }, { name: 'Cereals', sub_items: [{ products: 1 }, { products: 0 }] }],
    });
    expect([await inCategory(from.category.id), await inCategory(to.category.id)]).toEqual([[], [shown]]);
    expect(await searchFor(`${to.name} cereals`)).toContain(shown);
    await unsuspendMerchant(shop.db, merchant, LIVE_ACT);
    expect((await inCategory(to.category.id)).toSorted()).toEqual([shown, suspended].toSorted());
    const rice = { parent_id: to.sub.id, position: 0 };
    expectRefusal(await call('POST', `sub_item/${from.rice.id}/move/`, rice), 'category_exists');
    await call('PATCH', `sub_item/${from.rice.id}/`, { name: 'Ofada' });
    await call('POST', `sub_item/${from.rice.id}/move/`, rice);
    expect((await inSubItem(from.rice.id)).toSorted()).toEqual([shown, suspended].toSorted());
  });

  it('two moves at once happen one after the other', { tags: ['@CATEGORY-4'] }, async () => {
    const { category, sub, rice, millet } = await createBranch();
    const other = await createBranch();
    await call('PATCH', `sub_category/${sub.id}/`, { name: 'Cereals' });
    const product = await addProduct(shop.db, { place: { categoryId: category.id, subItemId: rice.id } });
    const both = await shop.db.transaction().execute(async (trx) => {
      await lockCatalogKeys(trx);
      const moving = [
        call('POST', `sub_category/${sub.id}/move/`, { parent_id: other.category.id, position: 0 }),
        call('POST', `sub_item/${millet.id}/move/`, { parent_id: sub.id, position: 0 }),
        call('DELETE', `category/${category.id}/`),
      ];
      await waitUntilBlocked(shop.db, 3);
      return { moving };
    });
    const statuses = (await Promise.all(both.moving)).map(({ statusCode }) => statusCode);
    // The category is empty only after the first move.
    expect([
      [200, 200, 200],
      [200, 200, 409],
    ]).toContainEqual(statuses);
    expect(await inCategory(other.category.id)).toEqual([product]);
    const moved = (await readTree()).find(({ id }) => id === other.category.id)?.sub_categories[0];
    expect([moved?.id, moved?.sub_items.map(({ id }) => id)]).toEqual([sub.id, [millet.id, rice.id]]);
  });

  it('merge: products move, and the former pages lead to the new ones', { tags: ['@CATEGORY-5'] }, async () => {
    const { category, sub, rice, millet } = await createBranch();
    const merchant = await addMerchant(shop.db);
    const product = await addProduct(shop.db, { place: { categoryId: category.id, subItemId: rice.id } });
    const suspended = await addProduct(shop.db, {
      place: { categoryId: category.id, subItemId: rice.id },
      merchant_id: merchant,
    });
    await suspendMerchant(shop.db, merchant, LIVE_ACT);
    await call('POST', `sub_item/${rice.id}/merge/`, { into_id: millet.id, reason: 'Too few' });
    expect(await inSubItem(millet.id)).toEqual([product]);
    expect((await shop.app.inject({ url: `/backend/api/products/subitem//${rice.id}` })).statusCode).toBe(404);
    const findItems = (tree: Category[]) => lastOf(lastOf(tree).subcategories).subitems;
    expect(findItems(await readShopTree())).toEqual([{ id: millet.id, name: 'Millet', former_ids: [rice.id] }]);
    await unsuspendMerchant(shop.db, merchant, LIVE_ACT);
    expect((await inSubItem(millet.id)).toSorted()).toEqual([product, suspended].toSorted());

    // A second merge leads both former pages to the last one.
    const third = (await call('POST', '', { level: 'sub_item', parent_id: sub.id, name: 'Sorghum' })).json();
    const sorghum = lastOf(lastOf(lastOf(third.results as OperatorCategories['results']).sub_categories).sub_items);
    expect(sorghum.id).toBeGreaterThan(rice.id);
    await call('POST', `sub_item/${millet.id}/merge/`, { into_id: sorghum.id, reason: 'Too few' });
    expect(findItems(await readShopTree())).toEqual([
      { id: sorghum.id, name: 'Sorghum', former_ids: [rice.id, millet.id] },
    ]);
  });

  it('merge with all that is in them', { tags: ['@CATEGORY-5'] }, async () => {
    const from = await createBranch();
    const into = await createBranch();
    const product = await addProduct(shop.db, { place: { categoryId: from.category.id, subItemId: from.rice.id } });
    const merge = () =>
      call('POST', `category/${from.category.id}/merge/`, { into_id: into.category.id, reason: 'One' });
    expectRefusal(await merge(), 'category_exists');
    await call('PATCH', `sub_category/${from.sub.id}/`, { name: 'Cereals' });
    expect((await merge()).statusCode).toBe(200);
    expect(await inCategory(into.category.id)).toEqual([product]);
    expect(lastOf(await readShopTree())).toMatchObject({
      former_ids: [from.category.id],
      subcategories: [{ name: 'Grains' }, { name: 'Cereals' }],
    });
  });

  it('are left out while they are empty, if operators say so; merchants still find them', {
    tags: ['@CATEGORY-6'],
  }, async () => {
    const { category, rice } = await createBranch();
    for (const place of [`category/${category.id}/`, `sub_item/${rice.id}/`])
      await call('PATCH', place, { hide_when_empty: true });
    const find = async () => (await readShopTree()).find(({ id }) => id === category.id);
    expect(await find()).toBeUndefined();
    const { other, close } = await openFollowingNode(shop);
    const findOnOther = async () =>
      (await other.app.inject({ url: '/backend/api/category/' }))
        .json<Category[]>()
        .find(({ id }) => id === category.id);
    expect(await findOnOther()).toBeUndefined();
    const product = await addProduct(shop.db, { place: { categoryId: category.id, subItemId: rice.id } });
    await waitFor(async () => expect(await findOnOther()).toBeDefined());
    expect((await find())?.subcategories[0]?.subitems.map(({ name }) => name)).toEqual(['Rice', 'Millet']);
    await shop.db.deleteFrom('product').where('id', '=', product).execute();
    await waitFor(async () => expect(await findOnOther()).toBeUndefined());
    await close();
  });

  it('are deleted only when nothing is in them', { tags: ['@CATEGORY-7'] }, async () => {
    const { category, sub, rice, millet } = await createBranch();
    const merchant = await addMerchant(shop.db);
    await addProduct(shop.db, { place: { categoryId: category.id, subItemId: rice.id }, merchant_id: merchant });
    await suspendMerchant(shop.db, merchant, LIVE_ACT);
    for (const place of [`category/${category.id}/`, `sub_category/${sub.id}/`, `sub_item/${rice.id}/`])
      expectRefusal(await call('DELETE', place), 'category_not_empty');
    expect((await call('DELETE', `sub_item/${millet.id}/`)).statusCode).toBe(200);
    expectRefusal(await call('DELETE', `sub_item/${millet.id}/`), 'not_found');
  });

  it('with more products than one request may move are left to the command', {
    tags: ['@CATEGORY-4', '@CATEGORY-5'],
  }, async () => {
    const [from, into] = [await createBranch(), await createBranch()];
    await addProduct(shop.db, { place: { categoryId: from.category.id, subItemId: from.rice.id } });
    const place = { level: 'sub_item', id: from.rice.id } as const;
    const limit = { maxProducts: 0 };
    const to = { parent_id: into.sub.id, position: 0 };
    await call('PATCH', `sub_item/${from.rice.id}/`, { name: 'Ofada' });
    expect(await moveCategory(shop.db, place, to, LIVE_ACT, limit)).toEqual({ refused: 'category_too_large' });
    expect(await mergeCategory(shop.db, place, into.rice.id, LIVE_ACT, limit)).toEqual({
      refused: 'category_too_large',
    });
    expect(await mergeCategory(shop.db, place, into.rice.id, LIVE_ACT)).toEqual({ products: 1 });
  });
});

describe('every refusal', () => {
  testOperatorRefusals(calls, async (refusing, operator) => {
    const { categoryId, subItemId } = await addSubItem(refusing.db);
    const other = await addSubItem(refusing.db);
    const { sub_category_id: subId } = await refusing.db
      .selectFrom('sub_item')
      .select('sub_category_id')
      .where('id', '=', subItemId)
      .executeTakeFirstOrThrow();
    const { name } = await refusing.db
      .selectFrom('category')
      .select('name')
      .where('id', '=', other.categoryId)
      .executeTakeFirstOrThrow();
    await addProduct(refusing.db, { place: { categoryId, subItemId } });
    const urlOf = (call: Endpoint, id: string | number) =>
      createEndpointUrl(call, id).replace(`categories/${id}/`, 'categories/category/');
    const bodies = new Map<Endpoint, object>([
      [calls.createCategory, { level: 'category', parent_id: null, name: 'New' }],
      [calls.changeCategory, { hide_when_empty: false }],
      [calls.moveCategory, { parent_id: null, position: 0 }],
      [calls.mergeCategory, { into_id: other.categoryId, reason: 'R' }],
    ]);
    const requestOf = (call: Endpoint) => ({
      method: call.method,
      url: urlOf(call, categoryId),
      headers: operator,
      ...(bodies.has(call) && { payload: bodies.get(call) ?? {} }),
    });
    return {
      requestOf,
      provoke: {
        invalid_input: (send, call) =>
          hasParams(call) ? send({ url: createEndpointUrl(call, categoryId) }) : send({ payload: { name: '' } }),
        not_found: (send, call) => {
          if (call === calls.createCategory)
            return send({ payload: { level: 'sub_item', parent_id: 2_147_483_647, name: 'New' } });
          return send({ url: urlOf(call, 2_147_483_647) });
        },
        category_exists: (send, call) => {
          if (call === calls.createCategory) return send({ payload: { level: 'category', parent_id: null, name } });
          if (call === calls.changeCategory) return send({ payload: { name: name.toUpperCase() } });
          const item = async () => {
            await refusing.db.updateTable('sub_item').set({ name: 'Same' }).execute();
            await refusing.db.updateTable('sub_category').set({ name: 'Same' }).execute();
          };
          return item().then(async () => {
            if (call === calls.mergeCategory) return send();
            const { sub_category_id } = await refusing.db
              .selectFrom('sub_item')
              .select('sub_category_id')
              .where('id', '=', other.subItemId)
              .executeTakeFirstOrThrow();
            return send({
              url: `/backend/operator/categories/sub_item/${subItemId}/move/`,
              payload: { parent_id: sub_category_id, position: 0 },
            });
          });
        },
        category_parent_wrong: (send, call) =>
          call === calls.createCategory
            ? send({ payload: { level: 'category', parent_id: subId, name: 'New' } })
            : send({ payload: { parent_id: subId, position: 0 } }),
        category_merged_with_itself: (send) => send({ payload: { into_id: categoryId, reason: 'R' } }),
        category_not_empty: (send) => send(),
        category_too_large: async (send, call) => {
          await refusing.db.updateTable('sub_item').set({ name: 'Other' }).where('id', '=', other.subItemId).execute();
          const merchant_id = await addMerchant(refusing.db);
          const product = JSON.stringify({ sub_item_id: subItemId, title: 'Yam' });
          await refusing.db.transaction().execute(async (trx) => {
            // Without the triggers of each row.
            await sql`set local session_replication_role = replica`.execute(trx);
            await sql`insert into suspended_product (id, merchant_id, stock, pictures, product)
              select 1000000 + n, ${merchant_id}, 1, '[]', ${product} from generate_series(1, 5001) n`.execute(trx);
          });
          const to =
            call === calls.mergeCategory
              ? { into_id: other.subItemId, reason: 'R' }
              : { parent_id: await subCategoryOf(refusing, other.subItemId), position: 0 };
          const response = await send({
            url: `/backend/operator/categories/sub_item/${subItemId}/${call === calls.mergeCategory ? 'merge' : 'move'}/`,
            payload: to,
          });
          await refusing.db.deleteFrom('suspended_product').execute();
          return response;
        },
      },
    };
  });
});

const subCategoryOf = async ({ db }: TestShop, subItemId: number): Promise<number> =>
  (await db.selectFrom('sub_item').select('sub_category_id').where('id', '=', subItemId).executeTakeFirstOrThrow())
    .sub_category_id;
