import { z } from 'zod';
import { block } from '../text.schemas.ts';
import { REPORT_REASONS, REPORT_TEXT_MAX } from './moderation.rules.ts';

export const productReport = z
  .object({
    reason: z.enum(REPORT_REASONS, 'Choose a reason.'),
    text: block(REPORT_TEXT_MAX).default(''),
  })
  .refine(({ reason, text }) => reason !== 'other' || text !== '', { error: 'Say what is wrong.', path: ['text'] });
export type ProductReportBody = z.input<typeof productReport>;

export const productReported = z.object({
  product_id: z.number().int(),
  reported: z.literal(true),
  /** Whether an operator will read it: not if the same report of this person was dismissed, and the product has not changed since. */
  is_open: z.boolean(),
});
export type ProductReported = z.infer<typeof productReported>;
