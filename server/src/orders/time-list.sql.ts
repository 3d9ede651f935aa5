import { type RawBuilder, sql } from 'kysely';

// Parts of statements that list rows by `created_at` and then by their own id.

/** What waits for a person is listed oldest first, everything else newest first. */
export type ListOrder = 'newest' | 'oldest';

/** A row of such a list. */
export type Listed = { cursor: string };

/** All conditions that are given. */
export const all = (conditions: readonly (RawBuilder<unknown> | undefined)[]): RawBuilder<unknown> =>
  sql.join([sql`true`, ...conditions.filter((condition) => condition !== undefined)], sql` and `);

/** The cursor of a row: its time in microseconds, which a Date does not have, and its id. */
export const cursorOf = (id: string): RawBuilder<unknown> =>
  sql`(extract(epoch from ${sql.ref('created_at')}) * 1000000)::bigint || '.' || ${sql.ref(id)}`;

/** Condition: the row comes after the cursor. */
export const isAfter = (id: string, cursor: string | undefined, order: ListOrder): RawBuilder<unknown> | undefined => {
  if (cursor === undefined) return undefined;
  const dot = cursor.indexOf('.');
  const [micros, last] = [cursor.slice(0, dot), cursor.slice(dot + 1)];
  const isBeyond = order === 'newest' ? sql`<` : sql`>`;
  return sql`(created_at, ${sql.ref(id)}) ${isBeyond} (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${last})`;
};

/** The order of the rows. @param table where both columns are, if other tables have them too */
export const orderBy = (id: string, order: ListOrder, table?: string): RawBuilder<unknown> => {
  const direction = order === 'newest' ? sql`desc` : sql`asc`;
  const column = (name: string) => sql.ref(table === undefined ? name : `${table}.${name}`);
  return sql`order by ${column('created_at')} ${direction}, ${column(id)} ${direction}`;
};
