import { z } from 'zod';
import { naira } from '../checkout/checkout.schemas.ts';
import { kobo } from '../money.ts';
import { line } from '../text.schemas.ts';

/** Entries of one page of an operator's lists. */
export const OPERATOR_PAGE_SIZE = 50;
const REASON_MAX = 1000;

const reasonText = z.string('Say why.').pipe(line(REASON_MAX).refine((text) => text !== '', 'Say why.'));
/** Why an operator does it, for the audit log. It is required where money moves. */
export const actReason = z.object({ reason: reasonText });
export const optionalActReason = z.object({ reason: reasonText.optional() });
export type ActReason = z.input<typeof actReason>;
export type OptionalActReason = z.input<typeof optionalActReason>;

/** Naira, more than nothing. */
export const positiveAmount = naira.refine((amount) => amount > kobo(0), 'Write an amount of more than 0.');

/** For retries: the same key is one refund or one credit, however often the request arrives. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,100}$/, 'Write 1 to 100 visible ASCII characters.');
export const keyHeaders = z.object({ 'idempotency-key': idempotencyKey.optional() });

/** A day such as 2026-12-24, or an instant with its time zone. */
export const instant = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/, 'Write a day, or a time with its zone.')
  .transform((text) => new Date(text))
  .refine((time) => !Number.isNaN(time.getTime()), 'There is no such day.');
