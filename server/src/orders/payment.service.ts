import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import type { FastifyBaseLogger } from 'fastify';
import { removePieces } from '../cart/index.ts';
import { returnStock, takeStock } from '../catalog/index.ts';
import { releaseCoupon, takeCoupon } from '../checkout/index.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { type PaymentState, type Payments, PaymentsAway } from '../ports/payments/payments.port.ts';
import { takeCredit } from '../wallet/index.ts';
import { mailConfirmed } from './order.mails.ts';
import { canTake, mismatch, nextAsk } from './order.rules.ts';
import { endOrder, requestRefund, withOrder } from './order.service.ts';
import * as orders from './order.sql.ts';
import * as store from './payment.sql.ts';

export type PaymentDeps = {
  db: Database;
  payments: Payments;
  /** Origin under which shoppers reach the shop, without a final slash. */
  publicUrl: string;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
};

/** The endpoint to which the provider sends buyers back, under the API's prefix. */
export const RETURN_PATH = '/payment/return';
/** The page for an order that is paid. */
export const SUCCESS_PAGE = '/payment/success';

/** A payment that its buyer can make. */
export type Payable = { reference: string; authorizationUrl: string; accessCode: string };

/** Names of tries that the provider may know already, after which something else must be wrong. */
const TRIES = 3;

/** What is left to be paid through the provider. */
const dueOf = ({ total_kobo, credit_kobo }: Pick<orders.OrderRow, 'total_kobo' | 'credit_kobo'>): Kobo =>
  kobo(total_kobo - credit_kobo);

/** Whether the wallet paid all of the order, so that no provider knows of it. */
export const isPaidByWallet = (order: Pick<orders.OrderRow, 'status' | 'total_kobo' | 'credit_kobo'>): boolean =>
  dueOf(order) === 0 && order.status !== 'Pending' && order.status !== 'Cancelled';

/** Begins the first or another try to pay an order; `n` counts them. */
export const addPayment = async (
  trx: Database,
  order: Pick<orders.OrderRow, 'id' | 'total_kobo' | 'credit_kobo' | 'currency'>,
  provider: string,
  n: number,
): Promise<void> => {
  const now = new Date();
  await store.insertPayment(trx, {
    reference: `${order.id}-${n}`,
    order_id: order.id,
    provider,
    amount_kobo: dueOf(order),
    currency: order.currency,
    created_at: now,
    ask_at: nextAsk(now, now),
  });
};

const payable = ({ reference, authorization_url, access_code }: store.PaymentRow): Payable | undefined =>
  authorization_url === null || access_code === null
    ? undefined
    : { reference, authorizationUrl: authorization_url, accessCode: access_code };

/** The newest try that the buyer can pay, or had; undefined while the provider has opened none. */
export const findPayable = async (db: Database, orderId: OrderId): Promise<Payable | undefined> =>
  (await store.selectPayments(db, orderId)).map(payable).findLast((found) => found !== undefined);

/**
 * Asks the provider to open an order's payment, unless it has. Nothing is locked meanwhile. The provider tells apart by
 * the reference; after a timeout nobody knows whether it did, so the next call tries the same again, and another name
 * once the provider calls that a duplicate (Paystack, "Initialize transaction": the reference is unique).
 * @returns payment_unavailable when the provider is away: the order waits, and the same call goes on with it
 */
const openPayment = async (
  { db, payments, publicUrl, log }: PaymentDeps,
  orderId: OrderId,
): Promise<Payable | Refused<'payment_unavailable'>> => {
  const order = await orders.selectAmounts(db, orderId);
  if (order && isPaidByWallet(order))
    return { reference: orderId, authorizationUrl: publicUrl + SUCCESS_PAGE, accessCode: '' };
  for (let n = 0; n < TRIES; n++) {
    const tries = await store.selectPayments(db, orderId);
    const opened = tries.map(payable).findLast((found) => found !== undefined);
    const last = tries.at(-1);
    if (opened) return opened;
    if (!last || !order?.customer) break;
    try {
      const answer = await payments.initialize({
        reference: last.reference,
        email: order.customer.email,
        amount: last.amount_kobo,
        returnUrl: publicUrl + API_PREFIX + RETURN_PATH,
      });
      if (answer !== 'duplicate') {
        const kept = await store.updateOpened(db, last.reference, answer);
        const mine = kept && payable(kept);
        if (mine) return mine;
      }
      // Another node may have opened it just now; if it did not, the name is spent.
      else if (!payable((await store.selectPayment(db, last.reference)) ?? last))
        await withOrder(db, orderId, async (trx, order) => {
          const now = await store.selectPayments(trx, orderId);
          if (now.length === tries.length) await addPayment(trx, order, payments.name, now.length + 1);
        });
    } catch (error) {
      if (!(error instanceof PaymentsAway)) throw error;
      log.warn({ err: error, order: orderId }, 'the payment provider is away');
      break;
    }
  }
  return refuse('payment_unavailable');
};

/**
 * Opens payments, so that those who ask for the same order at once share one call to the provider.
 * @param deps `publicUrl` is the shop's origin, where its pages are
 */
export const paymentOpener = (deps: PaymentDeps): ((id: OrderId) => ReturnType<typeof openPayment>) => {
  const underWay = new Map<OrderId, ReturnType<typeof openPayment>>();
  return (id) => {
    const begun = underWay.get(id) ?? openPayment(deps, id).finally(() => underWay.delete(id));
    underWay.set(id, begun);
    return begun;
  };
};

/** Given up by time or by the provider, not by anyone's wish: money that comes later is still welcome. */
const LATE_IS_FINE = new Set(['expired', 'declined']);

/** What a payment in full means to an order that was moved to Paid. */
export const markPaid = async (trx: Database, order: orders.OrderRow, lines: orders.LineRow[]): Promise<void> => {
  if (order.account_id !== null) await removePieces(trx, order.account_id, lines);
  await mailConfirmed(trx, order, lines);
};

/**
 * Takes stock, coupon and wallet credit again for an order that was given up.
 * @returns false when one is gone, or the buyer, whose address went with the account; nothing is taken then
 */
const takeAgain = async (trx: Database, order: orders.OrderRow, lines: orders.LineRow[]): Promise<boolean> => {
  if (order.ship_to === null) return false;
  if (!(await takeStock(trx, lines))) return false;
  const { account_id, coupon_id } = order;
  const coupon = account_id !== null && coupon_id !== null ? { account_id, coupon_id } : undefined;
  const hasCoupon = !coupon || !isRefused(await takeCoupon(trx, coupon.account_id, coupon.coupon_id));
  if (hasCoupon && (await takeCredit(trx, order))) return true;
  if (coupon && hasCoupon) await releaseCoupon(trx, coupon.account_id, coupon.coupon_id);
  await returnStock(trx, lines);
  return false;
};

/**
 * Has money that arrived pay its order.
 * @param trx a transaction of `withOrder`
 * @returns why the order can't be had for it any more; nothing is changed then
 */
export const payOrder = async (
  trx: Database,
  order: orders.OrderRow,
): Promise<'paid twice' | 'cancelled' | 'too late' | undefined> => {
  const lines = await orders.selectLines(trx, order.id);
  if (!(await orders.updateStatus(trx, order.id, 'pay'))) {
    if (!canTake('payLate', order.status)) return 'paid twice';
    if (!LATE_IS_FINE.has(order.cancelled_for ?? '')) return 'cancelled';
    if (!(await takeAgain(trx, order, lines))) return 'too late';
    await orders.updateStatus(trx, order.id, 'payLate', { cancelled_for: null });
  }
  await markPaid(trx, order, lines);
  return undefined;
};

/** What a payment that the provider declined does to its order, unless another try is still open. */
const decline = async (trx: Database, order: orders.OrderRow, payment: store.PaymentRow): Promise<void> => {
  if (payment.status !== 'open') return;
  await store.updatePayment(trx, payment.reference, { status: 'failed', ask_at: null });
  const others = await store.selectPayments(trx, order.id);
  const open = others.some((other) => other.status === 'open' && other.authorization_url !== null);
  if (!open && canTake('giveUp', order.status)) await endOrder(trx, order, 'declined');
};

/**
 * Acts upon what the provider says of a payment, however it came to us, in whatever order and however often: an order is
 * paid once, and only by its own reference, amount and currency. Money that can't be taken for the order goes back; money
 * that is not what was asked for is held for an operator.
 */
export const settle = async ({ db, log }: Pick<PaymentDeps, 'db' | 'log'>, state: PaymentState): Promise<void> => {
  const known = await store.selectPayment(db, state.reference);
  if (!known) return;
  await withOrder(db, known.order_id, async (trx, order) => {
    const payment = await store.lockPayment(trx, state.reference);
    if (!payment || payment.status === 'success') return;
    if (state.status === 'failed') return decline(trx, order, payment);
    if (state.status !== 'success') return;
    const arrived = { paid_amount: state.amount, paid_currency: state.currency, ask_at: null };
    const wrong = mismatch(payment, state);
    if (wrong !== undefined) {
      await store.updatePayment(trx, payment.reference, { ...arrived, status: 'held', held_for: wrong });
      return log.error({ payment: payment.reference, wrong }, 'a payment is held: it is not what was asked for');
    }
    await store.updatePayment(trx, payment.reference, { ...arrived, status: 'success', held_for: null });
    const gone = await payOrder(trx, order);
    if (gone) await requestRefund(trx, { ...payment, ...arrived }, gone);
  });
};

/**
 * Asks the provider what became of a payment, and acts upon it.
 * @returns false when the provider is away
 */
export const askAbout = async (deps: PaymentDeps, payment: store.PaymentRow): Promise<boolean> => {
  try {
    const state = await deps.payments.verify(payment.reference);
    if (state !== 'unknown') await settle(deps, state);
    return true;
  } catch (error) {
    if (!(error instanceof PaymentsAway)) throw error;
    deps.log.warn({ err: error, payment: payment.reference }, 'the payment provider is away');
    return false;
  }
};

/** Payments that one round asks about at once. */
const ROUND = 20;

/**
 * Asks the provider about payments that it said nothing about (PAYMENT-24), for a day, ever
 * more seldom. @returns how many were asked about
 */
export const askAboutDue = async (deps: PaymentDeps, now = new Date()): Promise<number> => {
  const due = await store.claimDuePayments(deps.db, now, ROUND);
  const ask = async (payment: store.PaymentRow) => {
    const other = payment.provider !== deps.payments.name;
    if (!other) await askAbout(deps, payment);
    // Nobody else may know of it any more, but whoever settled it said so.
    const next = other ? null : nextAsk(payment.created_at, now);
    await store.updateAskAt(deps.db, payment.reference, next);
  };
  const outcomes = await Promise.allSettled(due.map(ask));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return due.length;
};

/** What a buyer who comes back is told: nothing when all is well, else a sentence. */
export const tellReturned = async (deps: PaymentDeps, reference: string): Promise<string | undefined> => {
  const begun = await store.selectPayment(deps.db, reference);
  if (!begun) return 'This payment is not known.';
  const answered = begun.status === 'success' || (await askAbout(deps, begun));
  const payment = (await store.selectPayment(deps.db, reference)) ?? begun;
  if (payment.status === 'held')
    return 'What was paid is not what the order costs. We have been told, and will write to you.';
  if (payment.status === 'failed') return 'The payment was declined.';
  if (payment.status === 'success') {
    const refund = await store.selectRefund(deps.db, reference);
    return refund && 'The order could not be kept for this payment. You get your money back.';
  }
  if (!answered) return 'We could not reach the payment provider yet. If you paid, your order will show it soon.';
  return 'The payment was not completed.';
};
