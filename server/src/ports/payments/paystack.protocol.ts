import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { PaymentEvent, PaymentState } from './payments.port.ts';

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
  abandoned: 'open',
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
const refundSchema = z.object({ transaction_reference: z.string() });

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
  const refundStatus = /^refund\.(processed|failed)$/.exec(name)?.[1];
  const refund = refundSchema.safeParse(data);
  if (refundStatus && refund.success)
    return {
      kind: 'refund',
      reference: refund.data.transaction_reference,
      status: refundStatus === 'failed' ? 'failed' : 'processed',
    };
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
