import * as calls from '@sokuwa/contract/checkout/checkout.endpoints.ts';
import * as schemas from '@sokuwa/contract/checkout/checkout.schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../platform/database.ts';
import { isRefused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import { presentRate } from './checkout.present.ts';
import { describeCartChanges } from './checkout.rules.ts';
import { applyCoupon } from './coupon.service.ts';
import type { Checkout } from './quote.ts';

export const checkoutRoutes = (app: FastifyInstance, { db, checkout }: { db: Database; checkout: Checkout }): void => {
  serve(
    app,
    calls.calculateShipmentRate,
    { query: schemas.shipmentRateQuery, body: schemas.shipmentRateRequest, response: schemas.shipmentRate },
    async ({ accountId, query, body }) => {
      const request = { accountId, addressId: body.shipping_address_id, country: query.country_code };
      const quote = await checkout.quote(request);
      return isRefused(quote) ? quote : presentRate(quote, describeCartChanges(body.cart_items, quote.items));
    },
  );
  serve(
    app,
    calls.applyCoupon,
    { body: schemas.applyCoupon, response: schemas.couponApplied },
    async ({ accountId, body }) => applyCoupon(db, accountId, body.coupon_code),
  );
};
