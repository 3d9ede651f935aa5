import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { CATEGORY_LEVELS, type CategoryLevel } from '@sokuwa/contract/catalog/categories.rules.ts';
import { insertCategoryTree, lockCatalogKeys, selectCategoryTree, updateSubItemNames } from '../catalog/index.ts';
import { type ActOptions, acted, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { planCategories, readCategoryFile } from './category-file.rules.ts';

/** Number of added rows per level, and of renamed and unchanged sub-items. */
export type CategoriesImported = { added: Record<CategoryLevel, number>; renamed: number; unchanged: number };

/**
 * Imports categories, sub-categories and sub-items from a file, all or none. The import is idempotent.
 * @returns an error message if the file is invalid
 */
export const importCategories = async (
  db: Database,
  file: string,
  options: ActOptions,
): Promise<CategoriesImported | { refused: string }> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => ({ code: error.code ?? '' }));
  if (typeof text !== 'string') return { refused: `${file} can't be read (${text.code}).` };
  const lines = readCategoryFile(text);
  if (typeof lines === 'string') return { refused: lines };
  return runAct(db, options, async (trx) => {
    await lockCatalogKeys(trx);
    const plan = planCategories(lines, await selectCategoryTree(trx));
    if (typeof plan === 'string') return { refused: plan };
    await insertCategoryTree(trx, plan.added);
    await updateSubItemNames(trx, plan.renamed);
    const [category, sub_category, sub_item] = CATEGORY_LEVELS.map((level) => plan.added[level].length);
    const imported = {
      added: { category: category ?? 0, sub_category: sub_category ?? 0, sub_item: sub_item ?? 0 },
      renamed: plan.renamed.length,
      unchanged: plan.unchanged,
    };
    return acted(imported, { action: 'categories import', subject: `file ${basename(file)}`, after: imported });
  });
};
