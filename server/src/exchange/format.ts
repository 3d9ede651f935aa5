import type { Row } from './cells.rules.ts';
import type { ProductOut, Unit } from './record.rules.ts';

export const FORMATS = ['json', 'csv', 'shopify', 'shopify-legacy', 'woocommerce'] as const;
export type FormatName = (typeof FORMATS)[number];

/** A file format for products: detection, reading and writing. */
export type TableFormat = {
  name: FormatName;
  /** The name of the format for messages, such as 'a Shopify product file'. */
  title: string;
  /** The required columns. */
  needs: readonly string[];
  /** Whether the columns identify this format, even if required columns are missing. */
  knows(has: (column: string) => boolean): boolean;
  /** Groups lines into units, with only a few lines in memory. @param now for sale prices with a period */
  reader(now: Date): TableReader;
  header: readonly string[];
  /** Formats the product as one or more lines. */
  rows(product: ProductOut): string[][];
};

/** Receives lines one by one, and returns each unit as soon as it is complete. */
export type TableReader = {
  take(row: Row): Unit | undefined;
  /** Returns the incomplete unit at the end of the file. */
  end(): Unit | undefined;
};
