import type { Slice } from '../slice.ts';
import { exchangeWorkers } from './exchange.jobs.ts';
import { exchangeRoutes } from './exchange.routes.ts';

export { type FetchPicture, fetchPicture } from './fetch-picture.ts';
export { FORMATS, type FormatName } from './format.ts';
export type { Imported, OnProgress } from './import.service.ts';

export const exchange = {
  routes: exchangeRoutes,
  jobs: exchangeWorkers,
  operatorCommands: async (shop) => (await import('./exchange.operator.ts')).exchangeCommands(shop),
} satisfies Slice;
