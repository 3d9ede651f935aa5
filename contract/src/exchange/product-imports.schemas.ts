import { z } from 'zod';
import { IDENTIFYING_FIELDS, IMPORT_FIELDS, type ImportField, MAX_IMPORT_COLUMNS } from './product-imports.rules.ts';

/**
 * `uploaded`: it waits for its columns. `failed`: the store was suspended meanwhile. What a cancelled or failed import has changed before stays.
 */
export const IMPORT_STATES = ['uploaded', 'running', 'done', 'cancelled', 'failed'] as const;

/** The multipart form of a product file. */
export const productFileForm = z.object({ file: z.file() });

const column = z
  .int()
  .min(0)
  .max(MAX_IMPORT_COLUMNS - 1);

export const importStart = z.strictObject({
  /** The column of the file, from 0, that is each field. Other columns are ignored. */
  columns: z
    .partialRecord(z.enum(IMPORT_FIELDS), column)
    .refine(
      (columns) => IDENTIFYING_FIELDS.some((field) => columns[field] !== undefined),
      'Say which column is the title, the handle or the SKU.',
    )
    .refine(
      (columns) => new Set(Object.values(columns)).size === Object.keys(columns).length,
      'Name each column once.',
    ),
  /** Whether the file's stock replaces that of products that the merchant has already. */
  set_stock: z.boolean().default(false),
});
export type ImportStart = z.input<typeof importStart>;
export type ImportColumns = Partial<Record<ImportField, number>>;

export const productImport = z.object({
  id: z.int(),
  state: z.enum(IMPORT_STATES),
  file_name: z.string(),
  /** Lines with a product. */
  lines: z.int(),
  /** Lines that are worked through: the sum of the next four counts. */
  done: z.int(),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused_lines: z.int(),
  /** Lines that were imported with a remark, such as a picture that could not be downloaded yet. The report has them too. */
  remarks: z.int(),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type ProductImport = z.infer<typeof productImport>;

/** An import with what is needed to choose its columns. */
export const productImportDetail = productImport.extend({
  /** The cells of the first line. */
  header: z.array(z.string()),
  /** The columns that were chosen; before the start a guess by their names. */
  columns: z.partialRecord(z.enum(IMPORT_FIELDS), z.int()),
  /** The cells of the first lines with a product, shortened; empty after the start. */
  first_lines: z.array(z.array(z.string())),
});
export type ProductImportDetail = z.infer<typeof productImportDetail>;

export const productImportList = z.object({ results: z.array(productImport) });
export type ProductImportList = z.infer<typeof productImportList>;
