import { idParam } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { getMerchantMetrics } from '@sokuwa/contract/today/merchant-metrics.endpoints.ts';
import { merchantMetrics } from '@sokuwa/contract/today/merchant-metrics.schemas.ts';
import * as calls from '@sokuwa/contract/today/today.endpoints.ts';
import * as schemas from '@sokuwa/contract/today/today.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { MerchantId } from '../platform/ids.ts';
import { serve, serveEvents } from '../platform/routes.ts';
import { securityHeaders } from '../platform/security-headers.ts';
import type { ShopParts } from '../shop.ts';
import { MerchantFeed } from './merchant-feed.ts';
import { readMerchantMetrics } from './merchant-metrics.service.ts';
import { presentToday } from './today.present.ts';
import { readToday } from './today.service.ts';

export const todayRoutes = (app: FastifyInstance, shop: Pick<ShopParts, 'db' | 'config' | 'log'>): void => {
  serve(app, calls.getToday, { response: schemas.today }, async ({ merchantId, mayRead }) =>
    presentToday(await readToday(shop, merchantId, mayRead)),
  );
  const params = z.object({ merchantId: idParam.transform((id) => id as MerchantId) });
  serve(app, getMerchantMetrics, { params, response: merchantMetrics }, async ({ params: { merchantId }, mayRead }) =>
    readMerchantMetrics(shop, merchantId, mayRead),
  );
  const feed = new MerchantFeed(shop.db, (err) => shop.log.warn({ err }, 'the feed of merchants cannot read changes'));
  // Streams bypass the hook that adds these headers to all other responses.
  const headers = securityHeaders(shop.config);
  serveEvents(
    app,
    calls.merchantEvents,
    { query: schemas.merchantEventsQuery, response: schemas.merchantEvent },
    ({ stream: response, lastEventId: _, ...sender }) => feed.startStream({ response, ...sender }, headers),
  );
  app.addHook('preClose', async () => feed.close());
};
