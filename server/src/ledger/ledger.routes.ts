import * as calls from '@sokuwa/contract/ledger/ledger.endpoints.ts';
import * as schemas from '@sokuwa/contract/ledger/ledger.schemas.ts';
import { csvText } from '@sokuwa/contract/text.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { linkPage } from '../platform/paging.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { listEntries, readDayBalances } from './book-lists.service.ts';
import { formatDay } from './day-statement.service.ts';

export const ledgerRoutes = (app: FastifyInstance, { db, apiUrl }: Pick<ShopParts, 'db' | 'apiUrl'>): void => {
  serve(app, calls.readDayStatement, { query: schemas.dayQuery, response: csvText }, ({ query }) =>
    formatDay(db, query.date),
  );
  serve(app, calls.getDayBalances, { query: schemas.dayQuery, response: schemas.dayBalances }, ({ query }) =>
    readDayBalances(db, query.date),
  );
  serve(
    app,
    calls.listBookEntries,
    { query: schemas.bookEntriesQuery, response: schemas.bookEntries },
    async ({ query }) => linkPage(apiUrl + calls.listBookEntries.path, query, await listEntries(db, query)),
  );
};
