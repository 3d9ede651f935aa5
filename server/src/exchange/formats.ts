import type { TableFormat } from './format.ts';
import { ownCsv } from './own.rules.ts';
import { shopify, shopifyLegacy } from './shopify.rules.ts';
import { wooCommerce } from './woocommerce.rules.ts';

/** In the order of detection. */
export const TABLES: readonly TableFormat[] = [shopify, shopifyLegacy, wooCommerce, ownCsv];

/**
 * Detects the format from the columns.
 * @returns an error message if the format is unknown or a required column is missing
 */
export const detectFormat = (columns: ReadonlyMap<string, number>): TableFormat | string => {
  const has = (column: string) => columns.has(column.toLowerCase());
  const format = TABLES.find(({ matches }) => matches(has));
  if (!format) {
    const formats = TABLES.map(({ title, requiredColumns }) => `${title} has ${requiredColumns.join(', ')}`).join('; ');
    return `The columns of the first line match no product file: ${formats}.`;
  }
  const missingColumns = format.requiredColumns.filter((column) => !has(column));
  if (missingColumns.length === 0) return format;
  return `The file matches ${format.title}, but has no column ${missingColumns.map((name) => `"${name}"`).join(', ')}.`;
};
