import { type RawBuilder, sql } from 'kysely';

// Parts of statements that list rows newest first, by `created_at` and then by their own id.

/** A row of such a list. */
export type Listed = { cursor: string };

/** All conditions that are given. */
export const all = (conditions: readonly (RawBuilder<unknown> | undefined)[]): RawBuilder<unknown> =>
  sql.join([sql`true`, ...conditions.filter((condition) => condition !== undefined)], sql` and `);

/** The cursor of a row: its time in microseconds, which a Date does not have, and its id. */
export const cursorOf = (id: string): RawBuilder<unknown> =>
  sql`(extract(epoch from ${sql.ref('created_at')}) * 1000000)::bigint || '.' || ${sql.ref(id)}`;

/** Condition: the row comes after the cursor, newest first. */
export const isAfter = (id: string, cursor: string | undefined): RawBuilder<unknown> | undefined => {
  if (cursor === undefined) return undefined;
  const dot = cursor.indexOf('.');
  const [micros, last] = [cursor.slice(0, dot), cursor.slice(dot + 1)];
  return sql`(created_at, ${sql.ref(id)}) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${last})`;
};
