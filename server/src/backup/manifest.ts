import { z } from 'zod';

/** Version of the archive format. Increment it when older archives cannot be read as before. */
export const FORMAT = 1;

const table = z.object({
  /** With its schema, quoted as in SQL. */
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
});
const sequence = z.object({ name: z.string(), value: z.string().regex(/^\d+$/), called: z.boolean() });

/** The manifest, the last entry of an archive. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** The time of the snapshot. */
  made_at: z.iso.datetime(),
  /** The applied migrations: file names in server/migrations. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(table),
  sequences: z.array(sequence),
  pictures: z.int().nonnegative(),
  /** SHA-256 in hexadecimal over the name, length and content of every previous entry. */
  sum: z.string(),
});

export type Table = z.output<typeof table>;
export type Sequence = z.output<typeof sequence>;
export type Manifest = z.output<typeof manifestSchema>;
