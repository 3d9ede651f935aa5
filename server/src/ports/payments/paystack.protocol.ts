import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { DisputeState, PaymentEvent, PaymentState, ProviderRefund } from './payments.port.ts';

/** The header that carries a webhook's signature (Paystack, "Webhooks"). */
export const SIGNATURE_HEADER = 'x-paystack-signature';

/** Signature of a webhook: HMAC-SHA512 of its bytes with the secret key, hexadecimal. */
export const signatureOf = (body: Buffer | string, secret: string): string =>
  createHmac('sha512', secret).update(body).digest('hex');

const isSigned = (body: Buffer, signature: string | undefined, secret: string): boolean => {
  const expected = Buffer.from(signatureOf(body, secret));
  const actual = Buffer.from(signature ?? '');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
};

/**
 * A transaction, in "Verify transaction" and in charge.success. Old responses lack `requested_amount`; amounts are numbers
 * or strings.
 */
export const transaction = z.object({
  id: z.union([z.number(), z.string()]).nullish(),
  reference: z.string(),
  status: z.string(),
  currency: z.string(),
  amount: z.coerce.number().int(),
  requested_amount: z.coerce.number().int().nullish(),
  domain: z.enum(['test', 'live']).optional(),
});
type Transaction = z.infer<typeof transaction>;

/**
 * Maps Paystack's states to ours. `abandoned` is not final: the buyer may still pay (Paystack, "Verify payments").
 */
const STATES: Record<string, PaymentState['status']> = {
  success: 'success',
  failed: 'failed',
  reversed: 'reversed',
  abandoned: 'abandoned',
  ongoing: 'open',
  pending: 'open',
  processing: 'open',
  queued: 'open',
};

/** @returns undefined for an undocumented status */
export const stateOf = ({
  status: paystackStatus,
  requested_amount,
  ...paid
}: Transaction): PaymentState | undefined => {
  const status = STATES[paystackStatus];
  if (status === undefined) return undefined;
  const { reference, currency, amount } = paid;
  return { reference, status, currency, amount, requested: requested_amount ?? amount };
};

const eventSchema = z.object({ event: z.string(), data: z.unknown().optional() });
/** A refund event names its payment in `transaction_reference`. */
const refundEventSchema = z.object({ transaction_reference: z.string() });
const REFUND_EVENT = /^refund\.(pending|processing|processed|failed|needs-attention)$/;
const transferEventSchema = z.object({ reference: z.string() });
const TRANSFER_EVENT = /^transfer\.(success|failed|reversed)$/;
const DISPUTE_EVENT = /^charge\.dispute\.(create|remind|resolve)$/;

/** A row of "List refunds", or the response to "Create refund". `transaction` is an id or an object. */
export const refundSchema = z
  .object({
    id: z.union([z.number(), z.string()]).transform(String),
    // Treat an unknown status as not final, so that the shop checks again.
    status: z.enum(['pending', 'processing', 'processed', 'failed', 'needs-attention']).catch('processing'),
    amount: z.coerce.number().int(),
    merchant_note: z.string().nullish(),
    transaction: z.union([z.number(), z.string(), z.object({ id: z.number() })]).nullish(),
    transaction_reference: z.string().nullish(),
  })
  .transform(({ merchant_note, transaction: of, transaction_reference, ...refund }) => ({
    refund: { ...refund, note: merchant_note ?? null } satisfies ProviderRefund,
    transactionId: of === null || of === undefined ? undefined : String(typeof of === 'object' ? of.id : of),
    reference: transaction_reference ?? undefined,
  }));

/**
 * A dispute, in "Fetch dispute" and in its events. Only `transaction.reference` is always present to identify the
 * payment.
 */
export const disputeSchema = z
  .object({
    id: z.union([z.number(), z.string()]).transform(String),
    status: z.string(),
    resolution: z.string().nullish(),
    refund_amount: z.coerce.number().int().nullish(),
    dueAt: z.coerce.date().nullish(),
    domain: z.enum(['test', 'live']).optional(),
    transaction: z.object({ reference: z.string() }),
  })
  .transform(({ id, status, resolution, refund_amount, dueAt, domain, transaction: { reference } }) => ({
    domain,
    dispute: {
      id,
      reference,
      status,
      resolution: resolution ?? null,
      amount: refund_amount ?? null,
      dueAt: dueAt ?? null,
    } satisfies DisputeState,
  }));

/**
 * Verifies and parses a webhook in Paystack's format.
 * @param mode whether events of test or of live payments are accepted
 * @returns undefined for an invalid signature or an unknown format
 */
export const readEvent = (
  body: Buffer,
  signature: string | undefined,
  secret: string,
  mode: 'test' | 'live',
): PaymentEvent | undefined => {
  if (!isSigned(body, signature, secret)) return undefined;
  const parsed = eventSchema.safeParse(parseJson(body.toString('utf8')));
  if (!parsed.success) return undefined;
  const { event: name, data } = parsed.data;
  if (name === 'charge.success') {
    const charge = transaction.safeParse(data);
    if (!charge.success) return undefined;
    const state = (charge.data.domain ?? mode) === mode ? stateOf(charge.data) : undefined;
    return state ? { kind: 'charge', state } : { kind: 'other', event: name };
  }
  if (REFUND_EVENT.test(name)) {
    const refund = refundEventSchema.safeParse(data);
    return refund.success ? { kind: 'refund', reference: refund.data.transaction_reference } : undefined;
  }
  if (TRANSFER_EVENT.test(name)) {
    const transfer = transferEventSchema.safeParse(data);
    return transfer.success ? { kind: 'transfer', reference: transfer.data.reference } : undefined;
  }
  if (DISPUTE_EVENT.test(name)) {
    const parsedDispute = disputeSchema.safeParse(data);
    if (!parsedDispute.success) return undefined;
    const { domain, dispute } = parsedDispute.data;
    if ((domain ?? mode) === mode) return { kind: 'dispute', dispute };
  }
  return { kind: 'other', event: name };
};

/** @returns undefined for invalid JSON */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
