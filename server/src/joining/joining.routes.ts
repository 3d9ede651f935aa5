import { done } from '@sokuwa/contract/account/account.schemas.ts';
import { idParam } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import * as calls from '@sokuwa/contract/joining/joining.endpoints.ts';
import * as schemas from '@sokuwa/contract/joining/joining.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { MerchantId } from '../platform/ids.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import * as service from './joining.service.ts';
import { getMerchantTerms } from './merchant-terms.ts';

/** How people apply for a store in the desk. */
export const joiningRoutes = (app: FastifyInstance, shop: ShopParts): void => {
  const params = z.object({ merchantId: idParam.transform((id) => id as MerchantId) });
  const response = schemas.application;
  serve(app, calls.getMerchantTerms, { response: schemas.merchantTerms }, async () => getMerchantTerms(shop.config));
  serve(
    app,
    calls.checkStoreName,
    { query: schemas.storeNameQuery, response: schemas.storeNameCheck },
    ({ deskSession: { accountId }, query }) => service.checkStoreName(shop, accountId, query.name),
  );
  serve(app, calls.listApplications, { response: schemas.applications }, ({ deskSession: { accountId } }) =>
    service.listApplications(shop, accountId),
  );
  serve(
    app,
    calls.createApplication,
    { body: schemas.newApplication, response },
    ({ deskSession: { accountId }, body }) => service.createApplication(shop, accountId, body),
  );
  serve(app, calls.getApplication, { params, response }, ({ deskSession: { accountId }, params: { merchantId } }) =>
    service.readApplication(shop, accountId, merchantId),
  );
  serve(
    app,
    calls.changeApplication,
    { params, body: schemas.applicationChange, response },
    ({ deskSession: { accountId }, params: { merchantId }, body }) =>
      service.changeApplication(shop, accountId, merchantId, body),
  );
  serve(
    app,
    calls.acceptMerchantTerms,
    { params, body: schemas.termsAcceptance, response },
    ({ deskSession: { accountId }, params: { merchantId }, body }) =>
      service.acceptTerms(shop, accountId, merchantId, body.version),
  );
  serve(app, calls.submitApplication, { params, response }, ({ deskSession: { accountId }, params: { merchantId } }) =>
    service.submitApplication(shop, accountId, merchantId),
  );
  serve(
    app,
    calls.withdrawApplication,
    { params, response: done },
    async ({ deskSession: { accountId }, params: { merchantId } }) =>
      (await service.withdrawApplication(shop, accountId, merchantId)) ?? { message: 'The store is deleted.' },
  );
};
