import { readDayStatement } from '@sokuwa/contract/ledger/ledger.endpoints.ts';
import { dayQuery } from '@sokuwa/contract/ledger/ledger.schemas.ts';
import { csvText } from '@sokuwa/contract/text.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { formatDay } from './day-statement.service.ts';

export const ledgerRoutes = (app: FastifyInstance, { db }: Pick<ShopParts, 'db'>): void =>
  serve(app, readDayStatement, { query: dayQuery, response: csvText }, ({ query }) => formatDay(db, query.date));
