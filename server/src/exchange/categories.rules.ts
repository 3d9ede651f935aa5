import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import type { SubItem } from '../catalog/index.ts';
import { tidyLine } from './record.rules.ts';

export type FindCategory = (names: readonly string[]) => SubItem | undefined;

const keyOf = (name: string): string =>
  name
    .split('>')
    .map((part) => tidyLine(part).toLowerCase())
    .join(' > ');

/** A name and its parents: 'A > B > C', 'A > B', 'A'. */
const upwards = (name: string): string[] => {
  const parts = keyOf(name).split(' > ');
  return parts.map((_, n) => parts.slice(0, parts.length - n).join(' > '));
};

/** Maps slugs, paths, and names that are unique to the shop's sub-items. */
const ownNames = (subItems: readonly SubItem[]): Map<string, SubItem> => {
  const byName = Map.groupBy(subItems, ({ path }) => keyOf(path.at(-1) ?? ''));
  const single = [...byName].flatMap(([name, [item, another]]) => (item && !another ? [[name, item] as const] : []));
  return new Map([
    ...single,
    ...subItems.map((item) => [keyOf(item.path.join(' > ')), item] as const),
    ...subItems.map((item) => [keyOf(item.slug), item] as const),
  ]);
};

/**
 * Maps external category names to the shop's sub-items.
 * @param mapping the text of the mapping file: an external name and a slug per line, separated by a comma; * matches
 *   all unmapped names; a name also matches its descendants ("Apparel" matches "Apparel > Shirts")
 * @returns a function that finds the sub-item of a product, or an error message if the file is invalid
 */
export const readMapping = (mapping: string, subItems: readonly SubItem[]): FindCategory | string => {
  const own = ownNames(subItems);
  let lines: string[][];
  try {
    lines = parse(mapping, { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (error instanceof CsvError) return `The mapping of categories can't be read: ${error.message}.`;
    throw error;
  }
  const mapped = new Map<string, SubItem>();
  for (const line of lines) {
    const [theirs = '', ours = '', ...rest] = line;
    if (theirs.startsWith('#')) continue;
    const item = own.get(keyOf(ours));
    if (theirs === '' || rest.length > 0 || !item)
      return `A line of the mapping of categories does not lead to one of ours: "${line.join(',')}".`;
    mapped.set(keyOf(theirs), item);
  }
  return (names) => {
    const asked = names.filter(Boolean);
    const find = (keys: string[], where: Map<string, SubItem>) =>
      keys.map((key) => where.get(key)).find((item) => item !== undefined);
    // An exact match has priority over a match of a parent.
    return (
      find(asked.map(keyOf), mapped) ??
      find(asked.map(keyOf), own) ??
      find(asked.flatMap(upwards), mapped) ??
      mapped.get('*')
    );
  };
};
