import { idParam } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { optionalActReason } from '@sokuwa/contract/operators/acts.schemas.ts';
import * as calls from '@sokuwa/contract/operators/operators.endpoints.ts';
import * as schemas from '@sokuwa/contract/operators/operators.schemas.ts';
import { overview } from '@sokuwa/contract/operators/overview.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actLive } from '../platform/audit.ts';
import type { AccountId } from '../platform/ids.ts';
import { linkPage } from '../platform/paging.ts';
import { isRefused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { endSessions, eraseCustomer } from './customer-changes.service.ts';
import * as service from './operators.service.ts';
import { readOverview } from './overview.service.ts';

export const operatorRoutes = (
  app: FastifyInstance,
  { db, apiUrl, personalData }: Pick<ShopParts, 'db' | 'apiUrl' | 'personalData'>,
): void => {
  serve(app, calls.getOverview, { response: overview }, async ({ mayRead }) => readOverview(db, mayRead));
  serve(
    app,
    calls.findCustomers,
    { query: schemas.customersQuery, response: z.array(schemas.customerSummary) },
    async ({ query }) => service.findCustomers(db, query),
  );
  const params = z.object({ accountId: idParam.transform((id) => id as AccountId) });
  serve(app, calls.getCustomer, { params, response: schemas.customer }, async ({ params: { accountId } }) =>
    service.readCustomer(db, accountId),
  );
  serve(
    app,
    calls.endCustomerSessions,
    { params, body: optionalActReason, response: schemas.sessionsEnded },
    async ({ actor, params: { accountId }, body: { reason } }) => endSessions(db, accountId, actLive(actor, reason)),
  );
  serve(
    app,
    calls.eraseCustomer,
    { params, body: schemas.erasure, response: schemas.erased },
    async ({ actor, params: { accountId }, body: { reason, confirm_undelivered: confirmUndelivered } }) => {
      const act = actLive(actor, reason);
      const erased = await eraseCustomer(db, personalData, accountId, { confirmUndelivered }, act);
      return isRefused(erased) ? erased : { id: accountId, undelivered_orders: erased.undelivered };
    },
  );
  serve(app, calls.listAudit, { query: schemas.auditQuery, response: schemas.auditLog }, async ({ query }) => {
    const times = { from: query.from?.toISOString(), to: query.to?.toISOString() };
    return linkPage(apiUrl + calls.listAudit.path, { ...query, ...times }, await service.listAudit(db, query));
  });
};
