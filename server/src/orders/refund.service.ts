import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../platform/database.ts';
import { enqueue } from '../platform/jobs.ts';
import { tryAll } from '../platform/try-all.ts';
import { type Payments, PaymentsUnavailable, type ProviderRefund } from '../ports/payments/payments.port.ts';
import { writeEntry } from '../wallet/index.ts';
import { isPaidBackByBank, selectDisputeState } from './dispute.sql.ts';
import { makeRefundsJob } from './order.job-kinds.ts';
import { mailRefunded } from './order.mails.ts';
import { postRefundPaid } from './order.postings.ts';
import { isForeignCurrency } from './order.rules.ts';
import type { OrderRow } from './order.sql.ts';
import * as store from './payment.sql.ts';
import { createRefundNote, findOwnRefund, isRetryOver } from './refund.rules.ts';
import { withOrder } from './with-order.ts';

export type RefundDeps = {
  db: Database;
  payments: Payments;
  config: Pick<Config, 'orders'>;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
};
/** Why a refund waits for an operator after a lost dispute. */
const PAID_BY_BANK = 'the bank has returned this payment to the buyer, or a part of it';

type RefundKey = Pick<store.ClaimedRefund, 'reference' | 'order_id'>;
type RefundChange = Partial<Pick<store.RefundRow, 'refused_for' | 'provider_id' | 'provider_status'>>;

/** Credits a refund to the buyer's wallet. Safe to repeat. @returns false when the account is deleted */
export const creditRefund = async (
  trx: Database,
  { id: orderId, account_id }: OrderRow,
  { reference, amount_kobo: amount }: Pick<store.RefundRow, 'reference' | 'amount_kobo'>,
): Promise<boolean> => {
  if (account_id === null) return false;
  await writeEntry(trx, account_id, { amount, kind: 'refund', orderId, cause: `refund ${reference}` });
  return true;
};

/**
 * Credits a refund to the buyer's wallet and notifies the buyer. Does nothing when the account is deleted.
 * @param instead whether the provider could not make the refund
 */
export const creditRefundToWallet = async (
  trx: Database,
  order: OrderRow,
  refund: store.RefundRow,
  instead: boolean,
): Promise<void> => {
  if (await creditRefund(trx, order, refund)) await mailRefunded(trx, order, refund, 'wallet', instead);
};

/** Marks a refund as `stuck`, so that an operator must decide. */
const markStuck = ({ db, log }: RefundDeps, { reference, order_id }: RefundKey, refused_for: string) =>
  withOrder(db, order_id, async (trx) => {
    if (await store.updateRefund(trx, reference, ['requested'], { status: 'stuck', refused_for }))
      log.error({ payment: reference, refused_for }, 'a refund is stuck');
  });

/**
 * Credits a refund to the buyer's wallet, because the provider will never make it (PAYMENT-39). If the account is
 * deleted there is no wallet, and if the bank has paid the buyer it would be paid twice, so the refund is marked as stuck for an operator.
 */
const refundToWallet = (
  { db, log }: RefundDeps,
  { reference, order_id }: RefundKey,
  change: RefundChange & { refused_for: string },
) =>
  withOrder(db, order_id, async (trx, order) => {
    const refund = await store.selectRefund(trx, reference);
    if (!refund) return;
    const isPaidByBank = await isPaidBackByBank(trx, refund.payment_reference);
    const isStuck = isPaidByBank || order.account_id === null;
    const status = isStuck ? 'stuck' : 'wallet';
    const refused_for = isPaidByBank ? PAID_BY_BANK : change.refused_for;
    if (!(await store.updateRefund(trx, reference, ['requested', 'accepted'], { ...change, status, refused_for })))
      return;
    if (isStuck) log.error({ payment: reference, refused_for }, 'a refund is stuck');
    else await creditRefundToWallet(trx, order, refund, true);
  });

/** Records the state of a refund at the provider; notifies the buyer when the provider has accepted it. */
const recordState = (deps: RefundDeps, { reference, order_id }: RefundKey, { id, status }: ProviderRefund) => {
  const known = { provider_id: id, provider_status: status };
  if (status === 'failed')
    return refundToWallet(
      deps,
      { reference, order_id },
      { ...known, refused_for: 'the provider could not make the refund' },
    );
  return withOrder(deps.db, order_id, async (trx, order) => {
    const refund = await store.selectRefund(trx, reference);
    const change = { status: status === 'processed' ? 'done' : 'accepted', refused_for: null, ...known } as const;
    if (!refund || !(await store.updateRefund(trx, reference, ['requested', 'accepted'], change))) return;
    if (change.status === 'done') await postRefundPaid(trx, order_id, refund, 'clearing');
    if (refund.status === 'requested') await mailRefunded(trx, order, refund, 'provider');
  });
};

/**
 * Sends a refund, unless the provider has it already: the response to an earlier request may have been lost, and a
 * repeated request would pay twice (Paystack, "Create refund": no idempotency key). Only a final refusal leads to
 * wallet credit. A low balance is retried for days, and any other refusal is left to the operator (PAYMENT-41,
 * PAYMENT-42).
 */
const sendRefund = async (deps: RefundDeps, refund: store.ClaimedRefund, now: Date): Promise<unknown> => {
  const { db, payments, config } = deps;
  const { reference, payment_reference, amount_kobo } = refund;
  if (refund.provider !== payments.name) {
    const refused_for = `paid by ${refund.provider}`;
    // An earlier request may have reached the other provider.
    return refund.attempts > 1 ? markStuck(deps, refund, refused_for) : refundToWallet(deps, refund, { refused_for });
  }
  if (isForeignCurrency(refund))
    return refundToWallet(deps, refund, { refused_for: `paid in ${refund.paid_currency}` });
  /** Keeps the refund requested until the days of retries are over, then leaves it to the operator. */
  const retryForDays = (refusal: string) =>
    isRetryOver(refund.created_at, now, config.orders.refundRetryDays)
      ? markStuck(deps, refund, refusal)
      : store.updateRefusal(db, reference, refusal);
  // The bank may pay the buyer too, so wait for the result of the dispute.
  if ((await selectDisputeState(db, refund.order_id)) === 'open')
    return store.updateRefusal(db, reference, 'the payment is disputed; the refund waits for the result');
  const listed = await payments.listRefunds(payment_reference);
  // The provider may have known the payment earlier, for example with another key, and made the refund then.
  if (listed === 'unknown' && refund.attempts > 1) return retryForDays('the provider does not know the payment');
  const existing = findOwnRefund(refund, listed);
  if (existing) return recordState(deps, refund, existing);
  if (await isPaidBackByBank(db, payment_reference)) return markStuck(deps, refund, PAID_BY_BANK);
  const response = await payments.refund({
    reference: payment_reference,
    amount: amount_kobo,
    note: createRefundNote(reference),
  });
  if (!('refused' in response)) return recordState(deps, refund, response);
  // An earlier request may have arrived just before this one, so that the provider refused this one.
  const late = findOwnRefund(refund, await payments.listRefunds(payment_reference));
  if (late) return recordState(deps, refund, late);
  const { refused, kind } = response;
  if (kind === 'final') return refundToWallet(deps, refund, { refused_for: refused });
  return kind === 'balance' ? retryForDays(refused) : markStuck(deps, refund, refused);
};

/** Checks the status of an accepted refund at the provider. */
const checkRefund = async (deps: RefundDeps, refund: store.ClaimedRefund): Promise<unknown> => {
  const { payments, log } = deps;
  if (refund.provider !== payments.name) return undefined;
  const existing = findOwnRefund(refund, await payments.listRefunds(refund.payment_reference));
  if (existing) return recordState(deps, refund, existing);
  return log.warn({ payment: refund.reference }, 'the provider does not list an accepted refund');
};

/** Maximum refunds that one run of the job sends, and maximum whose status it checks. */
const BATCH_SIZE = 20;

/**
 * Sends the refunds that are due, and asks the provider about accepted refunds until they are paid or have failed
 * (PAYMENT-43). If the provider is unreachable, the refund is retried later, at growing intervals.
 * @returns how many were attempted
 * @throws AggregateError as `tryAll`
 */
export const makeRefunds = async (deps: RefundDeps, now = new Date()): Promise<number> => {
  const { db, log, config } = deps;
  const due = await store.claimDueRefunds(db, now, BATCH_SIZE);
  const accepted = await store.claimAcceptedRefunds(db, now, config.orders.refundCheckHours, BATCH_SIZE);
  const reach = async (refund: store.ClaimedRefund, change: () => Promise<unknown>) => {
    try {
      await change();
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error;
      log.warn({ err: error, payment: refund.reference }, 'the payment provider is unavailable');
    }
  };
  await tryAll('refunds could not be made or checked', (attempt) => {
    const tryOne = (refund: store.ClaimedRefund, change: () => Promise<unknown>) =>
      attempt(`the refund ${refund.reference}`, () => reach(refund, change));
    return Promise.all([
      ...due.map((refund) => tryOne(refund, () => sendRefund(deps, refund, now))),
      ...accepted.map((refund) => tryOne(refund, () => checkRefund(deps, refund))),
    ]);
  });
  return due.length + accepted.length;
};

/**
 * Makes the status check of a payment's accepted refunds due now, because the provider reports a change. The event
 * itself is not applied, because it does not identify the refund (Paystack, "Refunds").
 */
export const checkRefundNow = (db: Database, reference: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    if (await store.makeRefundCheckDue(trx, reference)) await enqueue(trx, makeRefundsJob, {});
  });
