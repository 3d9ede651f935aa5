import { z } from 'zod';
import { optionalActReason } from '../operators/acts.schemas.ts';
import { MAX_SYNONYMS_LENGTH } from './synonyms.rules.ts';

const list = z.string().max(MAX_SYNONYMS_LENGTH, `Write ${MAX_SYNONYMS_LENGTH} characters at most.`);

export const synonyms = z.object({
  /** Another one after each change; 0 before the first one. */
  revision: z.int(),
  /** One group a line, names separated by commas. In `shoes > sandals, slippers` the left name also finds the others. `#` starts a comment. */
  list: z.string(),
  /** Whether it is the list that the shop comes with. */
  is_built_in: z.boolean(),
  /** ISO 8601, UTC; null before the first change. */
  changed_at: z.string().nullable(),
  /** As in the audit log. */
  changed_by: z.string().nullable(),
});
export type SynonymList = z.infer<typeof synonyms>;

export const synonymsChange = optionalActReason.extend({
  /** Of the list that the change is made from. */
  revision: z.int().min(0),
  /** Null: the list that the shop comes with. */
  list: list.nullable(),
});
export type SynonymsChange = z.input<typeof synonymsChange>;

export const synonymsTrial = z.object({
  list,
  /** What a shopper would type. */
  search: z.string().trim().min(1, 'Write what to search for.').max(200, 'Write 200 characters at most.'),
});
export type SynonymsTrial = z.input<typeof synonymsTrial>;

export const synonymsTrialResult = z.object({
  /** The words that are searched, and everything that each of them finds. */
  terms: z.array(z.object({ words: z.string(), names: z.array(z.string()) })),
  /** How many products are found with the list that was sent, and with the present one. */
  count: z.int(),
  present_count: z.int(),
  /** The first ones, best match first. */
  results: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      category: z.string(),
      /** Path on the shop's origin; null without a picture. */
      image_url: z.string().nullable(),
      /** Whether the present list does not show it among its first ones. */
      is_new: z.boolean(),
    }),
  ),
});
export type SynonymsTrialResult = z.infer<typeof synonymsTrialResult>;
