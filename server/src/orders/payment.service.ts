import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import type { PaymentStateResponse } from '@sokuwa/contract/orders/orders.schemas.ts';
import type { FastifyBaseLogger } from 'fastify';
import { subtractQuantities } from '../cart/index.ts';
import { followMerges, returnStock, takeStock } from '../catalog/index.ts';
import { redeemCoupon, releaseCoupon } from '../checkout/index.ts';
import type { Config } from '../config.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { shareConcurrent } from '../platform/share-concurrent.ts';
import { tryAll } from '../platform/try-all.ts';
import { type PaymentState, type Payments, PaymentsUnavailable } from '../ports/payments/payments.port.ts';
import { takeCredit } from '../wallet/index.ts';
import { applyCancellation, refundPayment } from './cancellation.service.ts';
import { delayDelivery } from './delivery.rules.ts';
import { startFulfilments } from './fulfilment.service.ts';
import { confirmationMails } from './order.mails.ts';
import { postHeld, postPayment, postSale } from './order.postings.ts';
import { canTake, findMismatch, nextVerificationAt, productQuantities } from './order.rules.ts';
import * as orders from './order.sql.ts';
import * as store from './payment.sql.ts';
import { withOrder } from './with-order.ts';

export type PaymentDeps = {
  db: Database;
  payments: Payments;
  /** Public origin of the shop, without a trailing slash. */
  publicUrl: string;
  config: Pick<Config, 'orders'>;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
};

/** The endpoint to which the provider redirects buyers, under the API prefix. */
export const RETURN_PATH = '/payment/return';
/** The page shown after a successful payment. */
export const SUCCESS_PAGE = '/payment/success';
const FAILURE_PAGE = '/payment/failure';
const PENDING_PAGE = '/payment/pending';

/** A payment that the provider has opened, with the URL where the buyer pays. */
export type Payable = { reference: string; authorizationUrl: string; accessCode: string };

/** How often to retry with a new reference when the provider reports a duplicate. */
const MAX_ATTEMPTS = 3;

/** The amount due through the provider, after wallet credit. */
const amountDueOf = ({ total_kobo, credit_kobo }: Pick<orders.OrderRow, 'total_kobo' | 'credit_kobo'>): Kobo =>
  kobo(total_kobo - credit_kobo);

/** Whether the order was paid entirely from the wallet; the provider has no payment for it then. */
export const isPaidByWallet = (order: Pick<orders.OrderRow, 'status' | 'total_kobo' | 'credit_kobo'>): boolean =>
  amountDueOf(order) === 0 && order.status !== 'Pending' && order.status !== 'Cancelled';

/** Creates payment attempt number `n` for an order. */
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
    amount_kobo: amountDueOf(order),
    currency: order.currency,
    created_at: now,
    ask_at: nextVerificationAt(now, now, 1),
  });
};

const payableOf = ({ reference, authorization_url, access_code }: store.PaymentRow): Payable | undefined =>
  authorization_url === null || access_code === null
    ? undefined
    : { reference, authorizationUrl: authorization_url, accessCode: access_code };

/** The newest attempt that the provider has opened; undefined if there is none. */
export const findPayable = async (db: Database, orderId: OrderId): Promise<Payable | undefined> =>
  (await store.selectPayments(db, orderId)).map(payableOf).findLast((attempt) => attempt !== undefined);

/**
 * Opens an order's payment with the provider, unless it is open already. No locks are held during the call. After a
 * timeout the result is unknown, so the next call retries the same reference, and uses a new reference if the provider
 * reports a duplicate (Paystack, "Initialize transaction": the reference is unique).
 * @returns payment_unavailable when the provider is unreachable; the order stays pending and the client can retry
 */
const openPayment = async (
  { db, payments, publicUrl, log }: PaymentDeps,
  orderId: OrderId,
): Promise<Payable | Refused<'payment_unavailable'>> => {
  const order = await orders.selectAmounts(db, orderId);
  if (order && isPaidByWallet(order))
    return { reference: orderId, authorizationUrl: publicUrl + SUCCESS_PAGE, accessCode: '' };
  for (let n = 0; n < MAX_ATTEMPTS; n++) {
    const attempts = await store.selectPayments(db, orderId);
    const opened = attempts.map(payableOf).findLast((attempt) => attempt !== undefined);
    const last = attempts.at(-1);
    if (opened) return opened;
    if (!last || !order?.customer) break;
    try {
      const response = await payments.initialize({
        reference: last.reference,
        email: order.customer.email,
        amount: last.amount_kobo,
        returnUrl: publicUrl + API_PREFIX + RETURN_PATH,
      });
      if (response !== 'duplicate') {
        const storedPayment = await store.updateAuthorization(db, last.reference, response);
        const result = storedPayment && payableOf(storedPayment);
        if (result) return result;
      }
      // Another node may have opened it concurrently; if not, the reference cannot be used again.
      else if (!payableOf((await store.selectPayment(db, last.reference)) ?? last))
        await withOrder(db, orderId, async (trx, order) => {
          const now = await store.selectPayments(trx, orderId);
          if (now.length === attempts.length) await addPayment(trx, order, payments.name, now.length + 1);
        });
    } catch (error) {
      if (!(error instanceof PaymentsUnavailable)) throw error;
      log.warn({ err: error, order: orderId }, 'the payment provider is unavailable');
      break;
    }
  }
  return refuse('payment_unavailable');
};

/** Returns a function that opens payments. Concurrent requests for the same order share one call to the provider. */
export const createPaymentOpener = (deps: PaymentDeps): ((id: OrderId) => ReturnType<typeof openPayment>) =>
  shareConcurrent((id) => openPayment(deps, id));

/** Cancellation reasons after which a late payment is still accepted; nobody cancelled these orders on purpose. */
const PAYABLE_WHEN_CANCELLED = new Set(['expired', 'declined']);

/** After the status changes to Paid: books the sale, creates the fulfilments, notifies the merchants, removes the items from the cart and mails the confirmation. */
export const markPaid = async (trx: Database, order: orders.OrderRow, lines: orders.LineRow[]): Promise<void> => {
  const complete = await orders.completeLines(trx, order, lines);
  await postSale(trx, order, complete);
  await startFulfilments(trx, order, complete, confirmationMails(order, lines));
  // A product that was merged since the order is in the cart under its new number.
  if (order.account_id !== null)
    await subtractQuantities(trx, order.account_id, await followMerges(trx, productQuantities(lines)));
};

/**
 * Reserves stock, coupon and wallet credit again for a cancelled order.
 * @returns false when one of them is unavailable, or the account and its address are deleted; nothing is reserved then
 */
const reserveAgain = async (trx: Database, order: orders.OrderRow, lines: orders.LineRow[]): Promise<boolean> => {
  if (order.ship_to === null) return false;
  if (!(await takeStock(trx, productQuantities(lines)))) return false;
  const { account_id, coupon_id } = order;
  const coupon = account_id !== null && coupon_id !== null ? { account_id, coupon_id } : undefined;
  const hasCoupon = !coupon || !isRefused(await redeemCoupon(trx, coupon.account_id, coupon.coupon_id));
  if (hasCoupon && (await takeCredit(trx, order))) return true;
  if (coupon && hasCoupon) await releaseCoupon(trx, coupon.account_id, coupon.coupon_id);
  await returnStock(trx, productQuantities(lines));
  return false;
};

/**
 * Applies a received payment to its order.
 * @param trx a transaction of `withOrder`
 * @returns why the order can no longer be paid, with nothing changed; undefined on success
 */
export const payOrder = async (
  trx: Database,
  order: orders.OrderRow,
): Promise<'paid twice' | 'cancelled' | 'too late' | undefined> => {
  const lines = await orders.selectLines(trx, order.id);
  const delivery = delayDelivery(order, new Date());
  if (!(await orders.updateStatus(trx, order.id, 'pay', delivery))) {
    if (!canTake('payLate', order.status)) return 'paid twice';
    if (!PAYABLE_WHEN_CANCELLED.has(order.cancelled_for ?? '')) return 'cancelled';
    if (!(await reserveAgain(trx, order, lines))) return 'too late';
    await orders.updateStatus(trx, order.id, 'payLate', { cancelled_for: null, ...delivery });
  }
  await markPaid(trx, { ...order, ...delivery }, lines);
  return undefined;
};

/** Marks a payment as declined and cancels its order, unless another attempt is open. */
const declinePayment = async (trx: Database, order: orders.OrderRow, payment: store.PaymentRow): Promise<void> => {
  // The payment is still verified later, because a late success is possible.
  await store.updatePayment(trx, payment.reference, { status: 'failed' });
  const others = await store.selectPayments(trx, order.id);
  const hasOpenPayment = others.some((other) => other.status === 'open' && other.authorization_url !== null);
  if (!hasOpenPayment && canTake('giveUp', order.status)) await applyCancellation(trx, order, 'declined');
};

/** Whether the provider's report changes the payment. */
const changesPayment = (payment: store.PaymentRow, state: PaymentState): boolean => {
  const { status, paid_amount, paid_currency } = payment;
  if (state.status === 'failed') return status === 'open';
  if (state.status !== 'success' || status === 'success') return false;
  return status !== 'held' || paid_amount !== state.amount || paid_currency !== state.currency;
};

/**
 * Applies a payment state reported by the provider. Idempotent and independent of the order of events: an order is paid
 * once, and only by its own reference, amount and currency. A payment that the order cannot accept is refunded; a payment
 * of a wrong amount or currency is held for an operator.
 */
export const settlePayment = async (
  { db, log }: Pick<PaymentDeps, 'db' | 'log'>,
  state: PaymentState,
): Promise<void> => {
  const storedPayment = await store.selectPayment(db, state.reference);
  // Do not wait for the lock if nothing changes: most reports change nothing, and anybody can repeat a buyer's return.
  if (!storedPayment || !changesPayment(storedPayment, state)) return;
  await withOrder(db, storedPayment.order_id, async (trx, order) => {
    const payment = await store.lockPayment(trx, state.reference);
    if (!payment || !changesPayment(payment, state)) return;
    if (state.status === 'failed') return declinePayment(trx, order, payment);
    const received = { paid_amount: state.amount, paid_currency: state.currency, ask_at: null };
    const reason = findMismatch(payment, state);
    if (reason !== undefined) {
      await store.updatePayment(trx, payment.reference, { ...received, status: 'held', held_for: reason });
      await postHeld(trx, payment, received);
      return log.error({ payment: payment.reference, reason }, 'a payment is held: amount or currency is wrong');
    }
    await store.updatePayment(trx, payment.reference, { ...received, status: 'success', held_for: null });
    await postPayment(trx, payment);
    const failure = await payOrder(trx, order);
    if (failure) await refundPayment(trx, { ...payment, ...received, status: 'success' }, failure);
  });
};

/**
 * Verifies a payment with the provider and applies the result.
 * @returns its status at the provider; undefined if the provider is unreachable
 */
const verifyPayment = async (
  deps: PaymentDeps,
  payment: store.PaymentRow,
): Promise<PaymentState['status'] | 'unknown' | undefined> => {
  try {
    const state = await deps.payments.verify(payment.reference);
    if (state === 'unknown') return 'unknown';
    await settlePayment(deps, state);
    return state.status;
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    deps.log.warn({ err: error, payment: payment.reference }, 'the payment provider is unavailable');
    return undefined;
  }
};

/** Maximum payments that one run of the job verifies, in parallel. */
const BATCH_SIZE = 20;

/**
 * Verifies payments for which no webhook arrived (PAYMENT-24), and declined ones, for some days at increasing intervals.
 * @returns how many were verified
 * @throws AggregateError as `tryAll`
 */
export const verifyDuePayments = async (deps: PaymentDeps, now = new Date()): Promise<number> => {
  const duePayments = await store.claimDuePayments(deps.db, now, BATCH_SIZE);
  const verify = async (payment: store.PaymentRow) => {
    const isOtherProvider = payment.provider !== deps.payments.name;
    if (!isOtherProvider) await verifyPayment(deps, payment);
    // A payment of another provider cannot be verified here, so stop polling it.
    const nextAt = isOtherProvider
      ? null
      : nextVerificationAt(payment.created_at, now, deps.config.orders.paymentCheckDays);
    await store.updateNextVerification(deps.db, payment.reference, nextAt);
  };
  await tryAll('payments could not be verified', (attempt) =>
    Promise.all(duePayments.map((payment) => attempt(`the payment ${payment.reference}`, () => verify(payment)))),
  );
  return duePayments.length;
};

/** The state of a payment as its buyer sees it; the message of `failed` is the reason. */
type Outcome = { status: 'paid' } | { status: 'pending'; message: string } | { status: 'failed'; message: string };

const CONFIRMING = 'Your payment has not reached us yet.';
const LATE =
  'The time to pay for this order has ended. If your payment still arrives, we will confirm the order if its items are still in stock, and otherwise refund you.';
const NOT_PAYABLE = 'Your order is no longer available. If your payment still arrives, it will be refunded.';

/**
 * Reads the stored state of a payment. A payment that is neither paid nor declined is pending, because it can still
 * succeed (PAYMENT-47).
 */
const readOutcome = async (db: Database, payment: store.PaymentRow): Promise<Outcome> => {
  const { reference, status, order_id } = payment;
  if (status === 'held')
    return {
      status: 'failed',
      message: 'The amount or currency of this payment is wrong. We will check it and write to you.',
    };
  if (status === 'failed') return { status: 'failed', message: 'The payment was declined.' };
  if (status === 'success') {
    const refund = await store.selectRefund(db, reference);
    return refund
      ? { status: 'failed', message: 'Your order is no longer available. This payment will be refunded.' }
      : { status: 'paid' };
  }
  const order = await orders.selectAmounts(db, order_id);
  if (order?.status !== 'Cancelled') return { status: 'pending', message: CONFIRMING };
  return PAYABLE_WHEN_CANCELLED.has(order.cancelled_for ?? '')
    ? { status: 'pending', message: LATE }
    : { status: 'failed', message: NOT_PAYABLE };
};

/** Minimum interval between two verifications of one payment for its buyer, whose page polls more often. */
const VERIFY_INTERVAL_SECONDS = 10;

/** Verifies a payment for its buyer. @returns undefined also if it was verified a few seconds ago */
const verifyForBuyer = async (deps: PaymentDeps, payment: store.PaymentRow) =>
  (await store.claimVerification(deps.db, payment.reference, VERIFY_INTERVAL_SECONDS))
    ? verifyPayment(deps, payment)
    : undefined;

const failurePage = (error: string): string => `${FAILURE_PAGE}?${new URLSearchParams({ error })}`;

/**
 * Returns a function that verifies the payment of a buyer who returns from the provider (PAYMENT-29). It takes the
 * reference and whether the buyer left the provider's page without paying, and returns the path of the page for the
 * buyer. Returns with the same reference within ten seconds cause one call to the provider, because anybody can repeat them.
 */
export const createReturnVerifier = (
  deps: PaymentDeps,
): ((reference: string, isCancelled: boolean) => Promise<string>) => {
  const verify = shareConcurrent(async (reference: string) => {
    const storedPayment = await store.selectPayment(deps.db, reference);
    if (!storedPayment) return undefined;
    const state = storedPayment.status === 'success' ? undefined : await verifyForBuyer(deps, storedPayment);
    const payment = (await store.selectPayment(deps.db, reference)) ?? storedPayment;
    return { state, order: payment.order_id, outcome: await readOutcome(deps.db, payment) };
  });
  return async (reference, isCancelled) => {
    const verified = await verify(reference);
    if (!verified) return failurePage('This payment is unknown.');
    const { state, order, outcome } = verified;
    if (outcome.status === 'paid') return SUCCESS_PAGE;
    if (outcome.status === 'failed') return failurePage(outcome.message);
    if (isCancelled && state === 'abandoned') return failurePage('The payment was not completed.');
    return `${PENDING_PAGE}?${new URLSearchParams({ order })}`;
  };
};

/**
 * Reads the state of the newest payment of an order (PAYMENT-47). Verifies it with the provider while it is open.
 * @param order an order of the signed-in buyer
 */
export const readPaymentState = async (
  deps: PaymentDeps,
  order: Pick<orders.OrderRow, 'id' | 'status' | 'total_kobo' | 'credit_kobo'>,
): Promise<PaymentStateResponse> => {
  const { db } = deps;
  const attempts = await store.selectPayments(db, order.id);
  const payment = attempts.findLast(({ status }) => status === 'success') ?? attempts.at(-1);
  const isOpen = payment?.status === 'open' && payment.provider === deps.payments.name;
  if (isOpen) await verifyForBuyer(deps, payment);
  const current = payment && (await store.selectPayment(db, payment.reference));
  // An order that was paid by the wallet has no payment.
  const outcome: Outcome = current
    ? await readOutcome(db, current)
    : isPaidByWallet(order)
      ? { status: 'paid' }
      : { status: 'failed', message: NOT_PAYABLE };
  if (outcome.status === 'paid') return { ...outcome, message: 'Your payment was successful.', page: SUCCESS_PAGE };
  return { ...outcome, page: outcome.status === 'failed' ? failurePage(outcome.message) : null };
};
