import * as calls from '@sokuwa/contract/find/find.endpoints.ts';
import * as schemas from '@sokuwa/contract/find/find.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import * as service from './find.service.ts';

export const findRoutes = (app: FastifyInstance, shop: Pick<ShopParts, 'db' | 'search'>): void => {
  serve(
    app,
    calls.findForMerchant,
    { query: schemas.findQuery, response: schemas.foundByMerchant },
    ({ merchantId, mayRead, query: { query } }) => service.findForMerchant(shop, merchantId, query, mayRead),
  );
  serve(
    app,
    calls.findForOperator,
    { query: schemas.findQuery, response: schemas.foundByOperator },
    ({ mayRead, query: { query } }) => service.findForOperator(shop, query, mayRead),
  );
};
