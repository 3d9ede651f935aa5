import { z } from 'zod';
import { auditEntry } from './operators.schemas.ts';
import { WORK_KINDS, type WorkKind } from './overview.rules.ts';

const time = z.string().describe('ISO 8601, UTC.');

export const waitingWork = z.object({
  kind: z.enum(Object.keys(WORK_KINDS) as [WorkKind, ...WorkKind[]]),
  urgency: z.enum(['now', 'today']),
  /** The path of the call that lists it. */
  list: z.string(),
  /** 1000 stands for 1000 or more. */
  count: z.number().int(),
  /** Of how many merchants; null where it is not theirs. */
  merchants: z.number().int().nullable(),
  /** Since when the oldest waits. */
  oldest: time,
  /** The next deadline; null where there is none. */
  due: time.nullable(),
  /** Naira, together; null where no money waits. */
  amount: z.number().nullable(),
});
export type WaitingWork = z.infer<typeof waitingWork>;

/** Paid orders by when they were placed. Sales are in naira, with delivery and after discounts. */
const sold = { orders: z.number().int(), sales: z.number() };
export const marketDay = z.object({
  /** So far. */
  today: z.object(sold),
  /** The 24 hours of the day in Lagos, from midnight, with the same hours a week before. */
  hours: z.array(z.object({ ...sold, week_before: z.object(sold) })),
});
export type MarketDay = z.infer<typeof marketDay>;

export const vitalSigns = z.object({
  jobs: z.object({
    /** Due, but not started. */
    waiting: z.number().int(),
    running: z.number().int(),
    /** At the last attempt, within a week. */
    failed: z.number().int(),
    /** How long the first one has been due; null without one. */
    overdue_seconds: z.number().nullable(),
  }),
  mail: z.object({
    unsent: z.number().int(),
    /** The age of the oldest; null without one. */
    oldest_seconds: z.number().nullable(),
  }),
  /** The last check of the books; null before the first. */
  books: z.object({ checked_at: time, is_clean: z.boolean() }).nullable(),
});
export type VitalSigns = z.infer<typeof vitalSigns>;

/** What a role may not read is missing: null, and no work of that kind. */
export const overview = z.object({
  at: time,
  /** Without kinds of which nothing waits. The most urgent first. */
  waiting: z.array(waitingWork),
  market: marketDay.nullable(),
  vital_signs: vitalSigns.nullable(),
  /** The last five entries of the audit log. */
  log: z.array(auditEntry).nullable(),
});
export type Overview = z.infer<typeof overview>;
