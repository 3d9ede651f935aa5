import { z } from 'zod';
import { actReason, optionalActReason } from '../operators/acts.schemas.ts';
import { line } from '../text.schemas.ts';
import { idParam } from './catalog.schemas.ts';
import { CATEGORY_LEVELS, MAX_CATEGORY_NAME_LENGTH } from './categories.rules.ts';

const MAX_ID = 2_147_483_647;

const node = z.object({
  id: z.number().int(),
  /** For pictures and imports. It never changes. */
  slug: z.string(),
  name: z.string(),
  /** Products in the shop, in it and below it. */
  products: z.number().int(),
  /** Whether the shop leaves it out while it has no products. */
  hide_when_empty: z.boolean(),
});
export const operatorCategory = node.extend({
  sub_categories: z.array(node.extend({ sub_items: z.array(node) })),
});
export type OperatorCategory = z.infer<typeof operatorCategory>;
export const operatorCategories = z.object({
  /** The whole tree, in the order of the shop. */
  results: z.array(operatorCategory),
});
export type OperatorCategories = z.infer<typeof operatorCategories>;

const level = z.enum(CATEGORY_LEVELS, 'The levels are category, sub_category and sub_item.');
export const categoryParams = z.object({ level, id: idParam });
export type CategoryParams = { level: z.infer<typeof level>; id: number };

const name = line(MAX_CATEGORY_NAME_LENGTH).refine((text) => text !== '', 'Write a name.');
const id = z.int('Choose one of the tree.').min(1).max(MAX_ID);
const parent = id.nullable();

/** It becomes the last of its parent. */
export const newCategory = z
  .object({
    level,
    /** Of the level above; null for a category. */
    parent_id: parent,
    name,
  })
  .extend(optionalActReason.shape);
export type NewCategory = z.input<typeof newCategory>;

/** An omitted field stays unchanged. */
export const categoryChange = z
  .strictObject({ name: name.optional(), hide_when_empty: z.boolean().optional() })
  .extend(optionalActReason.shape);
export type CategoryChange = z.input<typeof categoryChange>;

export const categoryMove = z
  .object({
    /** Of the level above; null for a category. */
    parent_id: parent,
    /** Its place among the others there, from 0; beyond the last it becomes the last. */
    position: z.int('Write a whole number.').min(0).max(1000),
  })
  .extend(optionalActReason.shape);
export type CategoryMove = z.input<typeof categoryMove>;

/** What is in it moves there. */
export const categoryMerge = z.object({ into_id: id }).extend(actReason.shape);
export type CategoryMerge = z.input<typeof categoryMerge>;
