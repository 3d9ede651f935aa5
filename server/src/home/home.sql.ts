import type { HomePictureShape } from '@sokuwa/contract/home/home.rules.ts';
import type { HomeContent } from '@sokuwa/contract/home/home.schemas.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';

export type DraftRow = {
  revision: number;
  content: HomeContent | null;
  saved_at: Date | null;
  saved_by: string | null;
};

const NO_DRAFT: DraftRow = { revision: 0, content: null, saved_at: null, saved_by: null };
const draftColumns = ['revision', sql<HomeContent | null>`content`.as('content'), 'saved_at', 'saved_by'] as const;

export const selectDraft = async (db: Database): Promise<DraftRow> =>
  (await db.selectFrom('home_draft').select(draftColumns).executeTakeFirst()) ?? NO_DRAFT;

/** Locks the draft, which exists afterwards. */
export const lockDraft = async (trx: Database): Promise<DraftRow> => {
  await trx
    .insertInto('home_draft')
    .values({ revision: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx.selectFrom('home_draft').select(draftColumns).forUpdate().executeTakeFirstOrThrow();
};

/** @param content null removes the draft */
export const updateDraft = async (trx: Database, content: HomeContent | null, savedBy: string): Promise<void> => {
  await trx
    .updateTable('home_draft')
    .set({
      revision: sql`revision + 1`,
      content: content && JSON.stringify(content),
      saved_at: content && new Date(),
      saved_by: content && savedBy,
    })
    .execute();
};

const versionColumns = [
  'id',
  'starts_at',
  'ends_at',
  'published_at',
  'published_by',
  'cancelled_at',
  sql<string>`content #>> '{banners,0,headline}'`.as('headline'),
] as const;
export type VersionRow = {
  id: number;
  starts_at: Date;
  ends_at: Date | null;
  published_at: Date;
  published_by: string;
  cancelled_at: Date | null;
  headline: string;
};
const content = sql<HomeContent>`content`.as('content');

/** Of the versions whose time it is, the one that began last. */
const selectShowing = (db: Database) =>
  db
    .selectFrom('home_version')
    .where('cancelled_at', 'is', null)
    .where('starts_at', '<=', sql<Date>`clock_timestamp()`)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', sql<Date>`clock_timestamp()`)]))
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);

/** The version that visitors see; undefined while the built-in content shows. */
export const selectShowingVersion = (db: Database): Promise<(VersionRow & { content: HomeContent }) | undefined> =>
  selectShowing(db)
    .select([...versionColumns, content])
    .executeTakeFirst();

export const selectShowingId = async (db: Database): Promise<number | undefined> =>
  (await selectShowing(db).select('id').executeTakeFirst())?.id;

/**
 * What visitors see, and for how long.
 * @returns `content` null: the built-in content; `remainingMs` null: until a change
 */
export const selectShowingContent = async (
  db: Database,
): Promise<{ content: HomeContent | null; remainingMs: number | null }> => {
  const { rows } = await sql<{ content: HomeContent | null; remainingMs: number | null }>`
    with showing as (${selectShowing(db).select(['id', content])})
    select (select content from showing) as content,
      (select extract(epoch from min(change) - clock_timestamp())::float8 * 1000 from (
        select starts_at as change from home_version where cancelled_at is null and starts_at > clock_timestamp()
        union all
        select v.ends_at from home_version v join showing s on s.id = v.id
      ) changes) as "remainingMs"`.execute(db);
  return rows[0] ?? { content: null, remainingMs: null };
};

export const selectVersion = (db: Database, id: number): Promise<(VersionRow & { content: HomeContent }) | undefined> =>
  db
    .selectFrom('home_version')
    .select([...versionColumns, content])
    .where('id', '=', id)
    .executeTakeFirst();

/** Versions that have not begun, by their time. */
export const selectScheduled = (db: Database): Promise<VersionRow[]> =>
  db
    .selectFrom('home_version')
    .select(versionColumns)
    .where('cancelled_at', 'is', null)
    .where('starts_at', '>', sql<Date>`clock_timestamp()`)
    .orderBy('starts_at')
    .orderBy('id')
    .execute();

/** Versions, newest first. @param before the id of the last one of the page before */
export const selectVersions = (db: Database, before: number | undefined, limit: number): Promise<VersionRow[]> => {
  const query = db.selectFrom('home_version').select(versionColumns).orderBy('id', 'desc').limit(limit);
  return (before === undefined ? query : query.where('id', '<', before)).execute();
};

/** @param starts_at null: now. @returns its id */
export const insertVersion = async (
  trx: Database,
  version: { content: HomeContent; starts_at: Date | null; ends_at: Date | null; published_by: string },
): Promise<number> => {
  const { id } = await trx
    .insertInto('home_version')
    .values({
      ...version,
      content: JSON.stringify(version.content),
      starts_at: version.starts_at ?? sql<Date>`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Cancels a version that has not begun. @returns whether it did */
export const cancelVersion = async (trx: Database, id: number): Promise<boolean> => {
  const cancelled = await trx
    .updateTable('home_version')
    .set({ cancelled_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .where('starts_at', '>', sql<Date>`clock_timestamp()`)
    .returning('id')
    .executeTakeFirst();
  return cancelled !== undefined;
};

export const insertHomePicture = async (trx: Database, key: string, shape: HomePictureShape): Promise<void> => {
  await trx
    .insertInto('home_picture')
    .values({ key, shape })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** The shapes of those keys that are pictures of the home page. */
export const selectPictureShapes = async (
  db: Database,
  keys: readonly string[],
): Promise<ReadonlyMap<string, HomePictureShape>> => {
  if (keys.length === 0) return new Map();
  const rows = await db.selectFrom('home_picture').select(['key', 'shape']).where('key', 'in', keys).execute();
  return new Map(rows.map(({ key, shape }) => [key, shape]));
};

/** @param versionId null: the draft */
export const insertPreview = async (
  trx: Database,
  preview: { token_hash: Buffer; version_id: number | null; expires_at: Date },
): Promise<void> => {
  await trx.deleteFrom('home_preview').where('expires_at', '<', new Date()).execute();
  await trx.insertInto('home_preview').values(preview).execute();
};

/** The content of a preview; undefined if the token is not valid, or the draft is gone. */
export const selectPreviewedContent = async (db: Database, tokenHash: Buffer): Promise<HomeContent | undefined> => {
  const { rows } = await sql<{ content: HomeContent | null }>`
    select case when p.version_id is null then (select content from home_draft) else v.content end as content
    from home_preview p left join home_version v on v.id = p.version_id
    where p.token_hash = ${tokenHash} and p.expires_at > now()`.execute(db);
  return rows[0]?.content ?? undefined;
};
