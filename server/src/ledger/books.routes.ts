import { readDayStatement } from '@sokuwa/contract/payouts/operator-payouts.endpoints.ts';
import { csvText, dayQuery } from '@sokuwa/contract/payouts/payouts.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { formatDay } from './day-statement.ts';

export const bookRoutes = (app: FastifyInstance, { db }: Pick<ShopParts, 'db'>): void =>
  serve(app, readDayStatement, { query: dayQuery, response: csvText }, ({ query }) => formatDay(db, query.date));
