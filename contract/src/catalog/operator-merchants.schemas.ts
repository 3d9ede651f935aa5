import { z } from 'zod';
import { actReason, optionalActReason } from '../operators/acts.schemas.ts';
import { idCursor, line } from '../text.schemas.ts';
import { MAX_COMMISSION_PER_MILLE, STORE_STATES } from './store.rules.ts';

export const operatorMerchantsQuery = z.object({
  /** A part of the name or slug. */
  search: line(200).optional(),
  /** Only those that are suspended. */
  suspended: z
    .literal('true')
    .transform(() => true)
    .optional(),
  cursor: idCursor(2_147_483_647).optional(),
});
export type OperatorMerchantsQuery = { search?: string; suspended?: true; cursor?: string };

export const operatorMerchant = z.object({
  id: z.number().int(),
  slug: z.string(),
  name: z.string(),
  place: z.string(),
  country: z.string(),
  /** YYYY-MM-DD. */
  since: z.string(),
  email: z.string().nullable(),
  /** Null: the shop's default. */
  commission_per_mille: z.number().int().nullable(),
  handling_days: z.number().int(),
  /** ISO 8601, UTC; null if it is not suspended. */
  suspended_at: z.string().nullable(),
  /** Only an approved store is in the shop. */
  state: z.enum(STORE_STATES),
  /** Also those of a suspended merchant, which the shop does not show. */
  products: z.number().int(),
});
export type OperatorMerchant = z.infer<typeof operatorMerchant>;
export const operatorMerchantDetail = operatorMerchant.extend({
  /** What merchants without a commission of their own pay. */
  default_commission_per_mille: z.number().int(),
});
export type OperatorMerchantDetail = z.infer<typeof operatorMerchantDetail>;
export const operatorMerchants = z.object({
  /** The URL of the next page; null on the last one. */
  next: z.string().nullable(),
  /** By id. */
  results: z.array(operatorMerchant),
});
export type OperatorMerchants = z.infer<typeof operatorMerchants>;

export const suspension = actReason;
export const unsuspension = optionalActReason;
export const newCommission = z
  .object({
    /** Per mille of the price; null: the shop's default. It applies to orders that are placed from now on. */
    per_mille: z.number().int().min(0).max(MAX_COMMISSION_PER_MILLE).nullable(),
  })
  .extend(optionalActReason.shape);
export type NewCommission = z.input<typeof newCommission>;
