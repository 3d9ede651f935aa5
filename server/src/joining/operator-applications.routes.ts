import { idParam } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import * as calls from '@sokuwa/contract/joining/operator-applications.endpoints.ts';
import * as schemas from '@sokuwa/contract/joining/operator-applications.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actLive } from '../platform/audit.ts';
import type { MerchantId } from '../platform/ids.ts';
import { linkPage } from '../platform/paging.ts';
import { isRefused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import * as service from './decisions.service.ts';

/** What operators do with applications. */
export const operatorApplicationRoutes = (app: FastifyInstance, shop: ShopParts): void => {
  const params = z.object({ merchantId: idParam.transform((id) => id as MerchantId) });
  const response = schemas.operatorApplication;
  serve(
    app,
    calls.listOperatorApplications,
    { query: schemas.applicationsQuery, response: schemas.operatorApplications },
    async ({ query }) => {
      const page = await service.listForOperators(shop.db, query);
      return isRefused(page) ? page : linkPage(shop.apiUrl + calls.listOperatorApplications.path, query, page);
    },
  );
  serve(app, calls.getOperatorApplication, { params, response }, ({ params: { merchantId } }) =>
    service.readForOperator(shop, merchantId),
  );
  serve(
    app,
    calls.approveApplication,
    { params, body: schemas.approval, response },
    async ({ actor, params: { merchantId }, body: { version, reason } }) => {
      const approved = await service.approveApplication(shop, merchantId, version, actLive(actor, reason));
      return isRefused(approved) ? approved : service.readForOperator(shop, merchantId);
    },
  );
  serve(
    app,
    calls.declineApplication,
    { params, body: schemas.declination, response },
    async ({ actor, params: { merchantId }, body: { version, reason } }) => {
      const declined = await service.declineApplication(shop, merchantId, version, actLive(actor, reason));
      return isRefused(declined) ? declined : service.readForOperator(shop, merchantId);
    },
  );
};
