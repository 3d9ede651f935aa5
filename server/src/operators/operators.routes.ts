import { idParam } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import * as calls from '@sokuwa/contract/operators/operators.endpoints.ts';
import * as schemas from '@sokuwa/contract/operators/operators.schemas.ts';
import { overview } from '@sokuwa/contract/operators/overview.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AccountId } from '../platform/ids.ts';
import { linkPage } from '../platform/paging.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import * as service from './operators.service.ts';
import { readOverview } from './overview.service.ts';

export const operatorRoutes = (app: FastifyInstance, { db, apiUrl }: Pick<ShopParts, 'db' | 'apiUrl'>): void => {
  serve(app, calls.getOverview, { response: overview }, async ({ canRead }) => readOverview(db, canRead));
  serve(
    app,
    calls.findCustomers,
    { query: schemas.customersQuery, response: z.array(schemas.customerSummary) },
    async ({ query }) => service.findCustomers(db, query),
  );
  serve(
    app,
    calls.getCustomer,
    { params: z.object({ accountId: idParam.transform((id) => id as AccountId) }), response: schemas.customer },
    async ({ params: { accountId } }) => service.readCustomer(db, accountId),
  );
  serve(app, calls.listAudit, { query: schemas.auditQuery, response: schemas.auditLog }, async ({ query }) =>
    linkPage(apiUrl + calls.listAudit.path, query, await service.listAudit(db, query)),
  );
};
