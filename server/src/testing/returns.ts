import type { NewReturn, OrderReturn, OrderReturns } from '@sokuwa/contract/returns/returns.schemas.ts';
import { expect } from 'vitest';
import type { OrderId } from '../platform/ids.ts';
import { type Buyer, createBuyer } from './buyer.ts';
import { deliver, payOrder } from './sales.ts';
import type { TestShop } from './shop.ts';

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
  await deliver(shop.db, orderId);
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
