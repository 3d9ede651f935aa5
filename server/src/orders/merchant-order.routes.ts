import * as calls from '@sokuwa/contract/orders/merchant-orders.endpoints.ts';
import * as schemas from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { linkPage } from '../platform/paging.ts';
import { isRefused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { CARRIERS } from './carriers.rules.ts';
import * as service from './merchant-order.service.ts';

/** Endpoints for merchants: their parts of paid orders (MERCHANT-43 to MERCHANT-48). */
export const merchantOrderRoutes = (app: FastifyInstance, { db, apiUrl }: Pick<ShopParts, 'db' | 'apiUrl'>): void => {
  const params = schemas.merchantOrderParams;
  const response = schemas.merchantOrder;
  serve(
    app,
    calls.listMerchantOrders,
    { query: schemas.merchantOrdersQuery, response: schemas.merchantOrderPage },
    async ({ merchantId, query }) => {
      const { status, late: isLate, paid_from: paidFrom, paid_to: paidTo, search, cursor, limit } = query;
      const filter = { status, isLate, paidFrom, paidTo };
      const page = await service.listMerchantOrders(db, merchantId, { ...filter, search, cursor, limit });
      return isRefused(page) ? page : linkPage(apiUrl + calls.listMerchantOrders.path, query, page);
    },
  );
  serve(app, calls.getMerchantOrder, { params, response }, ({ merchantId, params: { id } }) =>
    service.readMerchantOrder(db, merchantId, id),
  );
  serve(
    app,
    calls.shipMerchantOrder,
    { params, body: schemas.newParcel, response },
    ({ merchantId, params: { id }, body: { carrier, tracking_number: trackingNumber, lines } }) =>
      service.shipMerchantOrder(db, merchantId, id, { carrier, trackingNumber, lines }),
  );
  serve(
    app,
    calls.deliverMerchantOrder,
    { params, body: schemas.arrival, response },
    ({ merchantId, params: { id }, body }) => service.deliverMerchantOrder(db, merchantId, id, body.parcel_id),
  );
  serve(
    app,
    calls.cancelMerchantLines,
    { params, body: schemas.cancelledLines, response },
    ({ merchantId, params: { id }, body }) => service.cancelMerchantLines(db, merchantId, id, body.lines),
  );
  serve(app, calls.listCarriers, { response: z.array(schemas.carrier) }, async () =>
    CARRIERS.map(({ key, name, trackingUrl }) => ({ key, name, tracking_url: trackingUrl })),
  );
};
