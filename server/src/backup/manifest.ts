import { z } from 'zod';

/** Rises when archives of before could no longer be read as they were. */
export const FORMAT = 1;

const table = z.object({
  /** With its schema, as SQL writes it. */
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
});
const sequence = z.object({ name: z.string(), value: z.string().regex(/^\d+$/), called: z.boolean() });

/** What an archive says of itself, at its end. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** When the shop was as the archive has it. */
  made_at: z.iso.datetime(),
  /** Files of server/migrations that the tables had seen. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(table),
  sequences: z.array(sequence),
  pictures: z.int().nonnegative(),
  /** Of every entry before this one: its name, its length, its bytes. SHA-256, hexadecimal. */
  sum: z.string(),
});

export type Table = z.output<typeof table>;
export type Sequence = z.output<typeof sequence>;
export type Manifest = z.output<typeof manifestSchema>;
