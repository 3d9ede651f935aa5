import { type Acted, type ActOptions, acted } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { isDisputeLost } from './dispute.sql.ts';
import { makeRefundsJob } from './order.job-kinds.ts';
import { postAccepted, postRefundOwed, postRefundPaid } from './order.postings.ts';
import { computePaidKobo, isForeignCurrency } from './order.rules.ts';
import type { OrderRow } from './order.sql.ts';
import { payOrder } from './payment.service.ts';
import * as store from './payment.sql.ts';
import { creditRefundToWallet } from './refund.service.ts';
import { actOnOrder } from './with-order.ts';

/** Where a refund is paid: through the payment provider, into the buyer's wallet, or by the operator outside the shop (`hand`; the shop only records it). */
export type RefundMethod = 'provider' | 'wallet' | 'hand';
/** Why the order of a held payment cannot be paid any more, by the results of `payOrder`. */
const NOT_ACCEPTABLE: Record<Exclude<Awaited<ReturnType<typeof payOrder>>, undefined>, string> = {
  'paid twice': 'The order of this payment is paid already: refund the payment.',
  cancelled: 'The order of this payment was cancelled or replaced: refund the payment.',
  'too late':
    'The order of this payment expired, and its stock, coupon or credit is no longer available: refund the payment.',
};

/** Operator actions on held payments and stuck refunds. */
export type PaymentOperator = {
  /** Returns held payments, refunds that need attention and open disputes, oldest first, at most 200. */
  list(): Promise<store.HeldRow[]>;
  /**
   * Accepts a held payment as full payment of its order.
   * @returns the order; payment_not_held; payment_not_acceptable if the order cannot be paid any more, with the reason. A refusal changes nothing
   */
  accept(
    reference: string,
    options: ActOptions,
  ): Promise<{ orderId: OrderId } | Refused<'payment_not_held' | 'payment_not_acceptable'>>;
  /**
   * Refunds a held payment in full, or retries a stuck refund of a payment or of a part of it.
   * @param reference of the payment, or of the refund of a part, as `list` names it
   * @returns the amount in the subunit of the currency paid; payment_not_held; payment_foreign for another currency than naira, unless by hand;
   *   account_deleted for a refund into a wallet that does not exist. A refusal changes nothing
   */
  refund(
    reference: string,
    method: RefundMethod,
    options: ActOptions,
  ): Promise<
    | { orderId: OrderId; amount: number; currency: string }
    | Refused<'payment_not_held' | 'payment_foreign' | 'account_deleted'>
  >;
};

/** Marks a held payment as refunded in full, and records the refund as owed. */
const oweHeld = async (trx: Database, payment: store.PaymentRow): Promise<void> => {
  const { reference } = payment;
  await store.updatePayment(trx, reference, { status: 'success', held_for: null });
  const owed = { reference, amount_kobo: computePaidKobo(payment), reason: 'not as asked' } as const;
  await store.insertRefund(trx, owed);
  await postRefundOwed(trx, payment, owed);
};

/** Makes a refund that is owed, by an operator's choice. @param isStuck whether the provider could not make it before */
const makeRefund = async (
  trx: Database,
  order: OrderRow,
  refund: store.RefundRow,
  method: RefundMethod,
  { isStuck }: { isStuck: boolean },
): Promise<void> => {
  const { reference } = refund;
  if (method === 'provider') {
    await store.resetRefund(trx, reference);
    await enqueue(trx, makeRefundsJob, {});
    return;
  }
  const status = method === 'hand' ? 'by hand' : 'wallet';
  const paid_by_bank = method === 'hand' && (await isDisputeLost(trx, refund.payment_reference));
  await store.updateRefund(trx, reference, ['requested', 'stuck'], { status, paid_by_bank });
  if (method === 'wallet') await creditRefundToWallet(trx, order, refund, isStuck);
  else await postRefundPaid(trx, order.id, refund, paid_by_bank ? 'disputes' : 'bank');
};

/** Refunds a held payment, or makes a stuck refund, as `PaymentOperator.refund` describes. */
const refundHeldOrStuck = async (
  trx: Database,
  order: OrderRow,
  payment: store.PaymentRow,
  { reference, method }: { reference: string; method: RefundMethod },
) => {
  const isHeld = payment.status === 'held' && payment.reference === reference;
  if (!isHeld && (await store.selectRefund(trx, reference))?.status !== 'stuck') return refuse('payment_not_held');
  if (method !== 'hand' && isForeignCurrency(payment)) return refuse('payment_foreign');
  if (method === 'wallet' && order.account_id === null) return refuse('account_deleted');
  if (isHeld) await oweHeld(trx, payment);
  const refund = await store.selectRefund(trx, reference);
  if (!refund) throw new Error(`the refund of ${reference} is missing while its payment is locked`);
  await makeRefund(trx, order, refund, method, { isStuck: !isHeld });
  // The refund row is in kobo, even if the operator refunds another currency outside the shop.
  const { paid_amount: amount, paid_currency: currency } = payment;
  const original = isHeld && amount !== null && currency !== null && { amount, currency };
  const refunded = original || { amount: refund.amount_kobo, currency: payment.currency };
  return acted(
    { orderId: order.id, ...refunded },
    {
      action: 'payments refund',
      subject: `payment ${reference}`,
      before: { held_for: payment.held_for, refused_for: refund.refused_for },
      after: { ...refunded, method },
    },
  );
};

/** Creates the operator actions on a database. Every action runs in one transaction with the order locked. */
export const paymentOperator = (db: Database): PaymentOperator => {
  /** Runs `change` with the order and the payment locked. @param reference of a payment, or of a refund of a part of it */
  const withPayment = async <T, R extends Refused>(
    reference: string,
    options: ActOptions,
    change: (
      trx: Database,
      order: OrderRow,
      payment: store.PaymentRow,
    ) => Promise<Acted<T> | R | Refused<'payment_not_held'>>,
  ): Promise<T | R | Refused<'payment_not_held'>> => {
    const paymentReference = (await store.selectRefund(db, reference))?.payment_reference ?? reference;
    const found = await store.selectPayment(db, paymentReference);
    if (!found) return refuse('payment_not_held');
    const result = await actOnOrder(db, found.order_id, options, async (trx, order) => {
      const payment = await store.lockPayment(trx, paymentReference);
      return payment ? change(trx, order, payment) : undefined;
    });
    return result ?? refuse('payment_not_held');
  };
  return {
    list: () => store.selectHeld(db),
    accept: (reference, options) =>
      withPayment(reference, options, async (trx, order, payment) => {
        if (payment.status !== 'held' || payment.reference !== reference) return refuse('payment_not_held');
        const failure = await payOrder(trx, order);
        if (failure) return refuse('payment_not_acceptable', undefined, NOT_ACCEPTABLE[failure]);
        await store.updatePayment(trx, reference, { status: 'success', held_for: null });
        await postAccepted(trx, payment);
        const before = { order: order.status, held_for: payment.held_for };
        const after = { order: 'Paid', amount_kobo: payment.amount_kobo, paid_amount: payment.paid_amount };
        return acted(
          { orderId: order.id },
          { action: 'payments accept', subject: `payment ${reference}`, before, after },
        );
      }),
    refund: (reference, method, options) =>
      withPayment(reference, options, (trx, order, payment) =>
        refundHeldOrStuck(trx, order, payment, { reference, method }),
      ),
  };
};
