import * as calls from '@sokuwa/contract/catalog/merchant-store.endpoints.ts';
import * as schemas from '@sokuwa/contract/catalog/merchant-store.schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { ApiToken } from '../platform/api-tokens.ts';
import { selectApiTokens } from '../platform/api-tokens.ts';
import type { MerchantId } from '../platform/ids.ts';
import { isRefused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { presentCover } from './catalog.present.ts';
import * as service from './merchant-store.service.ts';
import { type StoreRow, selectStore } from './merchants.sql.ts';

const presentStore = ({ cover_key, suspended_at, first_steps_dismissed_at: _, ...row }: StoreRow): schemas.Store => ({
  ...row,
  cover_url: presentCover(cover_key),
  // A store that is not approved is hidden in the same way, but nobody has suspended it.
  suspended_at: row.state === 'approved' ? (suspended_at?.toISOString() ?? null) : null,
});

const presentToken = ({ created_at, last_used_at, ...token }: ApiToken): schemas.TokenList['results'][number] => ({
  ...token,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

/** Endpoints for merchants: their store, and the tokens of their programs (MERCHANT-58, MERCHANT-59). */
export const merchantStoreRoutes = (
  app: FastifyInstance,
  { db, media, rateLimiter }: Pick<ShopParts, 'db' | 'media' | 'rateLimiter'>,
): void => {
  const response = schemas.store;
  const read = async (merchantId: MerchantId) => presentStore(await selectStore(db, merchantId));
  serve(app, calls.getStore, { response }, ({ merchantId }) => read(merchantId));
  serve(
    app,
    calls.changeStore,
    { body: schemas.storeChange, form: schemas.storeCover, response },
    async ({ merchantId, body }) => {
      if ('image' in body) {
        const changed = await service.changeCover({ db, media }, merchantId, await body.image.bytes());
        return isRefused(changed) ? changed : presentStore(changed);
      }
      const { cover_url: coverUrl, ...fields } = body;
      const changes = { ...fields, ...(coverUrl === null && { cover_key: null }) };
      const changed = await service.changeStore({ db, rateLimiter }, merchantId, changes);
      return isRefused(changed) ? changed : presentStore(changed);
    },
  );
  serve(app, calls.listTokens, { response: schemas.tokenList }, async ({ merchantId }) => ({
    results: (await selectApiTokens(db, merchantId)).map(presentToken),
  }));
  serve(
    app,
    calls.addToken,
    { body: schemas.newToken, response: schemas.createdToken },
    async ({ merchantId, body }) => {
      const added = await service.addToken(db, merchantId, body);
      if (isRefused(added)) return added;
      const { token, ...row } = added;
      return { ...presentToken(row), token };
    },
  );
  serve(
    app,
    calls.revokeToken,
    { params: schemas.tokenParams, response: schemas.tokenList },
    async ({ merchantId, params: { tokenId } }) => {
      const tokens = await service.revokeToken(db, merchantId, tokenId);
      return isRefused(tokens) ? tokens : { results: tokens.map(presentToken) };
    },
  );
};
