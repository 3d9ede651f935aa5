import type { NewReturn, OrderReturn, OrderReturns } from '@sokuwa/contract/returns/returns.schemas.ts';
import { expect } from 'vitest';
import { deliverOrder, shipOrder } from '../orders/fulfilment.service.ts';
import { settlePayment } from '../orders/payment.service.ts';
import { withOrder } from '../orders/with-order.ts';
import type { OrderId } from '../platform/ids.ts';
import { type Buyer, createBuyer, sandboxPaymentsOf } from './buyer.ts';
import type { TestShop } from './shop.ts';

/** Pays an order at the sandbox provider. */
export const payOrder = async (shop: TestShop, reference: string): Promise<void> => {
  const provider = sandboxPaymentsOf(shop);
  await provider.choose(reference, 'approve');
  const state = await provider.verify(reference);
  if (state !== 'unknown') await settlePayment({ db: shop.db, log: shop.app.log }, state);
};

/** Ships and delivers everything that is left of a paid order. */
export const deliver = async (shop: TestShop, orderId: OrderId): Promise<void> => {
  await withOrder(shop.db, orderId, async (trx, order) => {
    await shipOrder(trx, order, 'T-1');
  });
  await withOrder(shop.db, orderId, deliverOrder);
};

/** Calls of a buyer about the returns of an order. */
export const returnCalls = (buyer: Buyer, orderId: OrderId) => ({
  request: (fields: Partial<NewReturn> = {}) =>
    buyer.call('POST', `/orders/${orderId}/returns`, {
      lines: [{ position: 0, quantity: 1 }],
      reason: 'changed_mind',
      note: 'It does not suit me.',
      refund_to: 'original',
      ...fields,
    }),
  read: async (): Promise<OrderReturns> => (await buyer.call('GET', `/orders/${orderId}/returns`)).json(),
  withdraw: (id: string) => buyer.call('POST', `/returns/${id}/withdraw`),
  appeal: (id: string, note = 'It is not used.') => buyer.call('POST', `/returns/${id}/appeal`, { note }),
});

/** A buyer with a delivered order of these products. */
export const createDelivered = async (
  shop: TestShop,
  cart: readonly (readonly [productId: number, quantity: number])[],
) => {
  const buyer = await createBuyer(shop, cart);
  const { id, reference } = await buyer.placeOrder();
  const orderId = id as OrderId;
  await payOrder(shop, reference);
  await deliver(shop, orderId);
  const calls = returnCalls(buyer, orderId);
  return {
    buyer,
    orderId,
    reference,
    ...calls,
    /** Requests a return that is not refused. */
    requested: async (fields: Partial<NewReturn> = {}): Promise<OrderReturn> => {
      const response = await calls.request(fields);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
  };
};
