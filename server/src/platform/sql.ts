import { type RawBuilder, sql } from 'kysely';
import { TABLE_COLUMNS } from './tables.gen.ts';

/**
 * Rows of a slice's tables as a subquery with a fixed list of columns. Other slices join it
 * (`join ${relation} alias on …`) instead of running a second statement. PostgreSQL plans it like the table itself.
 */
export type Relation = RawBuilder<unknown>;

/** Rows as one parameter for `jsonb_to_recordset`: any number of rows needs the same statement, planned once. */
export const toJsonRows = (rows: readonly object[]): RawBuilder<unknown> => sql`${JSON.stringify(rows)}::jsonb`;

/** All columns of a table that this version knows, each with the name of the table: see TABLE_COLUMNS. */
export const columnsOf = (table: keyof typeof TABLE_COLUMNS): RawBuilder<unknown> =>
  sql.join(TABLE_COLUMNS[table].map((column) => sql.ref(`${table}.${column}`)));

/** How many rows there are, counted up to a limit. @param rows `from … where …`, which an index has */
export const countUpTo = (limit: number, rows: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(select count(*)::integer from (select ${rows} limit ${sql.lit(limit)}) counted)`;
