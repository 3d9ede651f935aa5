import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database.ts';
import { type Payments, PaymentsUnavailable } from '../ports/payments/payments.port.ts';
import { writeEntry } from '../wallet/index.ts';
import { mailRefunded } from './order.mails.ts';
import { isForeignCurrency } from './order.rules.ts';
import { withOrder } from './order.service.ts';
import type { OrderRow } from './order.sql.ts';
import * as store from './payment.sql.ts';

type Deps = { db: Database; payments: Payments; log: Pick<FastifyBaseLogger, 'warn' | 'error'> };
type RefundKey = Pick<store.DueRefund, 'reference' | 'order_id'>;

/** Records that the provider accepted the refund, and notifies the buyer. */
const recordAccepted = (db: Database, { reference, order_id }: RefundKey) =>
  withOrder(db, order_id, async (trx, order) => {
    if (!(await store.updateRefund(trx, reference, ['requested'], { status: 'accepted' }))) return;
    const refund = await store.selectRefund(trx, reference);
    if (refund) await mailRefunded(trx, order, refund, 'provider');
  });

/** Credits a refund to the buyer's wallet and notifies the buyer. Does nothing when the account is deleted. */
export const creditRefundToWallet = async (trx: Database, order: OrderRow, refund: store.RefundRow): Promise<void> => {
  if (order.account_id === null) return;
  const cause = `refund ${refund.reference}`;
  await writeEntry(trx, order.account_id, { amount: refund.amount_kobo, kind: 'refund', orderId: order.id, cause });
  await mailRefunded(trx, order, refund, 'wallet');
};

/**
 * Refunds into the buyer's wallet when the provider cannot refund (PAYMENT-39).
 * If the account is deleted there is no wallet, so the refund is marked as stuck for an operator.
 */
const refundToWallet = ({ db, log }: Deps, { reference, order_id }: RefundKey, refused_for: string) =>
  withOrder(db, order_id, async (trx, order) => {
    const refund = await store.selectRefund(trx, reference);
    if (!refund) return;
    const isAccountDeleted = order.account_id === null;
    const status = isAccountDeleted ? 'stuck' : 'wallet';
    if (!(await store.updateRefund(trx, reference, ['requested', 'accepted'], { status, refused_for }))) return;
    if (isAccountDeleted) log.error({ payment: reference, refused_for }, 'a refund is stuck');
    else await creditRefundToWallet(trx, order, refund);
  });

/** Maximum refunds that one run of the job sends. */
const BATCH_SIZE = 20;

/**
 * Sends the refunds that are due. If the provider is unreachable, a refund is retried a few minutes later.
 * @returns how many were attempted
 */
export const makeRefunds = async (deps: Deps, now = new Date()): Promise<number> => {
  const { db, payments, log } = deps;
  const dueRefunds = await store.claimDueRefunds(db, now, BATCH_SIZE);
  const sendRefund = async (refund: store.DueRefund) => {
    if (refund.provider !== payments.name) return refundToWallet(deps, refund, `paid by ${refund.provider}`);
    if (isForeignCurrency(refund)) return refundToWallet(deps, refund, `paid in ${refund.paid_currency}`);
    try {
      const response = await payments.refund(refund.reference, refund.amount_kobo);
      await (typeof response === 'string'
        ? recordAccepted(db, refund)
        : refundToWallet(deps, refund, response.refused));
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error;
      log.warn({ err: error, payment: refund.reference }, 'the payment provider is unavailable');
    }
  };
  const outcomes = await Promise.allSettled(dueRefunds.map(sendRefund));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return dueRefunds.length;
};

/** Applies the final state that the provider reports for an accepted refund. */
export const settleRefund = async (
  deps: Deps,
  { reference, status }: { reference: string; status: 'processed' | 'failed' },
): Promise<void> => {
  const payment = await store.selectPayment(deps.db, reference);
  if (!payment) return;
  if (status === 'processed')
    await store.updateRefund(deps.db, reference, ['requested', 'accepted'], { status: 'done' });
  else await refundToWallet(deps, payment, 'the provider could not make the refund');
};
