import { slugify } from '@sokuwa/contract/catalog/product.rules.ts';
import type { CategoryNode } from './categories.sql.ts';

/** Whether siblings with these names would look the same. */
export const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** A slug that is unique on the level: from the name, or from the parent's slug and the name. Undefined if there is none. */
export const findFreeSlug = (nodes: readonly CategoryNode[], name: string, parentSlug: string): string | undefined =>
  slugify(name) === ''
    ? undefined
    : [slugify(name), slugify(`${parentSlug} ${name}`)].find((slug) => !nodes.some((node) => node.slug === slug));

/** Ids of siblings in a new order: the node stands at the position, counted without it. */
export const placeAmong = (siblings: readonly CategoryNode[], id: number, position: number): number[] => {
  const others = siblings
    .filter((node) => node.id !== id)
    .toSorted((a, b) => a.position - b.position)
    .map((node) => node.id);
  return others.toSpliced(position, 0, id);
};
