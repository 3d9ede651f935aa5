import type { CategoryLevel } from '@sokuwa/contract/catalog/categories.rules.ts';
import { type ActOptions, acted, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { findFreeSlug, isSameName, placeAmong } from './categories.rules.ts';
import { type CategoryNode, type CategoryTree, insertCategoryTree, selectCategoryTree } from './categories.sql.ts';
import * as store from './category-tree.sql.ts';
import { lockCatalogKeys, lockCounts } from './products.sql.ts';

const PARENT_LEVELS = { category: undefined, sub_category: 'category', sub_item: 'sub_category' } as const;
const CHILD_LEVELS = { category: 'sub_category', sub_category: 'sub_item', sub_item: undefined } as const;

type Place = { level: CategoryLevel; id: number };
/** @param maxProducts how many products a change may move */
type Limit = { maxProducts: number };

const subjectOf = ({ level, id }: Place): string => `${level} ${id}`;

/** Locks the tree and reads it. Changes of the tree, imports and new products run one after the other. */
const lockTree = async (trx: Database): Promise<CategoryTree> => {
  await lockCatalogKeys(trx);
  return selectCategoryTree(trx);
};

/**
 * Creates a category, sub-category or sub-item, the last of its parent (CATEGORY-2).
 * @param parent_id null for a category
 * @returns its id; category_parent_wrong; not_found without such a parent; category_exists
 */
export const createCategory = (
  db: Database,
  { level, parent_id, name }: { level: CategoryLevel; parent_id: number | null; name: string },
  options: ActOptions,
): Promise<{ id: number } | Refused<'category_exists' | 'category_parent_wrong' | 'not_found'>> =>
  runAct(db, options, async (trx) => {
    const tree = await lockTree(trx);
    const parent = findParent(tree, level, parent_id);
    if ('refused' in parent) return parent;
    const siblings = tree[level].filter((node) => node.parent === parent.id);
    const slug = findFreeSlug(tree[level], name, parent.slug);
    if (slug === undefined || siblings.some((node) => isSameName(node.name, name))) return refuse('category_exists');
    const id = await store.selectNextCategoryId(trx, level);
    const position = Math.max(-1, ...siblings.map((node) => node.position)) + 1;
    const added = {
      category: [],
      sub_category: [],
      sub_item: [],
      [level]: [{ id, parent: parent.id, slug, name, position }],
    };
    await insertCategoryTree(trx, added);
    const after = { name, parent: parent_id };
    return acted({ id }, { action: 'categories create', subject: subjectOf({ level, id }), after });
  });

/** The node above, or the root of all categories. */
const findParent = (
  tree: CategoryTree,
  level: CategoryLevel,
  parentId: number | null,
): Pick<CategoryNode, 'id' | 'slug'> | Refused<'category_parent_wrong' | 'not_found'> => {
  const parentLevel = PARENT_LEVELS[level];
  if ((parentLevel === undefined) !== (parentId === null)) return refuse('category_parent_wrong');
  if (parentLevel === undefined) return { id: 0, slug: '' };
  return tree[parentLevel].find((node) => node.id === parentId) ?? refuse('not_found');
};

/**
 * Renames a node, or hides it while it is empty (CATEGORY-3, CATEGORY-6). Its address and slug stay.
 * @param change undefined values stay as they are
 * @param action how the audit log names it
 * @returns its id; not_found; category_exists if a sibling has this name
 */
export const changeCategory = (
  db: Database,
  { level, id }: Place,
  change: { name?: string | undefined; hide_when_empty?: boolean | undefined },
  options: ActOptions,
  action = 'categories change',
): Promise<{ id: number } | Refused<'category_exists' | 'not_found'>> =>
  runAct(db, options, async (trx) => {
    await lockCatalogKeys(trx);
    const tree = await store.selectCountedTree(trx);
    const node = tree[level].find((one) => one.id === id);
    if (!node) return refuse('not_found');
    const { name = node.name, hide_when_empty = node.hide_when_empty } = change;
    const siblings = tree[level].filter((one) => one.parent === node.parent && one.id !== id);
    if (siblings.some((one) => isSameName(one.name, name))) return refuse('category_exists');
    if (name !== node.name) await store.lockProductsIn(trx, level, id);
    await store.updateCategory(trx, level, id, { name, hide_when_empty });
    return acted(
      { id },
      {
        action,
        subject: subjectOf({ level, id }),
        before: { name: node.name, hide_when_empty: node.hide_when_empty },
        after: { name, hide_when_empty },
      },
    );
  });

/** Moves a node and its products, which are locked before the counts of lists. */
const changeParent = async (
  trx: Database,
  { level, id }: { level: 'sub_category' | 'sub_item'; id: number },
  parentId: number,
): Promise<void> => {
  const products = await store.lockProductsIn(trx, level, id);
  await lockCounts(trx);
  await store.updateParent(trx, level, { id, parentId, products });
};

/**
 * Moves a node, with all that is in it, to another place (CATEGORY-4). Addresses stay.
 * @param parent_id of the level above; null for a category
 * @param position among the others there, from 0
 * @returns its id; not_found without it or its new parent; category_parent_wrong; category_exists; category_too_large
 */
export const moveCategory = (
  db: Database,
  { level, id }: Place,
  { parent_id, position }: { parent_id: number | null; position: number },
  options: ActOptions,
  { maxProducts }: Limit = { maxProducts: Number.POSITIVE_INFINITY },
): Promise<
  { id: number } | Refused<'category_exists' | 'category_parent_wrong' | 'category_too_large' | 'not_found'>
> =>
  runAct(db, options, async (trx) => {
    const tree = await lockTree(trx);
    const node = tree[level].find((one) => one.id === id);
    if (!node) return refuse('not_found');
    const parent = findParent(tree, level, parent_id);
    if ('refused' in parent) return parent;
    const siblings = tree[level].filter((one) => one.parent === parent.id && one.id !== id);
    if (siblings.some((one) => isSameName(one.name, node.name))) return refuse('category_exists');
    if (level !== 'category' && parent.id !== node.parent) {
      if ((await store.countProductsIn(trx, level, id)) > maxProducts) return refuse('category_too_large');
      await changeParent(trx, { level, id }, parent.id);
    }
    await store.updatePositions(trx, level, placeAmong([...siblings, node], id, position));
    const change = {
      before: { parent: node.parent, position: node.position },
      after: { parent: parent.id, position },
    };
    return acted({ id }, { action: 'categories move', subject: subjectOf({ level, id }), ...change });
  });

/**
 * Merges a node into another one of its level (CATEGORY-5): what is in it moves there, and its page leads there.
 * @returns how many products moved; not_found; category_merged_with_itself; category_exists if both have one with the same name in them;
 *   category_too_large
 */
export const mergeCategory = (
  db: Database,
  { level, id }: Place,
  intoId: number,
  options: ActOptions,
  { maxProducts }: Limit = { maxProducts: Number.POSITIVE_INFINITY },
): Promise<
  { products: number } | Refused<'category_exists' | 'category_merged_with_itself' | 'category_too_large' | 'not_found'>
> =>
  runAct(db, options, async (trx) => {
    const tree = await lockTree(trx);
    const [node, into] = [id, intoId].map((one) => tree[level].find((candidate) => candidate.id === one));
    if (!node || !into) return refuse('not_found');
    if (id === intoId) return refuse('category_merged_with_itself');
    const childLevel = CHILD_LEVELS[level];
    const childrenOf = (parent: CategoryNode) =>
      childLevel === undefined ? [] : tree[childLevel].filter((child) => child.parent === parent.id);
    const names = childrenOf(into).map((child) => child.name);
    if (childrenOf(node).some((child) => names.some((name) => isSameName(name, child.name))))
      return refuse('category_exists');
    const products = await store.countProductsIn(trx, level, id);
    if (products > maxProducts) return refuse('category_too_large');
    if (childLevel === undefined) {
      await store.lockProductsIn(trx, level, id);
      await lockCounts(trx);
      await store.updateSubItemOfProducts(trx, id, intoId);
    } else {
      // All of them, before the counts of lists.
      await store.lockProductsIn(trx, level, id);
      for (const child of childrenOf(node)) await changeParent(trx, { level: childLevel, id: child.id }, intoId);
      await store.updatePositions(
        trx,
        childLevel,
        [...childrenOf(into), ...childrenOf(node)].map((child) => child.id),
      );
    }
    if (level !== 'sub_category') await store.redirectCategory(trx, level, id, intoId);
    await store.deleteCategoryNode(trx, level, id);
    return acted(
      { products },
      {
        action: 'categories merge',
        subject: subjectOf({ level, id }),
        before: { name: node.name, slug: node.slug },
        after: { into: intoId, products },
      },
    );
  });

/** Deletes a node without products and without others in it. @returns its id; not_found; category_not_empty */
export const deleteCategory = (
  db: Database,
  { level, id }: Place,
  options: ActOptions,
): Promise<{ id: number } | Refused<'category_not_empty' | 'not_found'>> =>
  runAct(db, options, async (trx) => {
    const tree = await lockTree(trx);
    const node = tree[level].find((one) => one.id === id);
    if (!node) return refuse('not_found');
    const childLevel = CHILD_LEVELS[level];
    const hasChildren = childLevel !== undefined && tree[childLevel].some((child) => child.parent === id);
    if (hasChildren || (await store.countProductsIn(trx, level, id)) > 0) return refuse('category_not_empty');
    await store.deleteCategoryNode(trx, level, id);
    const before = { name: node.name, slug: node.slug };
    return acted({ id }, { action: 'categories delete', subject: subjectOf({ level, id }), before });
  });
