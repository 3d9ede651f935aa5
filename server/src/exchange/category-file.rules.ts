import { CsvError, type Info } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import type { CategoryNode, CategoryTree } from '../catalog/index.ts';
import { slugify, tidyLine } from './record.rules.ts';

/** The three levels of the catalogue, from the top. */
export const LEVELS = ['category', 'sub_category', 'sub_item'] as const;
export type Level = (typeof LEVELS)[number];

/** A sub-item with the names of its parents, as on one line of the file. */
export type CategoryLine = { line: number; names: Record<Level, string>; slug: string };

const LONGEST = 80;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Parses a category file: CSV with the columns category, sub_category and sub_item, and optionally slug.
 * @returns an error message for the first invalid line
 */
export const readCategoryFile = (text: string): CategoryLine[] | string => {
  let rows: { record: Record<string, string>; info: Info }[];
  try {
    const columns = (header: string[]) => header.map((name) => name.trim().toLowerCase());
    rows = parse(text, { bom: true, columns, info: true, skip_empty_lines: true });
  } catch (error) {
    if (error instanceof CsvError) return `The file can't be read: ${error.message}.`;
    throw error;
  }
  const lines: CategoryLine[] = [];
  for (const { record, info } of rows) {
    const missing = LEVELS.find((level) => !(level in record));
    if (missing) return `The first line names no column "${missing}": it is category,sub_category,sub_item.`;
    const cell = (name: string) => tidyLine(record[name] ?? '');
    const names = { category: cell('category'), sub_category: cell('sub_category'), sub_item: cell('sub_item') };
    for (const level of LEVELS) {
      const name = names[level];
      if (name === '' || name.length > LONGEST || name.includes('\ufffd'))
        return `Line ${info.lines}: "${level}" must be 1 to ${LONGEST} characters of UTF-8 text.`;
    }
    const slug = cell('slug');
    if (slug !== '' && (!SLUG.test(slug) || slug.length > LONGEST))
      return `Line ${info.lines}: a slug is small letters, digits and hyphens, not "${slug}".`;
    lines.push({ line: info.lines, names, slug });
  }
  return lines.length === 0 ? 'The file names no sub-item.' : lines;
};

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** A slug that is unique on the level: from the name, or from the parent's name and the name. */
const freeSlug = (places: readonly CategoryNode[], name: string, above: string): string | undefined =>
  slugify(name) === ''
    ? undefined
    : [slugify(name), slugify(`${above} ${name}`)].find((slug) => !places.some((one) => one.slug === slug));

/** The rows to write, and the number of unchanged sub-items. */
export type CategoryPlan = { added: CategoryTree; renamed: { id: number; name: string }[]; unchanged: number };

/**
 * Plans the changes for a category file. A sub-item with a slug is matched by it and renamed; all others are matched by
 * name and parent. Nothing is moved or deleted, because products refer to it.
 * @returns an error message for the first invalid line
 */
export const planCategories = (lines: readonly CategoryLine[], tree: CategoryTree): CategoryPlan | string => {
  const all: CategoryTree = {
    category: [...tree.category],
    sub_category: [...tree.sub_category],
    sub_item: [...tree.sub_item],
  };
  const plan: CategoryPlan = { added: { category: [], sub_category: [], sub_item: [] }, renamed: [], unchanged: 0 };
  for (const { line, names, slug: asked } of lines) {
    let above: CategoryNode = { id: 0, parent: 0, slug: '', name: '', position: 0 };
    for (const level of LEVELS) {
      const name = names[level];
      const places = all[level];
      const wanted = level === 'sub_item' ? asked : '';
      const named = places.find((one) => one.parent === above.id && sameName(one.name, name));
      const found = wanted === '' ? named : places.find((one) => one.slug === wanted);
      if (found && found.parent !== above.id)
        return `Line ${line}: "${wanted}" stands below something else already, and its products with it.`;
      if (named && named !== found) return `Line ${line}: there is a "${name}" already, with the slug "${named.slug}".`;
      if (found && level === 'sub_item') {
        if (wanted === '' || found.name === name) plan.unchanged++;
        else {
          plan.renamed.push({ id: found.id, name });
          all[level] = places.map((one) => (one === found ? { ...one, name } : one));
        }
      }
      if (found) {
        above = found;
        continue;
      }
      const slug = wanted === '' ? freeSlug(places, name, above.slug) : wanted;
      if (slug === undefined) return `Line ${line}: no slug can be made of "${name}".`;
      const beside = places.filter((one) => one.parent === above.id).map(({ position }) => position);
      const id = Math.max(0, ...places.map((one) => one.id)) + 1;
      above = { id, parent: above.id, slug, name, position: Math.max(-1, ...beside) + 1 };
      places.push(above);
      plan.added[level].push(above);
    }
  }
  return plan;
};
