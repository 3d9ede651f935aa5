import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { countOrders, countPayments, countRefunds } from '../orders/index.ts';
import type { Database } from '../platform/database.ts';
import { countJobs, type JobCounts } from '../platform/pg-boss-tables.ts';

type Counts = { status: string; count: number }[];

/** How the shop is doing, as its database knows it. */
export type Figures = { jobs: JobCounts[]; orders: Counts; payments: Counts; refunds: Counts };

/**
 * Reads the figures.
 * @param patience milliseconds; whoever watches the shop must not be one more burden to a database that is in trouble
 * @throws when the database is away or takes longer
 */
export const readFigures = async (db: Database, patience: number): Promise<Figures> => {
  const ending = new AbortController();
  const reading = db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(patience)}`.execute(tx);
    return {
      jobs: await countJobs(tx),
      orders: await countOrders(tx),
      payments: await countPayments(tx),
      refunds: await countRefunds(tx),
    };
  });
  const late = wait(patience, undefined, { signal: ending.signal }).then(() => {
    throw new Error(`the database gave no figures within ${patience} ms`);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    ending.abort();
  }
};
