import type { Slice } from '../slice.ts';
import { operatorDuplicateRoutes, operatorModerationRoutes, reportRoutes } from './moderation.routes.ts';

export { moderationReaders } from './moderation.service.ts';
export { moderationWork } from './reports.sql.ts';

/** Products that shoppers report, and what operators do with them (docs/decisions/moderation.md). */
export const moderation = {
  routes: (api, shop) => {
    reportRoutes(api, shop);
    operatorModerationRoutes(api, shop);
    operatorDuplicateRoutes(api, shop);
  },
  operatorCommands: async (shop) => (await import('./moderation.operator.ts')).moderationCommands(shop),
} satisfies Slice;
