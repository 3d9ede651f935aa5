import * as calls from '@sokuwa/contract/orders/merchant-orders.endpoints.ts';
import * as schemas from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import { csvText } from '@sokuwa/contract/text.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { merchantSubject, recordAudit } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { linkPage } from '../platform/paging.ts';
import { isRefused, refuse } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { selectOrderCounts } from './merchant-counts.sql.ts';
import { presentCarriers, presentParcelResult } from './merchant-order.present.ts';
import * as service from './merchant-order.service.ts';

const toFilter = ({ status, late, paid_from, paid_to }: z.output<typeof schemas.merchantOrderFileQuery>) => ({
  status,
  isLate: late,
  paidFrom: paid_from,
  paidTo: paid_to,
});

type Parcel = z.output<typeof schemas.newParcels>['parcels'][number];

/** Ships one of several orders, with the checks of the call for one. */
const shipOne = async (db: Database, merchantId: MerchantId, { id: text, ...body }: Parcel) => {
  const params = schemas.merchantOrderParams.safeParse({ id: text });
  const parcel = schemas.newParcel.safeParse(body);
  if (!params.success || !parcel.success) {
    const errors = [params, parcel].flatMap(({ error }) => (error ? [z.flattenError<object>(error).fieldErrors] : []));
    return refuse('invalid_input', Object.assign({}, ...errors));
  }
  const { carrier, tracking_number: trackingNumber } = parcel.data;
  return service.shipMerchantOrder(db, merchantId, params.data.id, { carrier, trackingNumber });
};

/** Writes into the audit log that a person has shipped one of several orders, as the call for one does. */
const recordShipped = (db: Database, merchantId: MerchantId, actor: string, id: string): Promise<void> => {
  const { method, path } = calls.shipMerchantOrder;
  return recordAudit(
    db,
    { actor },
    { action: `${method} ${path}`, subject: merchantSubject(merchantId), after: { id } },
  );
};

/** Endpoints for merchants: their parts of paid orders (MERCHANT-43 to MERCHANT-48). */
export const merchantOrderRoutes = (app: FastifyInstance, { db, apiUrl }: Pick<ShopParts, 'db' | 'apiUrl'>): void => {
  const params = schemas.merchantOrderParams;
  const response = schemas.merchantOrder;
  serve(
    app,
    calls.listMerchantOrders,
    { query: schemas.merchantOrdersQuery, response: schemas.merchantOrderPage },
    async ({ merchantId, query }) => {
      const { sort, search, cursor, limit } = query;
      const page = await service.listMerchantOrders(db, merchantId, {
        ...toFilter(query),
        sort,
        search,
        cursor,
        limit,
      });
      return isRefused(page) ? page : linkPage(apiUrl + calls.listMerchantOrders.path, query, page);
    },
  );
  serve(app, calls.countMerchantOrders, { response: schemas.merchantOrderCounts }, ({ merchantId }) =>
    selectOrderCounts(db, merchantId),
  );
  serve(
    app,
    calls.downloadMerchantOrders,
    { query: schemas.merchantOrderFileQuery, response: csvText },
    ({ merchantId, query }) => service.openOrderFile(db, merchantId, toFilter(query)),
  );
  serve(
    app,
    calls.shipMerchantOrders,
    { body: schemas.newParcels, response: schemas.parcelResults },
    async ({ merchantId, actor, deskSession, body: { parcels } }) => {
      const results: schemas.ParcelResults['results'] = [];
      // One after the other: two parcels of one order wait for each other anyway.
      for (const parcel of parcels) {
        const order = await shipOne(db, merchantId, parcel);
        results.push(presentParcelResult(parcel.id, order));
        if (deskSession && !isRefused(order)) await recordShipped(db, merchantId, actor, order.id);
      }
      return { results };
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
  serve(app, calls.listCarriers, { response: z.array(schemas.carrier) }, async () => presentCarriers());
};
