import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../platform/database.ts';
import { type Payments, PaymentsAway } from '../ports/payments/payments.port.ts';
import { writeEntry } from '../wallet/index.ts';
import { mailRefunded } from './order.mails.ts';
import { isForeign } from './order.rules.ts';
import { withOrder } from './order.service.ts';
import type { OrderRow } from './order.sql.ts';
import * as store from './payment.sql.ts';

type Deps = { db: Database; payments: Payments; log: Pick<FastifyBaseLogger, 'warn' | 'error'> };
type Made = Pick<store.DueRefund, 'reference' | 'order_id'>;

/** Writes down that the provider gives the money back, and tells the buyer. */
const accepted = (db: Database, { reference, order_id }: Made) =>
  withOrder(db, order_id, async (trx, order) => {
    if (!(await store.updateRefund(trx, reference, ['requested'], { status: 'accepted' }))) return;
    const refund = await store.selectRefund(trx, reference);
    if (refund) await mailRefunded(trx, order, refund, 'provider');
  });

/** Puts a refund into the buyer's wallet, once, and tells the buyer. Without an account it does nothing. */
export const intoWallet = async (trx: Database, order: OrderRow, refund: store.RefundRow): Promise<void> => {
  if (order.account_id === null) return;
  const cause = `refund ${refund.reference}`;
  await writeEntry(trx, order.account_id, { amount: refund.amount_kobo, kind: 'refund', orderId: order.id, cause });
  await mailRefunded(trx, order, refund, 'wallet');
};

/**
 * Credits the buyer's wallet, where the provider can't give the money back the way it came (PAYMENT-39).
 * Without an account there is no wallet: then the refund is stuck, and waits for an operator.
 */
const credited = ({ db, log }: Deps, { reference, order_id }: Made, refused_for: string) =>
  withOrder(db, order_id, async (trx, order) => {
    const refund = await store.selectRefund(trx, reference);
    if (!refund) return;
    const gone = order.account_id === null;
    const status = gone ? 'stuck' : 'wallet';
    if (!(await store.updateRefund(trx, reference, ['requested', 'accepted'], { status, refused_for }))) return;
    if (gone) log.error({ payment: reference, refused_for }, 'a refund is stuck');
    else await intoWallet(trx, order, refund);
  });

/** Refunds that one round makes. */
const ROUND = 20;

/**
 * Makes the refunds that are due; one that meets a provider that is away is made again a few minutes later.
 * @returns how many were tried
 */
export const makeRefunds = async (deps: Deps, now = new Date()): Promise<number> => {
  const { db, payments, log } = deps;
  const due = await store.claimDueRefunds(db, now, ROUND);
  const make = async (refund: store.DueRefund) => {
    if (refund.provider !== payments.name) return credited(deps, refund, `paid by ${refund.provider}`);
    if (isForeign(refund)) return credited(deps, refund, `paid in ${refund.paid_currency}`);
    try {
      const answer = await payments.refund(refund.reference, refund.amount_kobo);
      await (typeof answer === 'string' ? accepted(db, refund) : credited(deps, refund, answer.refused));
    } catch (error) {
      if (!(error instanceof PaymentsAway)) throw error;
      log.warn({ err: error, payment: refund.reference }, 'the payment provider is away');
    }
  };
  const outcomes = await Promise.allSettled(due.map(make));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return due.length;
};

/** Acts upon what the provider says of a refund that it had accepted. */
export const settleRefund = async (
  deps: Deps,
  { reference, status }: { reference: string; status: 'processed' | 'failed' },
): Promise<void> => {
  const payment = await store.selectPayment(deps.db, reference);
  if (!payment) return;
  if (status === 'processed')
    await store.updateRefund(deps.db, reference, ['requested', 'accepted'], { status: 'done' });
  else await credited(deps, payment, 'the provider could not make the refund');
};
