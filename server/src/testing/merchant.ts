import { createApiToken } from '../platform/api-tokens.ts';
import type { MerchantId } from '../platform/ids.ts';
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
