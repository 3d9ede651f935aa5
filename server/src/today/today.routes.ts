import * as calls from '@sokuwa/contract/today/today.endpoints.ts';
import * as schemas from '@sokuwa/contract/today/today.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { presentToday } from './today.present.ts';
import { readToday } from './today.service.ts';

export const todayRoutes = (app: FastifyInstance, shop: Pick<ShopParts, 'db' | 'config'>): void => {
  serve(app, calls.getToday, { response: schemas.today }, async ({ merchantId, mayRead }) =>
    presentToday(await readToday(shop, merchantId, mayRead)),
  );
};
