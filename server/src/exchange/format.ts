import type { Row } from './cells.rules.ts';
import type { ProductOut, Unit } from './record.rules.ts';

export const FORMATS = ['json', 'csv', 'shopify', 'shopify-legacy', 'woocommerce'] as const;
export type FormatName = (typeof FORMATS)[number];

/** A file of lines and cells: how it is known, read and written. */
export type TableFormat = {
  name: FormatName;
  /** What is said of such a file: 'a Shopify product file'. */
  title: string;
  /** Columns without which a file of this format can't be read. */
  needs: readonly string[];
  /** Whether a file with these columns is one, though some that it needs may be missing. */
  knows(has: (column: string) => boolean): boolean;
  /** Gathers lines into units; nothing but a few lines is kept at a time. @param now for prices that hold for a time */
  reader(now: Date): TableReader;
  header: readonly string[];
  /** The product as one line or several. */
  rows(product: ProductOut): string[][];
};

/** Takes one line after the other, and gives what they come to as soon as that is known. */
export type TableReader = {
  take(row: Row): Unit | undefined;
  /** What was still open when the file ended. */
  end(): Unit | undefined;
};
