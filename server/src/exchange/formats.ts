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
export const recognise = (columns: ReadonlyMap<string, number>): TableFormat | string => {
  const has = (column: string) => columns.has(column.toLowerCase());
  const format = TABLES.find(({ knows }) => knows(has));
  if (!format) {
    const needs = TABLES.map(({ title, needs }) => `${title} has ${needs.join(', ')}`).join('; ');
    return `The first line names no columns of a product file: ${needs}.`;
  }
  const missing = format.needs.filter((column) => !has(column));
  if (missing.length === 0) return format;
  return `This looks like ${format.title}, but has no column ${missing.map((name) => `"${name}"`).join(', ')}.`;
};
