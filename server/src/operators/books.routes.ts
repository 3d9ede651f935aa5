import * as calls from '@sokuwa/contract/ledger/ledger.endpoints.ts';
import { booksState } from '@sokuwa/contract/ledger/ledger.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { actLive } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { serve } from '../platform/routes.ts';
import { readBooks, requestBooksCheck } from './books-check.service.ts';

/** The check of the books. */
export const booksRoutes = (app: FastifyInstance, { db }: { db: Database }): void => {
  serve(app, calls.getBooks, { response: booksState }, () => readBooks(db));
  serve(app, calls.checkBooks, { response: booksState }, ({ actor }) => requestBooksCheck(db, actLive(actor)));
};
