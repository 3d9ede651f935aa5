import { randomUUID } from 'node:crypto';
import * as acts from '@sokuwa/contract/operators/acts.schemas.ts';
import { carrier } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import * as calls from '@sokuwa/contract/orders/operator-orders.endpoints.ts';
import * as schemas from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import * as paymentSchemas from '@sokuwa/contract/orders/operator-payments.schemas.ts';
import { orderIdParam } from '@sokuwa/contract/orders/orders.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actLive } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { linkPage } from '../platform/paging.ts';
import { isRefused, type Refused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { fulfilmentOperator } from './fulfilment.operator.ts';
import { createGoodwillRefund } from './goodwill.service.ts';
import { paymentOperator } from './held-payments.service.ts';
import { presentCarriers } from './merchant-order.present.ts';
import { presentHeld, readOperatorOrder } from './operator-order.present.ts';
import * as service from './operator-order.service.ts';
import { listDisputes, searchPayments } from './operator-payment.service.ts';
import { cancelForShop } from './order.service.ts';

type OperatorOrderParts = Pick<ShopParts, 'db' | 'apiUrl'>;

const orderParams = z.object({ id: orderIdParam.transform((id) => id as OrderId) });
const fulfilmentParams = z.object({ id: schemas.fulfilmentIdParam });
const paymentParams = z.object({ reference: schemas.paymentReferenceParam });
const refundParams = z.object({ reference: schemas.refundReferenceParam });

/** The id of a fulfilment begins with that of its order. */
const presentChange = <R extends Refused>(id: string, changed: { status: schemas.OrderChanged['status'] } | R) =>
  isRefused(changed) ? changed : { order_id: id.slice(0, id.indexOf('-')), status: changed.status };

const fulfilmentRoutes = (app: FastifyInstance, db: Database): void => {
  const fulfilments = fulfilmentOperator(db);
  const params = fulfilmentParams;
  const response = schemas.orderChanged;
  serve(app, calls.listOperatorCarriers, { response: z.array(carrier) }, async () => presentCarriers());
  serve(
    app,
    calls.shipFulfilment,
    { params, body: schemas.operatorShip, response },
    async ({ actor, params: { id }, body }) => {
      const { carrier, tracking_number: trackingNumber, lines, reason } = body;
      return presentChange(id, await fulfilments.ship(id, { carrier, trackingNumber, lines }, actLive(actor, reason)));
    },
  );
  serve(
    app,
    calls.deliverFulfilment,
    { params, body: schemas.operatorDeliver, response },
    async ({ actor, params: { id }, body: { parcel_id, reason } }) =>
      presentChange(id, await fulfilments.deliver(id, parcel_id, actLive(actor, reason))),
  );
  serve(
    app,
    calls.cancelFulfilmentLines,
    { params, body: schemas.operatorCancelLines, response },
    async ({ actor, params: { id }, body: { lines, reason } }) =>
      presentChange(id, await fulfilments.cancel(id, lines, actLive(actor, reason))),
  );
};

const paymentRoutes = (app: FastifyInstance, { db, apiUrl }: OperatorOrderParts): void => {
  const payments = paymentOperator(db);
  serve(
    app,
    calls.searchPayments,
    { query: paymentSchemas.operatorPaymentsQuery, response: paymentSchemas.operatorPayments },
    async ({ query }) => linkPage(apiUrl + calls.searchPayments.path, query, await searchPayments(db, query)),
  );
  serve(
    app,
    calls.listDisputes,
    { query: paymentSchemas.operatorDisputesQuery, response: paymentSchemas.operatorDisputes },
    async ({ query }) => linkPage(apiUrl + calls.listDisputes.path, query, await listDisputes(db, query)),
  );
  serve(app, calls.listHeldPayments, { response: z.array(schemas.heldRow) }, async () =>
    (await payments.list()).map(presentHeld),
  );
  serve(
    app,
    calls.acceptPayment,
    { params: paymentParams, body: acts.actReason, response: schemas.orderChanged },
    async ({ actor, params: { reference }, body: { reason } }) => {
      const settled = await payments.accept(reference, actLive(actor, reason));
      return isRefused(settled) ? settled : { order_id: settled.orderId, status: 'Paid' as const };
    },
  );
  serve(
    app,
    calls.refundHeldPayment,
    { params: refundParams, body: schemas.settleRefund, response: schemas.settledRefund },
    async ({ actor, params: { reference }, body: { by, reason } }) => {
      const settled = await payments.refund(reference, by, actLive(actor, reason));
      if (isRefused(settled)) return settled;
      return { order_id: settled.orderId, amount: settled.amount / 100, currency: settled.currency };
    },
  );
};

const refundRoutes = (app: FastifyInstance, { db, apiUrl }: OperatorOrderParts): void => {
  serve(
    app,
    calls.listRefunds,
    { query: schemas.operatorRefundsQuery, response: schemas.operatorRefunds },
    async ({ query }) => linkPage(apiUrl + calls.listRefunds.path, query, await service.listRefunds(db, query)),
  );
  serve(
    app,
    calls.createRefund,
    { headers: acts.keyHeaders, body: schemas.newRefund, response: schemas.refundCreated },
    async ({ actor, headers, body: { order_id, amount, refund_to, reason } }) => {
      const refund = { amount, to: refund_to, key: headers['idempotency-key'] ?? randomUUID() };
      const created = await createGoodwillRefund(db, order_id as OrderId, refund, actLive(actor, reason));
      return isRefused(created) ? created : { order_id, amount: amount / 100, refund_to };
    },
  );
};

/** What operators do with orders, payments and refunds. */
export const operatorOrderRoutes = (app: FastifyInstance, parts: OperatorOrderParts): void => {
  const { db, apiUrl } = parts;
  serve(
    app,
    calls.listOperatorOrders,
    { query: schemas.operatorOrdersQuery, response: schemas.orderSummaries },
    async ({ query }) => {
      const times = { from: query.from?.toISOString(), to: query.to?.toISOString() };
      return linkPage(
        apiUrl + calls.listOperatorOrders.path,
        { ...query, ...times },
        await service.searchOrders(db, query),
      );
    },
  );
  serve(
    app,
    calls.getOperatorOrder,
    { params: orderParams, response: schemas.operatorOrder },
    async ({ params: { id } }) => readOperatorOrder(db, id),
  );
  serve(
    app,
    calls.correctOrderAddress,
    { params: orderParams, body: schemas.correctAddress, response: schemas.orderChanged },
    async ({ actor, params: { id }, body: { reason, ...correction } }) => {
      const corrected = await service.correctAddress(db, id, correction, actLive(actor, reason));
      return isRefused(corrected) ? corrected : { order_id: id, ...corrected };
    },
  );
  serve(
    app,
    calls.cancelOperatorOrder,
    { params: orderParams, body: acts.actReason, response: schemas.orderChanged },
    async ({ actor, params: { id }, body: { reason } }) => {
      const taken = await cancelForShop(db, id, actLive(actor, reason));
      return isRefused(taken) ? taken : { order_id: id, status: taken.to };
    },
  );
  fulfilmentRoutes(app, db);
  paymentRoutes(app, parts);
  refundRoutes(app, parts);
};
