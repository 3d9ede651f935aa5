import { kobo } from '@sokuwa/contract/money.ts';
import { tryAll } from '../platform/try-all.ts';
import { type DisputeState, PaymentsUnavailable } from '../ports/payments/payments.port.ts';
import { claimDueDisputes, isLost, upsertDispute } from './dispute.sql.ts';
import { postDisputeLost } from './order.postings.ts';
import { selectPayment } from './payment.sql.ts';
import type { RefundDeps } from './refund.service.ts';
import { withOrder } from './with-order.ts';

const HOUR_MS = 3_600_000;

/**
 * Stores a dispute that the provider reports. Its order is not shipped until the dispute is resolved (PAYMENT-44), and
 * the operator sees it. Idempotent; events may arrive in any sequence. A dispute of an unknown payment is ignored.
 */
export const storeDispute = async ({ db, log, config }: RefundDeps, dispute: DisputeState): Promise<void> => {
  const payment = await selectPayment(db, dispute.reference);
  if (!payment) return;
  const nextCheckAt = new Date(Date.now() + config.orders.refundCheckHours * HOUR_MS);
  // Locks the order, so that it is not shipped at the same time.
  await withOrder(db, payment.order_id, async (trx) => {
    if ((await upsertDispute(trx, dispute, nextCheckAt)) && isLost(dispute))
      await postDisputeLost(trx, payment.order_id, {
        id: dispute.id,
        amount: kobo(dispute.amount ?? payment.amount_kobo),
      });
  });
  if (dispute.status !== 'resolved')
    log.error({ payment: dispute.reference, due: dispute.dueAt }, 'a payment is disputed');
};

/** Maximum disputes that one run of the job checks. */
const BATCH_SIZE = 20;

/**
 * Checks open disputes at the provider, because the event of a resolution may have been lost.
 * @returns how many were due
 * @throws AggregateError as `tryAll`
 */
export const checkDisputes = async (deps: RefundDeps, now = new Date()): Promise<number> => {
  const { db, payments, log, config } = deps;
  const due = await claimDueDisputes(db, now, config.orders.refundCheckHours, BATCH_SIZE);
  const check = async ({ id, reference }: (typeof due)[number]) => {
    try {
      const dispute = await payments.readDispute(id);
      if (dispute !== 'unknown') await storeDispute(deps, dispute);
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error;
      log.warn({ err: error, payment: reference }, 'the payment provider is unavailable');
    }
  };
  await tryAll('disputes could not be checked', async (attempt) => {
    for (const dispute of due) await attempt(`the dispute ${dispute.id}`, () => check(dispute));
  });
  return due.length;
};
