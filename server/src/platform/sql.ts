import { type RawBuilder, sql } from 'kysely';

/**
 * Rows of a slice's tables as a subquery with a fixed list of columns. A slice exports one where a function would cost
 * other slices a second statement: they write `join ${relation} alias on …`. PostgreSQL plans it like the table itself.
 */
export type Relation = RawBuilder<unknown>;

/** Rows as one parameter for `jsonb_to_recordset`: any number of rows is the same statement, planned once. */
export const jsonRows = (rows: readonly object[]): RawBuilder<unknown> => sql`${JSON.stringify(rows)}::jsonb`;
