import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fulfilmentOperator } from '../orders/fulfilment.operator.ts';
import { orderCommands } from '../orders/order.operator.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { isRefused } from '../platform/refusal.ts';
import { createBuyer, stockOf } from '../testing/buyer.ts';
import { LIVE_ACT, signInOperator } from '../testing/operator.ts';
import { expectRefusal, productIdsOf } from '../testing/responses.ts';
import { placePaidOrder } from '../testing/sales.ts';
import { openFollowingNode } from '../testing/second-node.ts';
import {
  addMerchant,
  addProduct,
  addProducts,
  addSubItem,
  openTestShop,
  signIn,
  type TestShop,
  waitUntilBlocked,
} from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { queueWebhook } from '../webhooks/index.ts';
import { createMerchant, suspendMerchant, unsuspendMerchant } from './merchant.service.ts';
import { insertProducts, lockCatalogKeys, lockCounts } from './products.sql.ts';
import { returnStock } from './stock.service.ts';

/** The node that the operator calls. */
let shop: TestShop;
/** Another node of the same shop, which caches responses. */
let other: TestShop;
let node: Awaited<ReturnType<typeof openFollowingNode>>;
let merchantId: MerchantId;
let kaftan: ProductId;
let place: { categoryId: number; subItemId: number };
let ids: ProductId[];
beforeAll(async () => {
  shop = await openTestShop();
  node = await openFollowingNode(shop);
  other = node.other;
});
afterAll(async () => {
  await node.close();
  await shop.close();
});
beforeEach(async () => {
  place = await addSubItem(shop.db);
  merchantId = await addMerchant(shop.db);
  const pictures = [{ key: 'products/kaftan', alt: 'A kaftan' }];
  const own = { merchant_id: merchantId, place, pictures, sku: null, keywords: ['indigo', 'cloth'] };
  ids = await addProducts(shop.db, [
    { place, title: 'Raffia mat' },
    { ...own, title: 'Adire kaftan', discount_percent: 20, stock: 5 },
    { ...own, title: 'Adire kaftan for children', stock: 0 },
    { place, title: 'Raffia basket' },
  ]);
  kaftan = ids[1] as ProductId;
});

const get = (url: string) => other.app.inject({ url: `/backend${url}` });
/** Every response of the catalogue that could show the products, on the other node. */
const readCatalogue = async () => {
  const urls = [
    '/api/products/',
    '/api/products/?sort=price&in_stock=true',
    '/api/products/?search=kaftan',
    '/api/hot-deals/',
    '/api/new-arrivals/',
    `/api/products/category/${place.categoryId}`,
    `/api/products/subitem/${place.subItemId}`,
    `/api/products/${kaftan}/`,
    `/api/products/${kaftan}/related/`,
    `/api/products/${ids[0]}/related/`,
    `/merchants/${merchantId}/`,
    `/merchants/${merchantId}/products/`,
  ];
  return Promise.all(
    urls.map(async (url) => {
      const response = await get(url);
      return { url, status: response.statusCode, body: response.json() };
    }),
  );
};
const readBuckets = async () => {
  const { rows } = await sql`
    select list, axis, bucket, products, in_stock from list_bucket where products <> 0 or in_stock <> 0 order by 1, 2, 3`.execute(
    shop.db,
  );
  return rows;
};
const suspend = () => suspendMerchant(shop.db, merchantId, LIVE_ACT);
const unsuspend = () => unsuspendMerchant(shop.db, merchantId, LIVE_ACT);

describe('the products of a suspended merchant', () => {
  it('vanish from another node within a second, and come back as they were', {
    tags: ['@OPERATOR-12', '@OPERATOR-14'],
  }, async () => {
    const [before, buckets] = [await readCatalogue(), await readBuckets()];
    expect(JSON.stringify(before)).toContain('Adire kaftan');
    expect(await suspend()).toMatchObject({ products: 2 });
    await waitFor(async () => {
      const during = await readCatalogue();
      expect(JSON.stringify(during)).not.toContain('Adire kaftan');
      expect(during.find(({ url }) => url === `/api/products/${kaftan}/`)?.status).toBe(404);
      expect(during.find(({ url }) => url === `/merchants/${merchantId}/`)?.status).toBe(404);
      const category = during.find(({ url }) => url.startsWith('/api/products/category'));
      expect(category?.body.count).toBe(2);
    });
    await unsuspend();
    await waitFor(async () => expect(await readCatalogue()).toEqual(before));
    expect(await readBuckets()).toEqual(buckets);
  });

  it('are unavailable in carts, and cannot be ordered', { tags: ['@OPERATOR-12'] }, async () => {
    const buyer = await createBuyer(shop, [
      [kaftan, 1],
      [ids[0] ?? 0, 1],
    ]);
    const body = await buyer.prepareCheckout();
    await suspend();
    const { cart } = await buyer.readCart();
    expect(cart.find((line: { product_id: number }) => line.product_id === kaftan)).toMatchObject({ stock: 0 });
    expect((await buyer.submitCheckout(body)).json().code).toBe('items_unavailable');
    expectRefusal(await buyer.call('POST', '/api/cart/', { product_id: kaftan }), 'not_found');
    await unsuspend();
    expect((await buyer.submitCheckout(body)).statusCode).toBe(200);
  });

  it('stay saved, viewed and in stock', { tags: ['@OPERATOR-14'] }, async () => {
    const headers = await signIn(shop.db);
    const call = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
      shop.app.inject({ method, url: `/backend${url}`, headers, ...(payload && { payload }) });
    await call('PUT', `/api/saved-items/${kaftan}/`);
    await call('POST', '/api/recently-viewed/', { views: [{ product_id: kaftan }] });
    const read = async () => [
      productIdsOf(await call('GET', '/api/saved-items/')),
      productIdsOf(await call('GET', '/api/recently-viewed/')),
    ];
    expect(await read()).toEqual([[kaftan], [kaftan]]);
    await suspend();
    expect(await read()).toEqual([[], []]);
    expect((await call('GET', '/api/saved-items/')).json().count).toBe(0);
    await unsuspend();
    expect(await read()).toEqual([[kaftan], [kaftan]]);
    // Products that are really deleted are not.
    await shop.db.deleteFrom('product').where('id', '=', kaftan).execute();
    expect(
      await shop.db.selectFrom('saved_item').select('product_id').where('product_id', '=', kaftan).execute(),
    ).toEqual([]);
  });

  it('of paid orders can be shipped, or cancelled and returned to the stock', { tags: ['@OPERATOR-13'] }, async () => {
    const shipped = await placePaidOrder(shop, [[kaftan, 1]]);
    const cancelled = await placePaidOrder(shop, [[kaftan, 2]]);
    expect(await stockOf(shop.db, kaftan)).toBe(2);
    await suspend();
    const fulfilments = fulfilmentOperator(shop.db);
    const parcel = { carrier: 'dhl', trackingNumber: 'T1' };
    expect(await fulfilments.ship(`${shipped.id}-1`, parcel, LIVE_ACT)).toEqual({ status: 'Shipped' });
    const pieces = [{ position: 0, quantity: 2 }];
    expect(await fulfilments.cancel(`${cancelled.id}-1`, pieces, LIVE_ACT)).toEqual({ status: 'Cancelled' });
    await unsuspend();
    expect(await stockOf(shop.db, kaftan)).toBe(4);
  });

  it('keep all their columns', { tags: ['@OPERATOR-14'] }, async () => {
    const read = () =>
      shop.db.selectFrom('product').selectAll().where('merchant_id', '=', merchantId).orderBy('id').execute();
    const readPictures = () =>
      shop.db.selectFrom('product_picture').selectAll().where('product_id', '=', kaftan).execute();
    const before = [await read(), await readPictures()];
    await suspend();
    expect(await read()).toEqual([]);
    await unsuspend();
    expect([await read(), await readPictures()]).toEqual(before);
  });

  it('get no others, whoever adds them', async () => {
    await suspend();
    const product = {
      ...{ slug: 'new', sku: null, title: 'New', merchant_id: merchantId, brand: null, own_brand: false, origin: '' },
      ...{ sub_item_id: place.subItemId, category_id: place.categoryId, description: '', warranty: null, keywords: [] },
      ...{
        weight_grams: 1,
        price_kobo: 1,
        discount_percent: 0,
        stock: 1,
        perishable: false,
        listed_at: '2026-10-01T08:00:00Z',
      },
    };
    await expect(shop.db.transaction().execute((trx) => insertProducts(trx, [product]))).rejects.toThrow('suspended');
  });
});

describe('a suspension', () => {
  it('of the same merchant twice is one', async () => {
    const results = await Promise.all([suspend(), suspend()]);
    expect(results.filter(isRefused)).toHaveLength(1);
    const back = await Promise.all([unsuspend(), unsuspend()]);
    expect(back.filter(isRefused)).toHaveLength(1);
    expect(await stockOf(shop.db, kaftan)).toBe(5);
  });

  it('waits for orders that are being placed, and they for it', async () => {
    const buyers = await Promise.all([1, 2, 3].map(() => createBuyer(shop, [[kaftan, 1]])));
    const bodies = await Promise.all(buyers.map((buyer) => buyer.prepareCheckout()));
    const [result, ...responses] = await Promise.all([
      suspend(),
      ...buyers.map((buyer, n) => buyer.submitCheckout(bodies[n] ?? {})),
    ]);
    expect(result).toMatchObject({ products: 2 });
    const placed = responses.filter(({ statusCode }) => statusCode === 200).length;
    for (const { statusCode } of responses) expect([200, 409]).toContain(statusCode);
    await unsuspend();
    expect(await stockOf(shop.db, kaftan)).toBe(5 - placed);
  });

  it('waits for an import that changes products of others and adds some of the merchant, without a deadlock', async () => {
    const added = {
      ...{ slug: 'late', sku: null, title: 'Late', merchant_id: merchantId, brand: null, own_brand: false, origin: '' },
      ...{ sub_item_id: place.subItemId, category_id: place.categoryId, description: '', warranty: null, keywords: [] },
      ...{ weight_grams: 1, price_kobo: 1, discount_percent: 0, stock: 1, perishable: false },
      listed_at: '2026-10-01T08:00:00Z',
    };
    const trx = await shop.db.startTransaction().execute();
    // What a batch of an import does, in its order.
    await lockCatalogKeys(trx);
    await trx
      .updateTable('product')
      .set({ stock: 0 })
      .where('id', '=', ids[0] as ProductId)
      .execute();
    const suspending = suspend();
    await waitUntilBlocked(shop.db, 1);
    await insertProducts(trx, [added]);
    await trx.commit().execute();
    expect(await suspending).toMatchObject({ products: 3 });
    expect(await unsuspend()).toMatchObject({ products: 3 });
  });

  describe('that ends while an order with pieces of the merchant is cancelled', () => {
    let mat: ProductId;
    let orderId: string;
    beforeEach(async () => {
      mat = ids[0] as ProductId;
      // The last piece: its return changes the counts of lists.
      await shop.db.updateTable('product').set({ stock: 1 }).where('id', '=', mat).execute();
      await sql`insert into webhook_endpoint (merchant_id, url, event_types)
        values (${merchantId}, 'https://merchant.test/', '{product.low_stock,order.cancelled}')`.execute(shop.db);
      ({ id: orderId } = await placePaidOrder(shop, [
        [kaftan, 2],
        [mat, 1],
      ]));
      await suspend();
    });
    const cancel = () => orderCommands(shop.db).takeStep(orderId, { step: 'cancel' }, LIVE_ACT);
    const expectReturned = async () => {
      expect(await stockOf(shop.db, kaftan)).toBe(5);
      expect(await stockOf(shop.db, mat)).toBe(1);
    };

    it('waits for the cancellation, without a deadlock, and puts the returned pieces back', {
      tags: ['@OPERATOR-13', '@OPERATOR-14'],
    }, async () => {
      const trx = await shop.db.startTransaction().execute();
      // What a cancellation does, in its order.
      await returnStock(trx, [
        { productId: kaftan, quantity: 2 },
        { productId: mat, quantity: 1 },
      ]);
      const unsuspending = unsuspend();
      await waitUntilBlocked(shop.db, 1);
      await queueWebhook(trx, merchantId, 'product.low_stock', {
        ...{ product_id: kaftan, title: 'Adire kaftan', sku: null, stock: 5, threshold: 5 },
      });
      await trx.commit().execute();
      expect(await unsuspending).toMatchObject({ products: 2 });
      await expectReturned();
    });

    it('is waited for by the cancellation, whose pieces are in the shop then', {
      tags: ['@OPERATOR-13', '@OPERATOR-14'],
    }, async () => {
      const blocker = await shop.db.startTransaction().execute();
      await lockCounts(blocker);
      const unsuspending = unsuspend();
      await waitUntilBlocked(shop.db, 1);
      const cancelling = cancel();
      await waitUntilBlocked(shop.db, 2);
      await blocker.commit().execute();
      expect(await unsuspending).toMatchObject({ products: 2 });
      expect(await cancelling).toMatchObject({ to: 'Cancelled' });
      await expectReturned();
    });
  });

  it('of a merchant without products only hides its page', async () => {
    const created = await createMerchant(
      shop.db,
      { slug: 'empty', name: 'Empty', place: 'Kano', country: 'NG', email: null, cover_key: null },
      LIVE_ACT,
    );
    if (isRefused(created)) throw new Error(created.refused);
    merchantId = created.id;
    expect(await suspend()).toMatchObject({ products: 0 });
    expectRefusal(await shop.app.inject({ url: `/backend/merchants/${merchantId}` }), 'not_found');
    expect(await unsuspend()).toMatchObject({ products: 0 });
  });
});

describe('merchants, for operators', () => {
  it('are listed with their products, commission and suspension', { tags: ['@OPERATOR-1'] }, async () => {
    const headers = await signInOperator(shop);
    await suspend();
    const read = async (query: string) =>
      (await shop.app.inject({ url: `/backend/operator/merchants/${query}`, headers })).json();
    expect(await read(`${merchantId}/`)).toMatchObject({
      products: 2,
      suspended_at: expect.any(String),
      default_commission_per_mille: shop.config.orders.commissionPerMille,
    });
    const first = await read('');
    expect(first.results.map(({ id }: { id: number }) => id)).toContain(merchantId);
    await sql`
      insert into merchant (slug, name, place, country, since, cover_key)
      select 'many-' || n, 'Many', 'Kano', 'NG', now(), '' from generate_series(1, 51) n`.execute(shop.db);
    const { next, results } = await read('?search=many-');
    const rest = (await shop.app.inject({ url: next, headers })).json();
    expect([results.length, rest.results.length, rest.next]).toEqual([50, 1, null]);
    expect(await read('?search=no%25such')).toEqual({ next: null, results: [] });
    expect((await read('?cursor=x')).code).toBe('invalid_input');
    expect((await read(`?cursor=${merchantId - 1}`)).results[0]).toMatchObject({ id: merchantId });
    const suspended = await read('?suspended=true');
    expect(suspended.results).toContainEqual(expect.objectContaining({ id: merchantId }));
    for (const { suspended_at } of suspended.results) expect(suspended_at).not.toBeNull();
    expect((await read('?suspended=false')).code).toBe('invalid_input');
  });

  it('have a commission that applies to orders that are placed later', { tags: ['@OPERATOR-15'] }, async () => {
    const headers = await signInOperator(shop);
    const change = (per_mille: number | null) =>
      shop.app.inject({
        method: 'PATCH',
        url: `/backend/operator/merchants/${merchantId}/commission/`,
        headers,
        payload: { per_mille },
      });
    const readCommission = async (id: string) =>
      shop.db
        .selectFrom('order_line')
        .select('commission_kobo')
        .where('order_id', '=', id as never)
        .executeTakeFirst();
    const mug = await addProduct(shop.db, { merchant_id: merchantId, price_kobo: 100_000, place });
    const before = await placePaidOrder(shop, [[mug, 1]]);
    expect((await change(1000)).json()).toMatchObject({ commission_per_mille: 1000 });
    const after = await placePaidOrder(shop, [[mug, 1]]);
    expect(await readCommission(after.id)).toEqual({ commission_kobo: 100_000 });
    expect(await readCommission(before.id)).toEqual({ commission_kobo: 10_000 });
    expect((await change(null)).json()).toMatchObject({ commission_per_mille: null });
  });
});
