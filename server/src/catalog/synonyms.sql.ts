import type { Selectable } from 'kysely';
import type { Database } from '../platform/database.ts';
import { TABLE_COLUMNS, type Tables } from '../platform/tables.gen.ts';

export type SynonymsRow = Pick<Selectable<Tables['search_synonyms']>, 'revision' | 'list' | 'changed_by'> & {
  changed_at: Date | null;
};

/** The list of operators; undefined before the first change. */
export const selectSynonyms = (db: Database): Promise<SynonymsRow | undefined> =>
  db.selectFrom('search_synonyms').select(TABLE_COLUMNS.search_synonyms).executeTakeFirst();

/** The number of the present list; 0 before the first change. */
export const selectSynonymsRevision = async (db: Database): Promise<number> =>
  (await db.selectFrom('search_synonyms').select('revision').executeTakeFirst())?.revision ?? 0;

/** Locks the list until the transaction ends, if there is one. Two first changes are serialized by the row's key. */
export const lockSynonyms = async (trx: Database): Promise<SynonymsRow | undefined> =>
  trx.selectFrom('search_synonyms').select(TABLE_COLUMNS.search_synonyms).forUpdate().executeTakeFirst();

/**
 * Writes a list in the place of the one with the revision before it.
 * @returns false if another change came first
 */
export const writeSynonyms = async (
  trx: Database,
  { revision, list, changedBy }: { revision: number; list: string | null; changedBy: string },
): Promise<boolean> => {
  const values = { revision, list, changed_by: changedBy, changed_at: new Date() };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('search_synonyms')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .column('only_one')
        .doUpdateSet(values)
        .where('search_synonyms.revision', '=', revision - 1),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};
