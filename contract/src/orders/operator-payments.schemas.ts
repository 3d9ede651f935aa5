import { z } from 'zod';
import { orderSearch, timeCursor } from './operator-orders.schemas.ts';
import { PAYMENT_STATUSES } from './operator-payments.rules.ts';
import { ORDER_STATUSES } from './orders.rules.ts';

/** `lost`: the bank has taken the money back, and the order is still to be shipped. */
export const DISPUTE_STATES = ['open', 'lost', 'resolved'] as const;

export const operatorPaymentsQuery = z.object({
  status: z.enum(PAYMENT_STATUSES).optional(),
  search: orderSearch.optional(),
  cursor: timeCursor().optional(),
});
export type OperatorPaymentsQuery = { status?: (typeof PAYMENT_STATUSES)[number]; search?: string; cursor?: string };

export const operatorPayment = z.object({
  reference: z.string(),
  provider: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  order_id: z.string(),
  order_status: z.enum(ORDER_STATUSES),
  /** Null when the account is deleted. */
  buyer: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }).nullable(),
  /** Naira that were due. */
  amount: z.number(),
  /** What arrived, in `paid_currency`; null if nothing did. */
  paid: z.number().nullable(),
  paid_currency: z.string().nullable(),
  /** Why it is held. */
  held_for: z.string().nullable(),
  /** ISO 8601, UTC. */
  created_at: z.string(),
});
export type OperatorPayment = z.infer<typeof operatorPayment>;
export const operatorPayments = z.object({
  /** The URL of the next page; null on the last one. */
  next: z.string().nullable(),
  /** Held ones oldest first, if only they are listed; others newest first. */
  results: z.array(operatorPayment),
});
export type OperatorPayments = z.infer<typeof operatorPayments>;

export const operatorDisputesQuery = z.object({
  state: z.enum(DISPUTE_STATES).optional(),
  cursor: timeCursor().optional(),
});
export type OperatorDisputesQuery = { state?: (typeof DISPUTE_STATES)[number]; cursor?: string };

export const operatorDispute = z.object({
  /** The provider's. */
  id: z.string(),
  state: z.enum(DISPUTE_STATES),
  payment_reference: z.string(),
  order_id: z.string(),
  order_status: z.enum(ORDER_STATUSES),
  /** The provider's words. */
  status: z.string(),
  resolution: z.string().nullable(),
  /** Naira; null for the whole payment. */
  amount: z.number().nullable(),
  /** Until when the shop can respond at the provider; null if it has not said so. */
  due_at: z.string().nullable(),
  created_at: z.string(),
});
export type OperatorDispute = z.infer<typeof operatorDispute>;
export const operatorDisputes = z.object({
  /** The URL of the next page; null on the last one. */
  next: z.string().nullable(),
  /** Those that need a person (`state=open` and `state=lost`) oldest first, others newest first. */
  results: z.array(operatorDispute),
});
export type OperatorDisputes = z.infer<typeof operatorDisputes>;
