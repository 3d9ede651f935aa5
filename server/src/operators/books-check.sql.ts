import { type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import { TABLE_COLUMNS, type Tables } from '../platform/tables.gen.ts';

export type BooksCheckRow = Selectable<Tables['books_check']>;

/** A check that has not finished after this time never will: its job was given up. */
const MAX_AGE = sql`interval '1 hour'`;

/** Inserts a check, unless one waits or runs. @returns its id; undefined if there is one already */
export const insertBooksCheck = async (trx: Database, requestedBy: string): Promise<number | undefined> => {
  await sql`delete from books_check where finished_at is null and requested_at < now() - ${MAX_AGE}`.execute(trx);
  const row = await trx
    .insertInto('books_check')
    .values({ requested_by: requestedBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
};

/** The check that waits or runs. */
export const selectOpenCheck = (db: Database): Promise<BooksCheckRow | undefined> =>
  db.selectFrom('books_check').select(TABLE_COLUMNS.books_check).where('finished_at', 'is', null).executeTakeFirst();

/** The last check that has finished. */
export const selectLastCheck = (db: Database): Promise<BooksCheckRow | undefined> =>
  db
    .selectFrom('books_check')
    .select(TABLE_COLUMNS.books_check)
    .where('finished_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Stores the result of the check that waits or runs. */
export const updateOpenCheck = async (db: Database, report: object): Promise<void> => {
  await db
    .updateTable('books_check')
    .set({ finished_at: new Date(), report: JSON.stringify(report) })
    .where('finished_at', 'is', null)
    .execute();
};

/** Reads what the tables and the books say at one moment. Of a large shop that takes longer than other statements may. */
export const readAtOneMoment = <T>(db: Database, read: (trx: Database) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await sql`set local statement_timeout = '10min'`.execute(trx);
      return read(trx);
    });
