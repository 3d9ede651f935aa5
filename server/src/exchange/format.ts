import type { Row } from './cells.rules.ts';
import type { ExportedProduct, Unit } from './record.rules.ts';

export const FORMATS = ['json', 'csv', 'shopify', 'shopify-legacy', 'woocommerce'] as const;
export type FormatName = (typeof FORMATS)[number];

/** A CSV format for products: detection, reading and writing. */
export type TableFormat = {
  name: FormatName;
  /** The name of the format for messages, such as 'a Shopify product file'. */
  title: string;
  /** The required columns. */
  requiredColumns: readonly string[];
  /** Whether the columns identify this format, even if required columns are missing. */
  matches(has: (column: string) => boolean): boolean;
  /** Creates a reader that groups lines into units, with few lines in memory. @param now selects current sale prices */
  createReader(now: Date): TableReader;
  header: readonly string[];
  /** Formats the product as one or more lines. */
  formatRows(product: ExportedProduct): string[][];
};

/** Receives lines one by one, and returns each unit as soon as it is complete. */
export type TableReader = {
  add(row: Row): Unit | undefined;
  /** Returns the incomplete unit at the end of the file. */
  finish(): Unit | undefined;
};
