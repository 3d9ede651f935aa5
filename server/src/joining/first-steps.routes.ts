import * as calls from '@sokuwa/contract/joining/first-steps.endpoints.ts';
import * as schemas from '@sokuwa/contract/joining/first-steps.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { dismissFirstSteps, readFirstSteps } from './first-steps.service.ts';

export const firstStepsRoutes = (app: FastifyInstance, shop: ShopParts): void => {
  const response = schemas.firstSteps;
  serve(app, calls.getFirstSteps, { response }, ({ merchantId, deskSession, mayRead }) =>
    readFirstSteps(shop, merchantId, { accountId: deskSession?.accountId, mayRead }),
  );
  serve(
    app,
    calls.changeFirstSteps,
    { body: schemas.firstStepsChange, response },
    async ({ merchantId, deskSession, mayRead, body }) => {
      await dismissFirstSteps(shop, merchantId, body.is_dismissed);
      return readFirstSteps(shop, merchantId, { accountId: deskSession?.accountId, mayRead });
    },
  );
};
