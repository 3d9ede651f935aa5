import { z } from 'zod';
import { orderSummary } from '../orders/operator-orders.schemas.ts';
import { orderIdParam } from '../orders/orders.schemas.ts';
import { idCursor } from '../text.schemas.ts';
import { walletEntry } from '../wallet/wallet.schemas.ts';
import { actReason, instant } from './acts.schemas.ts';

/** Give one of them. */
export const customersQuery = z
  .object({
    email: z.string().trim().min(1).max(254).optional(),
    /** The beginning of the first or last name, or of both, at least two letters. */
    name: z.string().trim().min(2).max(200).optional(),
    order: orderIdParam.optional(),
  })
  .refine(({ email, name, order }) => [email, name, order].filter(Boolean).length === 1, {
    message: 'Give an email address, a name or an order.',
  });
export type CustomersQuery = { email?: string; name?: string; order?: string };

export const customerSummary = z.object({
  id: z.number().int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone_number: z.string(),
  is_verified: z.boolean(),
  created_at: z.string(),
});
export type CustomerSummary = z.infer<typeof customerSummary>;

export const customer = customerSummary.extend({
  /** Naira: the balance of the wallet. */
  credit: z.number(),
  /** The last 50, newest first. */
  wallet: z.array(walletEntry),
  /** The last 50, newest first. */
  orders: z.array(orderSummary),
  /** When the open sessions end, the next one first. */
  sessions: z.array(z.string()),
});
export type Customer = z.infer<typeof customer>;

export const sessionsEnded = z.object({
  /** How many sessions, of shop and desk. */
  ended: z.number().int(),
});
export type SessionsEnded = z.infer<typeof sessionsEnded>;

export const erasure = actReason.extend({
  /** Also with orders that are paid and not delivered. They keep what their delivery needs until they are delivered. */
  confirm_undelivered: z.boolean().default(false),
});
export type Erasure = z.input<typeof erasure>;
export const erased = z.object({
  id: z.number().int(),
  /** Ids of its orders that are paid and not delivered. */
  undelivered_orders: z.array(z.string()),
});
export type Erased = z.infer<typeof erased>;

export const auditQuery = z.object({
  /** Such as 'order 7F3KQ2M9XW4T' or 'merchant 7'. */
  subject: z.string().max(200).optional(),
  actor: z.string().max(120).optional(),
  /** Such as 'refunds create'. */
  action: z.string().max(80).optional(),
  /** At this time or later. */
  from: instant.optional(),
  /** Before this time. */
  to: instant.optional(),
  cursor: idCursor(Number.MAX_SAFE_INTEGER).optional(),
});
export type AuditQuery = {
  subject?: string;
  actor?: string;
  action?: string;
  from?: string;
  to?: string;
  cursor?: string;
};
export const auditEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  /** The name of an API token, `account` and the id of a person in the desk, or `cli:` and the user of the command line. */
  actor: z.string(),
  /** The name of a person in the desk; null for others, and after the account is deleted. */
  actor_name: z.string().nullable(),
  action: z.string(),
  /** What the action does, if it is a call of the API such as `POST /merchant/products/`; null for others, which say it themselves. */
  summary: z.string().nullable(),
  subject: z.string(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditLogEntry = z.infer<typeof auditEntry>;
export const auditLog = z.object({
  /** The URL of the next page; null on the last one. */
  next: z.string().nullable(),
  /** Newest first. */
  results: z.array(auditEntry),
});
export type AuditLog = z.infer<typeof auditLog>;
