import { readFile } from 'node:fs/promises';
import { insertCategoryTree, selectCategoryTree, updateSubItemNames } from '../catalog/index.ts';
import { type Database, type DryRunOption, runInTransaction } from '../platform/database.ts';
import { LEVELS, type Level, planCategories, readCategoryFile } from './category-file.rules.ts';
import { lockWriting } from './exchange.sql.ts';

/** How many were added on each level, and what became of the other sub-items. */
export type CategoriesImported = { added: Record<Level, number>; renamed: number; unchanged: number };

/**
 * Brings categories, sub-categories and sub-items of a file into the shop, all of them or none; the same file again changes
 * nothing.
 * @returns a sentence when the file can't be read or followed
 */
export const importCategories = async (
  db: Database,
  file: string,
  options: DryRunOption,
): Promise<CategoriesImported | { refused: string }> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => ({ code: error.code ?? '' }));
  if (typeof text !== 'string') return { refused: `${file} can't be read (${text.code}).` };
  const lines = readCategoryFile(text);
  if (typeof lines === 'string') return { refused: lines };
  return runInTransaction(db, options, async (trx) => {
    await lockWriting(trx);
    const plan = planCategories(lines, await selectCategoryTree(trx));
    if (typeof plan === 'string') return { refused: plan };
    await insertCategoryTree(trx, plan.added);
    await updateSubItemNames(trx, plan.renamed);
    const [category, sub_category, sub_item] = LEVELS.map((level) => plan.added[level].length);
    return {
      added: { category: category ?? 0, sub_category: sub_category ?? 0, sub_item: sub_item ?? 0 },
      renamed: plan.renamed.length,
      unchanged: plan.unchanged,
    };
  });
};
