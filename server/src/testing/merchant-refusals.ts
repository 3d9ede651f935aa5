import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { openDeskAs } from './desk.ts';
import { createMerchant, type TestMerchant } from './merchant.ts';
import { openTestShop, type TestShop } from './shop.ts';
import { openShopWithoutDatabase } from './shop-without-database.ts';

export type MerchantRequest = InjectOptions & { url: string };
export type Send = (changed?: Partial<InjectOptions>) => Promise<LightMyRequestResponse>;
/** Causes a refusal, by the request or by the state of the shop. */
export type Provoke = (send: Send, call: Endpoint) => Promise<LightMyRequestResponse>;

/** A shop with a merchant, and shops that refuse what every call of merchants can refuse. */
export type RefusalShops = {
  shop: TestShop;
  merchant: TestMerchant;
  close(): Promise<void>;
  /** How the refusals that all calls share are caused. @param requestOf a valid request of the call */
  provokeShared(requestOf: (call: Endpoint) => MerchantRequest): Partial<Record<RefusalCode, Provoke>>;
};

export const openRefusalShops = async (): Promise<RefusalShops> => {
  const shop = await openTestShop();
  const withoutDatabase: FastifyInstance = await openShopWithoutDatabase();
  /** Allows one request a minute. */
  const limited = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
  const merchant = await createMerchant(shop);
  return {
    shop,
    merchant,
    close: async () => {
      await withoutDatabase.close();
      await limited.close();
      await shop.close();
    },
    provokeShared: (requestOf) => ({
      credentials_missing: (send) => send({ headers: {} }),
      token_invalid: (send) => send({ headers: { authorization: 'Token none' } }),
      token_read_only: (send) => send({ headers: merchant.readOnlyHeaders }),
      verification_required: async (_, call) => {
        const desk = await openDeskAs(shop, merchant.id, 'owner', { verifiedAt: new Date(Date.now() - 16 * 60_000) });
        const { url, payload } = requestOf(call);
        return desk.call(call.method, url.replace('/backend', ''), undefined, { ...(payload && { payload }) });
      },
      too_many_requests: async (_, call) => {
        await limited.app.inject({ url: '/backend/countries/' });
        return limited.app.inject(requestOf(call));
      },
      database_unavailable: (_, call) => withoutDatabase.inject(requestOf(call)),
      invalid_json: (send, call) =>
        send({ payload: '{', headers: { ...requestOf(call).headers, 'content-type': 'application/json' } }),
      unsupported_media_type: (send, call) =>
        send({ payload: 'a=1', headers: { ...requestOf(call).headers, 'content-type': 'text/plain' } }),
      payload_too_large: (send) => send({ payload: { x: 'y'.repeat(300_000) } }),
    }),
  };
};
