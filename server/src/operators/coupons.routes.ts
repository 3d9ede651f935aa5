import * as calls from '@sokuwa/contract/checkout/operator-coupons.endpoints.ts';
import * as schemas from '@sokuwa/contract/checkout/operator-coupons.schemas.ts';
import { fillPath } from '@sokuwa/contract/endpoint.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import type { FastifyInstance } from 'fastify';
import { changeCoupon, createCoupon, endCoupon } from '../checkout/index.ts';
import { actLive } from '../platform/audit.ts';
import { linkPage } from '../platform/paging.ts';
import { isRefused } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import * as service from './coupons.service.ts';

/** What operators do with coupons. */
export const couponRoutes = (app: FastifyInstance, { db, apiUrl }: Pick<ShopParts, 'db' | 'apiUrl'>): void => {
  const params = schemas.couponParams;
  const response = schemas.operatorCoupon;

  serve(
    app,
    calls.listCoupons,
    { query: schemas.operatorCouponsQuery, response: schemas.operatorCoupons },
    async ({ query }) => linkPage(apiUrl + calls.listCoupons.path, query, await service.listCoupons(db, query)),
  );
  serve(
    app,
    calls.createCoupon,
    { body: schemas.newCoupon, response },
    async ({ actor, body: { code, percent, fixed, starts_at, ends_at, minimum, max_uses, reason } }) => {
      const coupon = {
        code,
        percent: percent ?? null,
        fixed_kobo: fixed ?? null,
        starts_at,
        ends_at: ends_at ?? null,
        minimum_kobo: minimum ?? kobo(0),
        max_uses: max_uses ?? null,
      };
      const created = await createCoupon(db, coupon, actLive(actor, reason));
      if (isRefused(created)) return created;
      const read = await service.readCoupon(db, code);
      if (isRefused(read)) throw new Error(`the coupon ${code} is gone`);
      return read;
    },
  );
  serve(app, calls.getCoupon, { params, response }, async ({ params: { code } }) => service.readCoupon(db, code));
  serve(
    app,
    calls.changeCoupon,
    { params, body: schemas.couponChange, response },
    async ({ actor, params: { code }, body: { reason, ...change } }) => {
      const changed = await changeCoupon(db, code, change, actLive(actor, reason));
      return isRefused(changed) ? changed : service.readCoupon(db, code);
    },
  );
  serve(
    app,
    calls.endCoupon,
    { params, body: schemas.couponEnd, response },
    async ({ actor, params: { code }, body: { reason } }) => {
      const ended = await endCoupon(db, code, actLive(actor, reason));
      return isRefused(ended) ? ended : service.readCoupon(db, code);
    },
  );
  serve(
    app,
    calls.listCouponOrders,
    { params, query: schemas.couponOrdersQuery, response: schemas.couponOrders },
    async ({ params: { code }, query: { cursor } }) => {
      const page = await service.listCouponOrders(db, code, cursor);
      return isRefused(page) ? page : linkPage(apiUrl + fillPath(calls.listCouponOrders.path, { code }), {}, page);
    },
  );
};
