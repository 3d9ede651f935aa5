import { CATEGORY_LEVELS, type CategoryLevel } from '@sokuwa/contract/catalog/categories.rules.ts';
import type { OperatorCategory } from '@sokuwa/contract/catalog/operator-categories.schemas.ts';

/** One category, sub-category or sub-item, with its place. */
export type TreeNode = {
  /** Unique in the tree, whose levels have ids of their own. */
  key: string;
  level: CategoryLevel;
  id: number;
  name: string;
  products: number;
  hide_when_empty: boolean;
  parent: TreeNode | undefined;
  children: TreeNode[];
};
export type Place = { parent_id: number | null; position: number };

export const LEVEL_NAMES: Record<CategoryLevel, string> = {
  category: 'category',
  sub_category: 'sub-category',
  sub_item: 'sub-item',
};

/** The level of what is in a node; undefined for the lowest. */
export const levelBelow = (level: CategoryLevel | undefined): CategoryLevel | undefined =>
  CATEGORY_LEVELS[level === undefined ? 0 : CATEGORY_LEVELS.indexOf(level) + 1];

export const depthOf = ({ level }: TreeNode): number => CATEGORY_LEVELS.indexOf(level);

type Raw = Pick<TreeNode, 'id' | 'name' | 'products' | 'hide_when_empty'>;

const toNode = (level: CategoryLevel, raw: Raw, parent: TreeNode | undefined): TreeNode => ({
  key: `${level}-${raw.id}`,
  level,
  id: raw.id,
  name: raw.name,
  products: raw.products,
  hide_when_empty: raw.hide_when_empty,
  parent,
  children: [],
});

/** The roots of the tree. */
export const toTree = (categories: readonly OperatorCategory[]): TreeNode[] =>
  categories.map((category) => {
    const root = toNode('category', category, undefined);
    root.children = category.sub_categories.map((sub) => {
      const node = toNode('sub_category', sub, root);
      node.children = sub.sub_items.map((item) => toNode('sub_item', item, node));
      return node;
    });
    return root;
  });

/** All nodes, each above what is in it. */
export const flatten = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)]);

export const ancestorsOf = (node: TreeNode): TreeNode[] =>
  node.parent ? [...ancestorsOf(node.parent), node.parent] : [];

/** 'Food Items › Flours'. */
export const pathOf = (node: TreeNode): string => [...ancestorsOf(node), node].map(({ name }) => name).join(' › ');

/**
 * The rows that are shown, top down.
 * @param open the keys of the nodes that are open
 * @param search if it is not empty: the nodes with it in their names, and those above them
 */
export const visibleRows = (roots: readonly TreeNode[], open: ReadonlySet<string>, search: string): TreeNode[] => {
  const words = search.trim().toLowerCase();
  const all = flatten(roots);
  if (words === '') return all.filter((node) => ancestorsOf(node).every(({ key }) => open.has(key)));
  const found = all.filter(({ name }) => name.toLowerCase().includes(words));
  const shown = new Set(found.flatMap((node) => [...ancestorsOf(node), node]).map(({ key }) => key));
  return all.filter(({ key }) => shown.has(key));
};

export const siblingsOf = (roots: readonly TreeNode[], parent: TreeNode | undefined): readonly TreeNode[] =>
  parent ? parent.children : roots;

/** Where a node is, as the call wants it. */
export const placeOf = (roots: readonly TreeNode[], node: TreeNode): Place => ({
  parent_id: node.parent?.id ?? null,
  position: siblingsOf(roots, node.parent).indexOf(node),
});

/**
 * Where a node comes when it is dropped on another one: beside the one of its level there, or as the first of one of the level above.
 * @param isDown whether it was moved down, so that it comes after the other one
 * @returns undefined where it cannot be, or is already
 */
export const findDrop = (
  roots: readonly TreeNode[],
  active: TreeNode,
  over: TreeNode,
  isDown: boolean,
): Place | undefined => {
  const beside = [...ancestorsOf(over), over].find(({ level }) => level === active.level);
  if (beside === active) return undefined;
  const isInto = beside === undefined && levelBelow(over.level) === active.level;
  if (beside === undefined && !isInto) return undefined;
  const others = beside ? siblingsOf(roots, beside.parent).filter((node) => node !== active) : [];
  const place: Place = beside
    ? { parent_id: beside.parent?.id ?? null, position: others.indexOf(beside) + (isDown ? 1 : 0) }
    : { parent_id: over.id, position: 0 };
  const now = placeOf(roots, active);
  return place.parent_id === now.parent_id && place.position === now.position ? undefined : place;
};

/** A place in words: 'first in Food Items', 'after Garri in Flours'. */
export const describePlace = (roots: readonly TreeNode[], node: TreeNode, { parent_id, position }: Place): string => {
  const parent =
    parent_id === null
      ? undefined
      : flatten(roots).find(({ level, id }) => id === parent_id && levelBelow(level) === node.level);
  const others = siblingsOf(roots, parent).filter((one) => one !== node);
  const before = others[position - 1];
  return `${before ? `after ${before.name}` : 'first'}${parent ? ` in ${parent.name}` : ''}`;
};
