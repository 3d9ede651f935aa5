import { type SqlBool, sql } from 'kysely';
import type { Database } from '../platform/database.ts';

/** A script or style of a release. */
export type BuiltFile = { name: string; sha256: Buffer; content: Buffer };

/** The key of an advisory lock, used for nothing else in the database. */
const RELEASE_LOCK = 7_362_015;

/**
 * Stores the files of a release as the newest one, and deletes files that none of the last `maxReleases` releases contains.
 * Nodes that start together take turns. If the release is the newest already, nothing changes.
 * @param files at least one, each with a different name
 */
export const storeRelease = (db: Database, files: readonly BuiltFile[], maxReleases: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(RELEASE_LOCK)})`.execute(trx);
    const { newest } = await trx
      .selectFrom('built_file')
      .select(({ fn }) => fn.coalesce(fn.max('release'), sql<number>`0`).as('newest'))
      .executeTakeFirstOrThrow();
    const hashes = files.map(({ sha256 }) => sha256);
    const names = files.map(({ name }) => name);
    const isInRelease = sql<SqlBool>`(sha256, name) in (
      select file.sha256, file.name from unnest(${hashes}::bytea[], ${names}::text[]) as file (sha256, name))`;
    const { count } = await trx
      .selectFrom('built_file')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(isInRelease)
      .where('release', '=', newest)
      .executeTakeFirstOrThrow();
    if (count === files.length) return;
    const release = newest + 1;
    await trx.updateTable('built_file').set({ release }).where(isInRelease).execute();
    await trx
      .insertInto('built_file')
      .values(files.map((file) => ({ ...file, release })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .deleteFrom('built_file')
      .where('release', 'not in', (eb) =>
        eb.selectFrom('built_file').select('release').distinct().orderBy('release', 'desc').limit(maxReleases),
      )
      .execute();
  });

/** Names and hashes of all stored files. */
export const listBuiltFiles = (db: Database): Promise<Pick<BuiltFile, 'name' | 'sha256'>[]> =>
  db.selectFrom('built_file').select(['name', 'sha256']).execute();

/** The content of a stored file; undefined if it has been deleted. */
export const selectContent = async (db: Database, sha256: Buffer): Promise<Buffer | undefined> => {
  const row = await db.selectFrom('built_file').select('content').where('sha256', '=', sha256).executeTakeFirst();
  return row?.content;
};
