import { idParam } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import * as calls from '@sokuwa/contract/operators/operators.endpoints.ts';
import * as schemas from '@sokuwa/contract/operators/operators.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { serve } from '../platform/routes.ts';
import * as service from './operators.service.ts';

export const operatorRoutes = (app: FastifyInstance, { db }: { db: Database }): void => {
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
    service.listAudit(db, query),
  );
};
