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
  const given = Buffer.from(signature ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
};

/**
 * A transaction in "Verify transaction" and charge.success. Old responses lack `requested_amount`; amounts are numbers or text.
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
export const stateOf = ({ status, requested_amount, ...paid }: Transaction): PaymentState | undefined => {
  const known = STATES[status];
  if (known === undefined) return undefined;
  const { reference, currency, amount } = paid;
  return { reference, status: known, currency, amount, requested: requested_amount ?? amount };
};

const event = z.object({ event: z.string(), data: z.unknown().optional() });
/** Refund events have the payment in `transaction_reference`; `transaction` may be a number and is ignored. */
const refundData = z.object({ transaction_reference: z.string() });

/**
 * Verifies and parses a webhook in Paystack's format.
 * @param mode accepts events of test or of live payments
 * @returns undefined for an invalid signature or an unknown format
 */
export const readEvent = (
  body: Buffer,
  signature: string | undefined,
  secret: string,
  mode: 'test' | 'live',
): PaymentEvent | undefined => {
  if (!isSigned(body, signature, secret)) return undefined;
  const read = event.safeParse(parseJson(body.toString('utf8')));
  if (!read.success) return undefined;
  const { event: name, data } = read.data;
  if (name === 'charge.success') {
    const charged = transaction.safeParse(data);
    if (!charged.success) return undefined;
    const state = (charged.data.domain ?? mode) === mode ? stateOf(charged.data) : undefined;
    return state ? { kind: 'charge', state } : { kind: 'other', event: name };
  }
  const refund = /^refund\.(processed|failed)$/.exec(name)?.[1];
  const refunded = refundData.safeParse(data);
  if (refund && refunded.success)
    return {
      kind: 'refund',
      reference: refunded.data.transaction_reference,
      status: refund === 'failed' ? 'failed' : 'processed',
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
