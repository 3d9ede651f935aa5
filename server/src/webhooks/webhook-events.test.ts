import { webhookEvents } from '@sokuwa/contract/webhooks/webhook-events.schemas.ts';
import { LOW_STOCK, WEBHOOK_TYPES } from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogCommands } from '../catalog/catalog.operator.ts';
import { lockProductsByHandle, updateProducts } from '../catalog/index.ts';
import { createBuyer, stockOf } from '../testing/buyer.ts';
import { createShopper, createStore } from '../testing/messages.ts';
import { DRY_ACT, LIVE_ACT } from '../testing/operator.ts';
import { createDelivered } from '../testing/returns.ts';
import { addProduct, openTestShop, type TestShop, updateProduct } from '../testing/shop.ts';
import { openReceiver, verifyWebhook, webhookCalls } from '../testing/webhook-receiver.ts';
import { sendDueWebhooks } from './send-webhooks.service.ts';

let shop: TestShop;
let receiver: Awaited<ReturnType<typeof openReceiver>>;
let secrets: Map<string, string>;
let yams: Awaited<ReturnType<typeof createStore>>;
let cloth: Awaited<ReturnType<typeof createStore>>;
beforeAll(async () => {
  shop = await openTestShop();
  receiver = await openReceiver();
  yams = await createStore(shop, { name: 'Mile Twelve' });
  cloth = await createStore(shop);
  secrets = new Map();
  for (const [path, store] of [
    ['/yams', yams],
    ['/cloth', cloth],
  ] as const)
    secrets.set(path, (await webhookCalls(shop, store).add(receiver.url + path, [...WEBHOOK_TYPES])).secret);
});
beforeEach(() => {
  receiver.received.length = 0;
});
afterAll(async () => {
  await receiver.close();
  await shop.close();
});

/** Sends what is queued. @returns each verified body, which must follow the schema of its type exactly */
const receive = async () => {
  await sendDueWebhooks(shop);
  const bodies = receiver.received.map((webhook) => {
    const { type, ...body } = verifyWebhook(webhook, secrets.get(webhook.path) ?? '');
    const schema = webhookEvents[type as keyof typeof webhookEvents];
    expect(schema.parse({ type, ...body })).toEqual({ type, ...body });
    return { path: webhook.path, type, data: body.data as Record<string, unknown> };
  });
  receiver.received.length = 0;
  return bodies.toSorted((a, b) => a.path.localeCompare(b.path));
};
const pay = (reference: string) => shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });

describe('orders', () => {
  it('are reported to each merchant when they are paid, once, and when they are cancelled, without personal data', {
    tags: ['@WEBHOOK-13', '@WEBHOOK-3', '@FULFIL-11'],
  }, async () => {
    const buyer = await createBuyer(shop, [
      [yams.productId, 2],
      [cloth.productId, 1],
    ]);
    const { id, reference } = await buyer.placeOrder();
    expect(await receive()).toEqual([]);
    await pay(reference);
    await pay(reference);
    const paid = await receive();
    const partOf = (n: number) => ({
      fulfilment_id: `${id}-${n}`,
      links: { order: `http://shop.test/backend/merchant/orders/${id}-${n}/` },
    });
    const destination = { country: 'Nigeria', region: expect.any(String), city: 'Ikeja' };
    const line = (store: typeof yams, position: number, quantity: number) => ({
      ...{ position, title: 'Indigo adire kaftan', quantity, product_id: store.productId, unit_price: 12_450 },
    });
    const order = { order_id: id, ship_by: expect.any(String), currency: 'NGN', has_more_lines: false, destination };
    expect(paid).toEqual([
      { path: '/cloth', type: 'order.paid', data: { ...order, ...partOf(2), lines: [line(cloth, 1, 1)] } },
      { path: '/yams', type: 'order.paid', data: { ...order, ...partOf(1), lines: [line(yams, 0, 2)] } },
    ]);
    for (const personal of ['Ngozi', 'Eze', 'Allen', buyer.email]) expect(JSON.stringify(paid)).not.toContain(personal);
    expect((await buyer.cancelOrder(id)).statusCode).toBe(200);
    const piece = { title: 'Indigo adire kaftan', position: 1, quantity: 1 };
    const cancelled = { order_id: id, cancelled_by: 'buyer', is_complete: true, has_more_lines: false };
    expect(await receive()).toEqual([
      { path: '/cloth', type: 'order.cancelled', data: { ...cancelled, ...partOf(2), lines: [piece] } },
      {
        path: '/yams',
        type: 'order.cancelled',
        data: { ...cancelled, ...partOf(1), lines: [{ ...piece, position: 0, quantity: 2 }] },
      },
    ]);
  });

  it('that are not paid are not reported', { tags: ['@WEBHOOK-13'] }, async () => {
    const buyer = await createBuyer(shop, [[yams.productId, 1]]);
    const { id } = await buyer.placeOrder();
    await buyer.cancelOrder(id);
    expect(await receive()).toEqual([]);
  });
});

describe('messages', () => {
  it('of buyers are reported, without their texts; those of the merchant are not', {
    tags: ['@WEBHOOK-13', '@WEBHOOK-3'],
  }, async () => {
    const shopper = await createShopper(shop);
    const id = await shopper.sendQuestion(cloth.productId, 'A subject', 'My phone number is 0803');
    await cloth.reply(id, 'A reply');
    await shopper.reply(id, 'Thank you');
    const message = {
      ...{ message_id: id, message_type: 'question', product_id: cloth.productId, order_id: null },
      sent_at: expect.stringMatching(/Z$/),
      links: { message: `http://shop.test/backend/merchant/messages/${id}/` },
    };
    const received = await receive();
    expect(received).toEqual([
      { path: '/cloth', type: 'message.received', data: { ...message, post: 0 } },
      { path: '/cloth', type: 'message.received', data: { ...message, post: 2 } },
    ]);
    const response = await shop.app.inject({ url: new URL(message.links.message).pathname, headers: cloth.headers });
    expect(response.json().id).toBe(id);
  });
});

describe('low stock', { tags: ['@WEBHOOK-12'] }, () => {
  const addYam = (stock: number) =>
    addProduct(shop.db, { merchant_id: yams.merchantId, title: 'Puna yam', sku: `Y${stock}${Math.random()}`, stock });
  const order = async (productId: number, quantity: number) => {
    const buyer = await createBuyer(shop, [[productId, quantity]]);
    return { buyer, ...(await buyer.placeOrder()) };
  };
  const stocks = async () => (await receive()).map(({ type, data }) => [type, data.stock]);

  it('is reported once per fall, not for each sale below', async () => {
    const yam = await addYam(LOW_STOCK + 2);
    await order(yam, 1);
    expect(await stocks()).toEqual([]);
    const { buyer, id } = await order(yam, 2);
    const [event] = await receive();
    expect(event).toEqual({
      path: '/yams',
      type: 'product.low_stock',
      data: {
        ...{ product_id: yam, title: 'Puna yam', sku: expect.stringMatching(/^Y7/), stock: 4, threshold: 5 },
        links: { product: `http://shop.test/product/details/${yam}` },
      },
    });
    await order(yam, 1);
    expect(await stocks()).toEqual([]);
    await buyer.cancelOrder(id);
    expect(await stockOf(shop.db, yam)).toBe(5);
    await order(yam, 1);
    expect(await stocks()).toEqual([]);
    await updateProduct(shop.db, yam, { stock: 6 });
    await order(yam, 6);
    expect(await stocks()).toEqual([['product.low_stock', 0]]);
  });

  it('is reported once if two orders are placed at once', async () => {
    const yam = await addYam(LOW_STOCK + 1);
    await Promise.all([order(yam, 1), order(yam, 1), order(yam, 1)]);
    expect(await stocks()).toEqual([['product.low_stock', 5]]);
  });

  it('is reported after an import', async () => {
    const yam = await addYam(LOW_STOCK + 1);
    const importStock = (stock: number) =>
      shop.db.transaction().execute(async (trx) => {
        const { slug, sku } = await trx
          .selectFrom('product')
          .select(['slug', 'sku'])
          .where('id', '=', yam)
          .executeTakeFirstOrThrow();
        const stored = await lockProductsByHandle(trx, [{ merchant_id: yams.merchantId, handle: slug, sku }]);
        await updateProducts(
          trx,
          stored.map((product) => ({ ...product, stock })),
        );
      });
    await importStock(LOW_STOCK);
    await importStock(LOW_STOCK - 1);
    expect(await stocks()).toEqual([['product.low_stock', 5]]);
  });

  it('is reported after an operator has changed the stock, but not after a dry run', async () => {
    const { changeStock } = catalogCommands(shop);
    const yam = await addYam(20);
    await changeStock(yam, { to: 3 }, DRY_ACT);
    expect(await stocks()).toEqual([]);
    await changeStock(yam, { by: -15 }, LIVE_ACT);
    await changeStock(yam, { to: 2 }, LIVE_ACT);
    expect(await stocks()).toEqual([['product.low_stock', 5]]);
  });
});

it('a return is reported when a buyer requests it', { tags: ['@WEBHOOK-3', '@RETURN-12'] }, async () => {
  const order = await createDelivered(shop, [[yams.productId, 2]]);
  await receive();
  const { id, created_at } = await order.requested();
  await order.requested();
  const { orderId } = order;
  expect(await receive()).toEqual([
    {
      path: '/yams',
      type: 'return.requested',
      data: {
        return_id: id,
        order_id: orderId,
        fulfilment_id: `${orderId}-1`,
        lines: [{ position: 0, title: 'Indigo adire kaftan', quantity: 1 }],
        has_more_lines: false,
        reason: 'changed_mind',
        requested_at: created_at,
        links: { return: `http://shop.test/backend/merchant/returns/${id}/` },
      },
    },
  ]);
});
