import * as calls from '@sokuwa/contract/checkout/checkout.endpoints.ts';
import * as schemas from '@sokuwa/contract/checkout/checkout.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { isRefused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { presentRate } from './checkout.present.ts';
import { describeCartChanges } from './checkout.rules.ts';
import { applyCoupon, removeCoupon } from './coupon.service.ts';

type CheckoutRouteParts = Pick<ShopParts, 'config' | 'accountChanges' | 'rateLimiter' | 'checkout'>;

export const checkoutRoutes = (
  app: FastifyInstance,
  { config, accountChanges, rateLimiter, checkout }: CheckoutRouteParts,
): void => {
  const coupons = { accountChanges, rateLimiter, triesPerHour: config.checkoutPerHour.couponTries };
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
    async ({ accountId, body }) => applyCoupon(coupons, accountId, body.coupon_code),
  );
  serve(app, calls.removeCoupon, { response: schemas.couponRemoved }, async ({ accountId }) =>
    removeCoupon(accountChanges, accountId),
  );
};
