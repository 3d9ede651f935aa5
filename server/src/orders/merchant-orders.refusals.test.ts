import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import * as calls from '@sokuwa/contract/orders/merchant-orders.endpoints.ts';
import * as schemas from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import { csvText } from '@sokuwa/contract/text.schemas.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OrderId, ProductId } from '../platform/ids.ts';
import { createEndpointUrl, hasBody } from '../testing/endpoints.ts';
import { createMerchant } from '../testing/merchant.ts';
import {
  type MerchantRequest,
  openRefusalShops,
  type Provoke,
  type RefusalShops,
} from '../testing/merchant-refusals.ts';
import { expectRefusal } from '../testing/responses.ts';
import { placePaidOrder } from '../testing/sales.ts';
import { addProduct } from '../testing/shop.ts';

let shops: RefusalShops;
let product: ProductId;
let orderId: OrderId;
beforeAll(async () => {
  shops = await openRefusalShops();
  product = await addProduct(shops.shop.db, { merchant_id: shops.merchant.id, stock: 1000 });
});
afterAll(() => shops.close());
beforeEach(async () => {
  ({ id: orderId } = await placePaidOrder(shops.shop, [[product, 2]]));
});

const parcel = { carrier: 'dhl', tracking_number: 'D1' };
/** A valid body and the response schema of each endpoint. */
const examples = new Map<Endpoint, { body?: object; response: z.ZodType }>([
  [calls.listMerchantOrders, { response: schemas.merchantOrderPage }],
  [calls.countMerchantOrders, { response: schemas.merchantOrderCounts }],
  [calls.downloadMerchantOrders, { response: csvText }],
  [calls.shipMerchantOrders, { body: { parcels: [{ id: 'x', ...parcel }] }, response: schemas.parcelResults }],
  [calls.getMerchantOrder, { response: schemas.merchantOrder }],
  [calls.shipMerchantOrder, { body: parcel, response: schemas.merchantOrder }],
  [calls.deliverMerchantOrder, { body: {}, response: schemas.merchantOrder }],
  [
    calls.cancelMerchantLines,
    { body: { lines: [{ position: 0, quantity: 1, left: 2 }] }, response: schemas.merchantOrder },
  ],
  [calls.listCarriers, { response: z.array(schemas.carrier) }],
]);
const requestOf = (call: Endpoint, id: string = orderId): MerchantRequest => ({
  method: call.method,
  url: createEndpointUrl(call, id),
  headers: shops.merchant.headers,
  ...(hasBody(call) && { payload: examples.get(call)?.body ?? {} }),
});
const ship = (body: object = parcel) => shops.merchant.call('POST', `/orders/${orderId}/ship/`, body);

const provoke: Partial<Record<RefusalCode, Provoke>> = {
  invalid_input: (send, call) => {
    if (call === calls.listMerchantOrders) return send({ query: { limit: '0' } });
    if (call === calls.downloadMerchantOrders) return send({ query: { late: 'x' } });
    return send(hasBody(call) ? { payload: { lines: [], parcel_id: 0 } } : { url: requestOf(call, 'x').url });
  },
  not_found: (send, call) => send({ url: requestOf(call, '000000000000').url }),
  unknown_carrier: (send) => send({ payload: { ...parcel, carrier: 'pigeon' } }),
  order_disputed: async (send) => {
    const { db } = shops.shop;
    const { reference } = await db
      .selectFrom('payment')
      .select('reference')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    await db.insertInto('dispute').values({ id: orderId, reference, status: 'awaiting-merchant-feedback' }).execute();
    return send();
  },
  order_file_too_long: async (send) => {
    const { id, headers } = await createMerchant(shops.shop);
    await shops.shop.db.transaction().execute(async (trx) => {
      // A hundred thousand lines, without the checks of each.
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`
        insert into order_line (order_id, position, product_id, title, unit_kobo, quantity, merchant_id)
        select shop_order.id || n, 0, 1, 'Yam', 100, 1, ${id} from shop_order, generate_series(1, 100001) n where shop_order.id = ${orderId}`.execute(
        trx,
      );
      await sql`
        insert into fulfilment (id, order_id, merchant_id, ship_by)
        select ${orderId}::text || n || '-1', ${orderId}::text || n, ${id}, now() from generate_series(1, 100001) n`.execute(
        trx,
      );
    });
    return send({ headers });
  },
  nothing_to_ship: async (send) => {
    await ship();
    return send({ payload: { ...parcel, tracking_number: 'D2' } });
  },
  too_many_pieces: (send) => send({ payload: { ...parcel, lines: [{ position: 0, quantity: 3, left: 2 }] } }),
  nothing_shipped: (send) => send(),
  order_not_cancellable: async (send) => {
    await ship();
    return send({ payload: { lines: [{ position: 0, quantity: 1, left: 0 }] } });
  },
  pieces_changed: async (send) => {
    await ship({ ...parcel, lines: [{ position: 0, quantity: 1 }] });
    return send();
  },
};

const all: [string, Endpoint][] = Object.entries(calls);
const declared = all.flatMap(([name, call]) => call.refusals.map((code) => [name, code, call] as const));

describe("the endpoints of merchants' orders", () => {
  it.each(declared)('%s can return %s', { tags: ['@MERCHANT-49'] }, async (_, code, call) => {
    const provocation = { ...shops.provokeShared(requestOf), ...provoke }[code];
    const response = await provocation?.((changed) => shops.shop.app.inject({ ...requestOf(call), ...changed }), call);
    if (!response) throw new Error(`this test does not provoke ${code}`);
    expectRefusal(response, code);
  });

  it.each(all)('%s returns exactly the response of the contract', { tags: ['@MERCHANT-49'] }, async (_, call) => {
    if (call === calls.deliverMerchantOrder) await ship();
    const response = await shops.shop.app.inject(requestOf(call));
    expect(response.statusCode, response.body).toBe(200);
    const content = call.download ? response.body : response.json();
    expect(examples.get(call)?.response.parse(content)).toEqual(content);
    const ofReading = call.download ? 'private, no-store' : 'private, no-cache';
    expect(response.headers['cache-control']).toBe(call.method === 'GET' ? ofReading : 'no-store');
  });

  it.each(['abc', '1\0', "1'--", '💥', ' ', '000000000000-', '9'.repeat(400), '000000000000-1234'])(
    'refuse the id %j',
    async (id) => {
      for (const [name, call] of all.filter(([, { path }]) => path.includes('{'))) {
        const response = await shops.shop.app.inject(requestOf(call, id));
        expect([400, 404], name).toContain(response.statusCode);
      }
    },
  );
});
