import { z } from 'zod';
import { ownProduct } from '../catalog/merchant-products.schemas.ts';
import { boundedCount } from '../counts.schemas.ts';
import { actReason, optionalActReason } from '../operators/acts.schemas.ts';
import { cursorText } from '../text.schemas.ts';
import { REPORT_REASONS } from './moderation.rules.ts';

const time = z.string().describe('ISO 8601, UTC.');

export const moderationQuery = z.object({
  /** The time and the product of the last entry of the page before. */
  cursor: cursorText(/^\d{1,16}\.\d{1,9}$/).optional(),
});
export type ModerationQuery = z.input<typeof moderationQuery>;

const merchant = z.object({ id: z.number().int(), name: z.string() });
const listedProduct = ownProduct.pick({ id: true, title: true, sale_price: true, state: true }).extend({
  /** Path on the shop's origin; null without a picture. */
  image_url: z.string().nullable(),
});

/** A product that waits for an operator. */
export const moderationSummary = z.object({
  product: listedProduct,
  merchant,
  /** `reported`: shoppers have reported it. `changed`: it is taken down, and the merchant has changed it and asks for a review. */
  why: z.enum(['reported', 'changed']),
  /** Of the oldest open report, or of the merchant's request. */
  since: time,
  /** Open reports. */
  reports: boundedCount,
  /** Those of the open reports, without repetition. */
  reasons: z.array(z.enum(REPORT_REASONS)),
});
export type ModerationSummary = z.infer<typeof moderationSummary>;

export const moderationList = z.object({
  /** The URL of the next page; null on the last one. */
  next: z.string().nullable(),
  /** Those that wait longest first. */
  results: z.array(moderationSummary),
});
export type ModerationList = z.infer<typeof moderationList>;

/** A product as operators look at it. */
export const moderationCase = z.object({
  product: ownProduct,
  merchant: merchant.extend({ is_suspended: z.boolean() }),
  /** Whether shoppers see it now. */
  is_in_shop: z.boolean(),
  reports: z.object({
    open: boundedCount,
    /** The first 50 open ones, the oldest first. Who has reported it is not said. */
    results: z.array(
      z.object({ id: z.number().int(), reason: z.enum(REPORT_REASONS), text: z.string(), reported_at: time }),
    ),
  }),
  /** What operators have done with the product, newest first: the last 20 entries of the audit log. */
  history: z.array(
    z.object({
      at: time,
      /** The actor as the audit log stores it: a person of the desk, a command, or a program. */
      actor: z.string(),
      actor_name: z.string().nullable(),
      action: z.string(),
      reason: z.string().nullable(),
    }),
  ),
  /** Sent with a decision, which is refused when something has changed since. */
  version: z.string(),
});
export type ModerationCase = z.infer<typeof moderationCase>;

/** The version that the operator has read. */
const version = { version: z.string().max(40) };
export const moderationDecision = actReason.extend(version);
export type ModerationDecision = z.input<typeof moderationDecision>;
export const moderationRelease = optionalActReason.extend(version);
export type ModerationRelease = z.input<typeof moderationRelease>;
