import {
  CATEGORY_LEVELS,
  type CategoryLevel,
  MAX_CATEGORY_NAME_LENGTH,
} from '@sokuwa/contract/catalog/categories.rules.ts';
import { tidyLine } from '@sokuwa/contract/catalog/product.rules.ts';
import { CsvError, type Info } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { type CategoryNode, type CategoryTree, findFreeSlug, isSameName } from '../catalog/index.ts';

/** A sub-item with the names of its parents, as on one line of the file. */
export type CategoryLine = { line: number; names: Record<CategoryLevel, string>; slug: string };

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
    const missingLevel = CATEGORY_LEVELS.find((level) => !(level in record));
    if (missingLevel)
      return `The column "${missingLevel}" is missing: the first line must be category,sub_category,sub_item.`;
    const cell = (name: string) => tidyLine(record[name] ?? '');
    const names = { category: cell('category'), sub_category: cell('sub_category'), sub_item: cell('sub_item') };
    for (const level of CATEGORY_LEVELS) {
      const name = names[level];
      if (name === '' || name.length > MAX_CATEGORY_NAME_LENGTH || name.includes('\ufffd'))
        return `Line ${info.lines}: "${level}" must be 1 to ${MAX_CATEGORY_NAME_LENGTH} characters of UTF-8 text.`;
    }
    const slug = cell('slug');
    if (slug !== '' && (!SLUG.test(slug) || slug.length > MAX_CATEGORY_NAME_LENGTH))
      return `Line ${info.lines}: "${slug}" is not a slug of lower-case letters, digits and hyphens.`;
    lines.push({ line: info.lines, names, slug });
  }
  return lines.length === 0 ? 'The file contains no sub-item.' : lines;
};

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
  for (const { line, names, slug: fileSlug } of lines) {
    let parent: Pick<CategoryNode, 'id' | 'slug'> = { id: 0, slug: '' };
    for (const level of CATEGORY_LEVELS) {
      const name = names[level];
      const nodes = all[level];
      const siblings = nodes.filter((node) => node.parent === parent.id);
      const givenSlug = level === 'sub_item' ? fileSlug : '';
      const sameNamed = siblings.find((node) => isSameName(node.name, name));
      const found = givenSlug === '' ? sameNamed : nodes.find((node) => node.slug === givenSlug);
      if (found && found.parent !== parent.id)
        return `Line ${line}: "${givenSlug}" exists under another parent, and a sub-item cannot be moved.`;
      if (sameNamed && sameNamed !== found)
        return `Line ${line}: "${name}" already exists with the slug "${sameNamed.slug}".`;
      if (found && level === 'sub_item') {
        if (givenSlug === '' || found.name === name) plan.unchanged++;
        else {
          plan.renamed.push({ id: found.id, name });
          all[level] = nodes.map((node) => (node === found ? { ...node, name } : node));
        }
      }
      if (found) {
        parent = found;
        continue;
      }
      const slug = givenSlug === '' ? findFreeSlug(nodes, name, parent.slug) : givenSlug;
      if (slug === undefined) return `Line ${line}: no unused slug can be derived from "${name}".`;
      const id = Math.max(0, ...nodes.map((node) => node.id)) + 1;
      const position = Math.max(-1, ...siblings.map((node) => node.position)) + 1;
      const added: CategoryNode = { id, parent: parent.id, slug, name, position };
      nodes.push(added);
      plan.added[level].push(added);
      parent = added;
    }
  }
  return plan;
};
