import { tidyLine } from '@sokuwa/contract/catalog/product.rules.ts';
import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import type { SubItem } from '../catalog/index.ts';

export type FindCategory = (names: readonly string[]) => SubItem | undefined;

const normalizeName = (name: string): string =>
  name
    .split('>')
    .map((part) => tidyLine(part).toLowerCase())
    .join(' > ');

/** A path and its ancestors: 'A > B > C', 'A > B', 'A'. */
const withAncestors = (path: string): string[] => {
  const parts = normalizeName(path).split(' > ');
  return parts.map((_, n) => parts.slice(0, parts.length - n).join(' > '));
};

/** Maps slugs, paths and unambiguous names to the shop's sub-items. */
const indexSubItems = (subItems: readonly SubItem[]): Map<string, SubItem> => {
  const byName = Map.groupBy(subItems, ({ path }) => normalizeName(path.at(-1) ?? ''));
  const unique = [...byName].flatMap(([name, [item, duplicate]]) =>
    item && !duplicate ? [[name, item] as const] : [],
  );
  return new Map([
    ...unique,
    ...subItems.map((item) => [normalizeName(item.path.join(' > ')), item] as const),
    ...subItems.map((item) => [normalizeName(item.slug), item] as const),
  ]);
};

/**
 * Maps external category names to the shop's sub-items.
 * @param mapping the text of the mapping file: an external name and a slug per line, separated by a comma; * matches
 *   all unmapped names; a name also matches its descendants ("Apparel" matches "Apparel > Shirts")
 * @returns a function that finds the sub-item of a product, or an error message if the file is invalid
 */
export const readMapping = (mapping: string, subItems: readonly SubItem[]): FindCategory | string => {
  const own = indexSubItems(subItems);
  let lines: string[][];
  try {
    lines = parse(mapping, { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (error instanceof CsvError) return `The category mapping can't be read: ${error.message}.`;
    throw error;
  }
  const mapped = new Map<string, SubItem>();
  for (const line of lines) {
    const [externalName = '', ownName = '', ...rest] = line;
    if (externalName.startsWith('#')) continue;
    const item = own.get(normalizeName(ownName));
    if (externalName === '' || rest.length > 0 || !item)
      return `A line of the category mapping must be a name and one of the shop's sub-items: "${line.join(',')}".`;
    mapped.set(normalizeName(externalName), item);
  }
  return (names) => {
    const find = (keys: string[], items: Map<string, SubItem>) =>
      keys.map((key) => items.get(key)).find((item) => item !== undefined);
    // An exact match has priority over a match of a parent.
    return (
      find(names.map(normalizeName), mapped) ??
      find(names.map(normalizeName), own) ??
      find(names.flatMap(withAncestors), mapped) ??
      mapped.get('*')
    );
  };
};
