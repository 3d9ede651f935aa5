import { idParam } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import * as calls from '@sokuwa/contract/catalog/operator-merchants.endpoints.ts';
import * as schemas from '@sokuwa/contract/catalog/operator-merchants.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type ActOptions, actLive } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { cutPage, linkPage } from '../platform/paging.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import * as service from './merchant.service.ts';
import * as store from './merchants.sql.ts';

const presentMerchant = ({ suspended_at, ...row }: store.MerchantAccountRow): schemas.OperatorMerchant => ({
  ...row,
  suspended_at: row.state === 'approved' ? (suspended_at?.toISOString() ?? null) : null,
});

/** The first merchants with a text in their name. */
export const findMerchants = async (db: Database, search: string, limit: number): Promise<schemas.OperatorMerchant[]> =>
  (await store.selectMerchantAccounts(db, { search, after: 0, limit })).map(presentMerchant);

/** What operators do with merchants. */
export const operatorMerchantRoutes = (
  app: FastifyInstance,
  { db, apiUrl, config }: Pick<ShopParts, 'db' | 'apiUrl' | 'config'>,
): void => {
  const params = z.object({ merchantId: idParam.transform((id) => id as MerchantId) });
  const response = schemas.operatorMerchantDetail;
  const read = async (merchantId: MerchantId): Promise<schemas.OperatorMerchantDetail | Refused<'not_found'>> => {
    const row = await store.selectMerchantAccount(db, merchantId);
    return row
      ? { ...presentMerchant(row), default_commission_per_mille: config.orders.commissionPerMille }
      : refuse('not_found');
  };
  /** Runs a change, and responds with the merchant as it is then. */
  const change = async (
    run: (db: Database, merchantId: MerchantId, options: ActOptions) => Promise<unknown>,
    merchantId: MerchantId,
    actor: string,
    reason: string | undefined,
  ) => {
    await run(db, merchantId, actLive(actor, reason));
    return read(merchantId);
  };

  serve(
    app,
    calls.listOperatorMerchants,
    { query: schemas.operatorMerchantsQuery, response: schemas.operatorMerchants },
    async ({ query: { search, suspended, cursor } }) => {
      const size = service.MERCHANTS_PAGE_SIZE;
      const query = { search, isSuspended: suspended, after: cursor ?? 0, limit: size + 1 };
      const rows = (await store.selectMerchantAccounts(db, query)).map(presentMerchant);
      const page = cutPage(rows, size, ({ id }) => String(id));
      return linkPage(apiUrl + calls.listOperatorMerchants.path, { search, suspended: suspended && 'true' }, page);
    },
  );
  serve(app, calls.getOperatorMerchant, { params, response }, async ({ params: { merchantId } }) => read(merchantId));
  serve(
    app,
    calls.suspendMerchant,
    { params, body: schemas.suspension, response },
    async ({ actor, params: { merchantId }, body: { reason } }) =>
      change(service.suspendMerchant, merchantId, actor, reason),
  );
  serve(
    app,
    calls.unsuspendMerchant,
    { params, body: schemas.unsuspension, response },
    async ({ actor, params: { merchantId }, body: { reason } }) =>
      change(service.unsuspendMerchant, merchantId, actor, reason),
  );
  serve(
    app,
    calls.changeCommission,
    { params, body: schemas.newCommission, response },
    async ({ actor, params: { merchantId }, body: { per_mille, reason } }) =>
      change((trx, id, options) => service.changeCommission(trx, id, per_mille, options), merchantId, actor, reason),
  );
};
