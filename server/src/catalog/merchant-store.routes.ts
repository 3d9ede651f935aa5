import * as calls from '@sokuwa/contract/catalog/merchant-store.endpoints.ts';
import * as schemas from '@sokuwa/contract/catalog/merchant-store.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { selectFoundAccounts } from '../account/index.ts';
import type { ApiToken } from '../platform/api-tokens.ts';
import { selectApiTokens } from '../platform/api-tokens.ts';
import type { Database } from '../platform/database.ts';
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

/** Tokens with the names of those who made them. */
const presentTokens = async (
  db: Database,
  tokens: readonly ApiToken[],
): Promise<schemas.TokenList['results'][number][]> => {
  const ids = [...new Set(tokens.flatMap(({ created_by }) => created_by ?? []))];
  const accounts = await selectFoundAccounts(db, { ids }, ids.length);
  const names = new Map(accounts.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]));
  return tokens.map(({ created_by, created_at, last_used_at, ...token }) => ({
    ...token,
    created_by: created_by === null ? null : { account_id: created_by, name: names.get(created_by) ?? '' },
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }));
};

/** Endpoints for merchants: their store, and the tokens of their programs (MERCHANT-58, MERCHANT-59). */
export const merchantStoreRoutes = (
  app: FastifyInstance,
  { db, media, rateLimiter, lockMember }: Pick<ShopParts, 'db' | 'media' | 'rateLimiter' | 'lockMember'>,
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
    results: await presentTokens(db, await selectApiTokens(db, merchantId)),
  }));
  serve(
    app,
    calls.addToken,
    { body: schemas.newToken, response: schemas.createdToken },
    async ({ merchantId, responsibleId, body }) => {
      const added = await service.addToken({ db, lockMember }, merchantId, { ...body, responsibleId });
      if (isRefused(added)) return added;
      const { token, ...row } = added;
      const [presented] = await presentTokens(db, [row]);
      if (!presented) throw new Error('a token is presented as one');
      return { ...presented, token };
    },
  );
  serve(
    app,
    calls.revokeToken,
    { params: schemas.tokenParams, response: schemas.tokenList },
    async ({ merchantId, params: { tokenId } }) => {
      const tokens = await service.revokeToken(db, merchantId, tokenId);
      return isRefused(tokens) ? tokens : { results: await presentTokens(db, tokens) };
    },
  );
};
