import * as calls from '@sokuwa/contract/operators/settings.endpoints.ts';
import * as schemas from '@sokuwa/contract/operators/settings.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';

/** What operators see of the settings, and of the systems that the shop depends on. */
export const settingsRoutes = (
  app: FastifyInstance,
  { config, examine }: Pick<ShopParts, 'config' | 'examine'>,
): void => {
  serve(app, calls.getSettings, { response: schemas.shopSettings }, async () => ({
    groups: config.shownSettings.map(({ title, settings }) => ({ title, settings: [...settings] })),
  }));
  serve(app, calls.getExamination, { response: schemas.examination }, async () => {
    const { at, findings } = await examine();
    return { at: at.toISOString(), findings: [...findings] };
  });
};
