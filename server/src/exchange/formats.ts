import type { TableFormat } from './format.ts';
import { ownCsv } from './own.rules.ts';
import { shopify, shopifyLegacy } from './shopify.rules.ts';
import { wooCommerce } from './woocommerce.rules.ts';

/** In the order in which a file's columns are held against them. */
export const TABLES: readonly TableFormat[] = [shopify, shopifyLegacy, wooCommerce, ownCsv];

/** The format that a file with these columns has; a sentence when it has none, or misses a column. */
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
