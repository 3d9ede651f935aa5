import * as calls from '@sokuwa/contract/orders/orders.endpoints.ts';
import * as schemas from '@sokuwa/contract/orders/orders.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AccountChanges } from '../account/index.ts';
import type { Checkout } from '../checkout/index.ts';
import type { Config } from '../config.ts';
import type { OrderId } from '../platform/ids.ts';
import { isRefused, refuse } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import { changeOrderAddress } from './address-change.service.ts';
import { presentPayment, withItems } from './order.present.ts';
import { isPayable } from './order.rules.ts';
import { cancelOrder, readOrder } from './order.service.ts';
import { selectOrder, selectOrders } from './order.sql.ts';
import { createPaymentOpener, type PaymentDeps, readPaymentState } from './payment.service.ts';
import { placeOrder } from './place-order.service.ts';

export const orderRoutes = (
  app: FastifyInstance,
  deps: PaymentDeps & {
    accountChanges: AccountChanges;
    checkout: Checkout;
    config: Pick<Config, 'orders' | 'rateLimitFactor'>;
  },
): void => {
  const { db, accountChanges, checkout, payments, config } = deps;
  const { ordersPerHour, maxUnpaidUnits, commissionPerMille } = config.orders;
  const limits = { ordersPerHour: Math.ceil(ordersPerHour * config.rateLimitFactor), maxUnpaidUnits };
  const openPayment = createPaymentOpener(deps);
  const params = z.object({ id: schemas.orderIdParam.transform((id) => id as OrderId) });

  serve(
    app,
    calls.initializePayment,
    {
      headers: schemas.idempotencyHeaders,
      query: schemas.initializePaymentQuery,
      body: schemas.initializePayment,
      response: schemas.initializedPayment,
    },
    async ({ accountId, headers, query, body }) => {
      const placed = await placeOrder(
        { accountChanges, checkout, provider: payments.name, limits, commissionPerMille },
        accountId,
        body,
        headers['idempotency-key'],
        query.country_code,
      );
      if (isRefused(placed)) return placed;
      const opened = await openPayment(placed);
      return isRefused(opened) ? opened : presentPayment(placed, opened);
    },
  );
  serve(
    app,
    calls.listOrders,
    { query: schemas.listOrdersQuery, response: z.array(schemas.order) },
    async ({ accountId, query: { page } }) => withItems(db, await selectOrders(db, accountId, page ?? 1)),
  );
  serve(app, calls.getOrder, { params, response: schemas.order }, async ({ accountId, params: { id } }) =>
    readOrder(db, accountId, id),
  );
  serve(app, calls.cancelOrder, { params, response: schemas.order }, async ({ accountId, params: { id } }) =>
    cancelOrder(accountChanges, id, accountId),
  );
  serve(
    app,
    calls.changeOrderAddress,
    { params, body: schemas.changeOrderAddress, response: schemas.order },
    async ({ accountId, params: { id }, body }) => changeOrderAddress(deps, accountId, id, body.shipping_address_id),
  );
  serve(
    app,
    calls.payOrder,
    { params, response: schemas.initializedPayment },
    async ({ accountId, params: { id } }) => {
      const order = await selectOrder(db, accountId, id);
      if (!order) return refuse('not_found');
      if (!isPayable(order)) return refuse('order_not_payable');
      const opened = await openPayment(id);
      return isRefused(opened) ? opened : presentPayment(id, opened);
    },
  );
  serve(
    app,
    calls.getPaymentState,
    { params, response: schemas.paymentState },
    async ({ accountId, params: { id } }) => {
      const order = await selectOrder(db, accountId, id);
      return order ? readPaymentState(deps, order) : refuse('not_found');
    },
  );
};
