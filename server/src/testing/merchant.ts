import { createApiToken } from '../platform/api-tokens.ts';
import type { MerchantId, OrderId } from '../platform/ids.ts';
import { createBuyer } from './buyer.ts';
import { addMerchant, type TestShop } from './shop.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A merchant with a token that permits everything, and one that permits only reading. */
export const createMerchant = async (shop: TestShop, merchantId?: MerchantId) => {
  const id = merchantId ?? (await addMerchant(shop.db));
  const headersOf = async (scope: 'read' | 'write') => ({
    authorization: `Token ${await createApiToken(shop.db, { merchantId: id, name: scope, scope })}`,
  });
  const headers = await headersOf('write');
  return {
    id,
    headers,
    readOnlyHeaders: await headersOf('read'),
    /** @param path below /backend/merchant */
    call: (method: Method, path: string, payload?: object) =>
      shop.app.inject({ method, url: `/backend/merchant${path}`, headers, ...(payload && { payload }) }),
  };
};
export type TestMerchant = Awaited<ReturnType<typeof createMerchant>>;

/** Places an order and pays it in the sandbox. @returns its id */
export const placePaidOrder = async (
  shop: TestShop,
  cart: Parameters<typeof createBuyer>[1],
): Promise<{ orderId: OrderId; buyer: Awaited<ReturnType<typeof createBuyer>> }> => {
  const buyer = await createBuyer(shop, cart);
  const { id, reference } = await buyer.placeOrder();
  await shop.app.inject({ method: 'POST', url: `/sandbox/pay/${reference}/approve` });
  return { orderId: id as OrderId, buyer };
};
