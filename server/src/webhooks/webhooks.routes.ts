import { fillPath } from '@sokuwa/contract/endpoint.ts';
import * as calls from '@sokuwa/contract/webhooks/webhooks.endpoints.ts';
import { DELIVERIES_PAGE_SIZE } from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import * as schemas from '@sokuwa/contract/webhooks/webhooks.schemas.ts';
import type { FastifyInstance } from 'fastify';
import type { MerchantId } from '../platform/ids.ts';
import { cutPage, linkPage } from '../platform/paging.ts';
import { isRefused, refuse } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { presentDelivery, presentEndpoint } from './webhooks.present.ts';
import * as service from './webhooks.service.ts';
import * as store from './webhooks.sql.ts';

export const webhookRoutes = (
  app: FastifyInstance,
  shop: Pick<ShopParts, 'db' | 'encryption' | 'config' | 'rateLimiter' | 'apiUrl'>,
): void => {
  const { db, apiUrl } = shop;
  const params = schemas.endpointParams;
  const list = async (merchantId: MerchantId) => ({
    results: (await store.selectEndpoints(db, merchantId)).map(presentEndpoint),
  });
  serve(app, calls.listWebhooks, { response: schemas.webhookList }, ({ merchantId }) => list(merchantId));
  serve(
    app,
    calls.addWebhook,
    { body: schemas.newWebhook, response: schemas.webhookWithSecret },
    async ({ merchantId, body }) => {
      const added = await service.addEndpoint(shop, merchantId, body);
      return isRefused(added) ? added : { ...presentEndpoint(added.endpoint), secret: added.secret };
    },
  );
  serve(
    app,
    calls.changeWebhook,
    { params, body: schemas.changedWebhook, response: schemas.webhookEndpoint },
    async ({ merchantId, params: { id }, body }) => {
      const changed = await service.changeEndpoint(shop, merchantId, id, body);
      return isRefused(changed) ? changed : presentEndpoint(changed);
    },
  );
  serve(
    app,
    calls.deleteWebhook,
    { params, response: schemas.webhookList },
    async ({ merchantId, params: { id } }) =>
      (await service.deleteEndpoint(shop, merchantId, id)) ?? (await list(merchantId)),
  );
  serve(
    app,
    calls.rotateWebhookSecret,
    { params, response: schemas.webhookWithSecret },
    async ({ merchantId, params: { id } }) => {
      const rotated = await service.rotateSecret(shop, merchantId, id);
      return isRefused(rotated) ? rotated : { ...presentEndpoint(rotated.endpoint), secret: rotated.secret };
    },
  );
  serve(
    app,
    calls.testWebhook,
    { params, response: schemas.webhookDelivery },
    async ({ merchantId, params: { id } }) => {
      const delivery = await service.sendTest(shop, merchantId, id);
      return isRefused(delivery) ? delivery : presentDelivery(delivery);
    },
  );
  serve(
    app,
    calls.listDeliveries,
    { params, query: schemas.deliveriesQuery, response: schemas.deliveryPage },
    async ({ merchantId, params: { id }, query: { status, cursor: before } }) => {
      if (!service.isWebhookId(id) || !(await store.selectEndpoint(db, id, merchantId))) return refuse('not_found');
      const rows = await store.selectDeliveries(db, id, { status, cursor: before, limit: DELIVERIES_PAGE_SIZE + 1 });
      const page = cutPage(rows.map(presentDelivery), DELIVERIES_PAGE_SIZE, (delivery) => delivery.id);
      return linkPage(apiUrl + fillPath(calls.listDeliveries.path, { id }), { status }, page);
    },
  );
  serve(
    app,
    calls.replayDelivery,
    { params: schemas.deliveryParams, response: schemas.webhookDelivery },
    async ({ merchantId, params: { id, delivery_id } }) => {
      const throttled = await service.limitReplay(shop, merchantId, 'one');
      if (throttled) return throttled;
      const delivery = await service.replayDelivery(shop, merchantId, id, delivery_id);
      return isRefused(delivery) ? delivery : presentDelivery(delivery);
    },
  );
  serve(
    app,
    calls.replayFailedDeliveries,
    { params, body: schemas.replayFailed, response: schemas.replayed },
    async ({ merchantId, params: { id }, body: { since } }) => {
      const throttled = await service.limitReplay(shop, merchantId, 'failed');
      if (throttled) return throttled;
      const replayed = await service.replayFailed(shop, merchantId, id, new Date(since));
      return isRefused(replayed) ? replayed : { replayed };
    },
  );
};
