import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import type { RefundTarget } from '@sokuwa/contract/orders/orders.rules.ts';
import { returnStock } from '../catalog/index.ts';
import { releaseCoupon } from '../checkout/index.ts';
import type { Database } from '../platform/database.ts';
import { enqueue } from '../platform/jobs.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { returnCredit } from '../wallet/index.ts';
import { selectLost } from './dispute.sql.ts';
import { type Pieces, soldPieces } from './fulfilment.rules.ts';
import { areLeft, mergePieces, selectLeft, updateStatuses } from './fulfilment.service.ts';
import * as fulfilments from './fulfilment.sql.ts';
import { type CancelledBy, notifyCancelled } from './merchant-notices.service.ts';
import { makeRefundsJob } from './order.job-kinds.ts';
import * as mails from './order.mails.ts';
import * as postings from './order.postings.ts';
import {
  computeRefundableKobo,
  computeShortfall,
  productQuantities,
  type Shortfall,
  unpaidShare,
} from './order.rules.ts';
import * as store from './order.sql.ts';
import {
  insertRefund,
  nextPartReference,
  type PaymentRow,
  type RefundRow,
  selectPayments,
  selectRefundsOf,
  updateRefund,
} from './payment.sql.ts';
import { splitRefund } from './refund.rules.ts';
import { creditRefund } from './refund.service.ts';

type NewRefund = Pick<RefundRow, 'reference' | 'amount_kobo' | 'reason'>;

/** Records that the buyer is owed a refund; safe to repeat. @param payment a payment that was received, as it was before */
const oweRefund = async (trx: Database, payment: PaymentRow, refund: NewRefund): Promise<void> => {
  await insertRefund(trx, refund);
  await postings.postRefundOwed(trx, payment, refund);
};

/**
 * Requests a refund; safe to repeat. A job sends it to the provider, outside this transaction.
 * @param payment a payment that was received, as it was before
 */
export const requestRefund = async (trx: Database, payment: PaymentRow, refund: NewRefund): Promise<void> => {
  await oweRefund(trx, payment, refund);
  await enqueue(trx, makeRefundsJob, {});
};

/** Requests the refund of a whole payment that its order cannot accept; safe to repeat. */
export const refundPayment = (trx: Database, payment: PaymentRow, reason: RefundRow['reason']): Promise<void> =>
  requestRefund(trx, payment, { reference: payment.reference, amount_kobo: computeRefundableKobo(payment), reason });

/** Pays a refund into the buyer's wallet now, instead of sending it to the provider. */
const refundIntoWallet = async (
  trx: Database,
  order: store.OrderRow,
  payment: PaymentRow,
  refund: NewRefund,
): Promise<void> => {
  await oweRefund(trx, payment, refund);
  await updateRefund(trx, refund.reference, ['requested'], { status: 'wallet' });
  await creditRefund(trx, order, refund);
};

const sumOfRefunds = (refunds: readonly RefundRow[]): Kobo =>
  refunds.reduce((sum, { amount_kobo }) => kobo(sum + amount_kobo), kobo(0));

/** What is left of a payment to refund. @param refunds of its order */
const leftToRefund = (payment: PaymentRow, refunds: readonly RefundRow[]): Kobo => {
  const own = refunds.filter(({ payment_reference }) => payment_reference === payment.reference);
  return kobo(computeRefundableKobo(payment) - sumOfRefunds(own));
};

/** What is left of all payments of an order to refund. */
export const leftOfPayments = (payments: readonly PaymentRow[], refunds: readonly RefundRow[]): Kobo =>
  payments
    .filter(({ status }) => status === 'success')
    .reduce((sum, payment) => kobo(sum + Math.max(0, leftToRefund(payment, refunds))), kobo(0));

/** Records that the bank has paid a refund already, after a lost dispute (PAYMENT-52). */
const recordPaidByBank = async (trx: Database, payment: PaymentRow, refund: NewRefund): Promise<void> => {
  await oweRefund(trx, payment, refund);
  await updateRefund(trx, refund.reference, ['requested'], { status: 'by hand', paid_by_bank: true });
  await postings.postRefundPaid(trx, payment.order_id, refund, 'disputes');
};

/** By how much the accepted payments of an order are less than its total. */
export const readShortfall = async (trx: Database, { id, total_kobo }: store.OrderRow): Promise<Shortfall> =>
  computeShortfall(total_kobo, await selectPayments(trx, id), (await selectRefundsOf(trx, [id])).get(id) ?? []);

/**
 * Refunds a part of what was paid for an order: from its payments as far as they go, the rest as the wallet credit that the order has used.
 * What the bank has taken of a payment after a lost dispute, the buyer has: it is not paid again, but recorded as a refund by hand (PAYMENT-52).
 * @param trx a transaction of `withOrder`
 * @param to `wallet` needs a buyer whose account exists
 * @returns the amounts that go to the payment method and to the wallet; less than `amount` if the buyer has got more before, out of goodwill or
 *   from the bank. The buyer gets a mail of the former when the provider accepts it. And the references of the refunds of payments
 */
export const refundAmount = async (
  trx: Database,
  order: store.OrderRow,
  amount: Kobo,
  reason: RefundRow['reason'],
  to: RefundTarget,
): Promise<{ toPayment: Kobo; toWallet: Kobo; references: string[] }> => {
  const refunds = (await selectRefundsOf(trx, [order.id])).get(order.id) ?? [];
  const lost = await selectLost(trx, order.id);
  const references: string[] = [];
  let [left, fromPayments] = [amount, kobo(0)];
  for (const payment of await selectPayments(trx, order.id)) {
    if (payment.status !== 'success') continue;
    const earlier = refunds.filter(({ payment_reference }) => payment_reference === payment.reference);
    const { byShop, byBank } = splitRefund(left, {
      left: leftToRefund(payment, refunds),
      paidByBank: sumOfRefunds(earlier.filter(({ paid_by_bank }) => paid_by_bank)),
      lost: lost.get(payment.reference) ?? kobo(0),
    });
    if (byShop > 0) {
      const isWhole = earlier.length === 0 && byShop === computeRefundableKobo(payment);
      const reference = isWhole ? payment.reference : await nextPartReference(trx, payment.reference);
      const refund = { reference, amount_kobo: byShop, reason };
      if (to === 'wallet') await refundIntoWallet(trx, order, payment, refund);
      else await requestRefund(trx, payment, refund);
      references.push(reference);
    }
    if (byBank > 0) {
      const reference = await nextPartReference(trx, payment.reference);
      await recordPaidByBank(trx, payment, { reference, amount_kobo: byBank, reason });
      references.push(reference);
    }
    left = kobo(left - byShop - byBank);
    fromPayments = kobo(fromPayments + byShop);
  }
  const credit = left > 0 ? await returnCredit(trx, order, left) : kobo(0);
  // The buyer has got the rest already, out of goodwill.
  if (reason !== 'goodwill' && left > credit) await postings.postGoodwillRecovered(trx, order.id, kobo(left - credit));
  return to === 'wallet'
    ? { toPayment: kobo(0), toWallet: kobo(fromPayments + credit), references }
    : { toPayment: fromPayments, toWallet: credit, references };
};

/** Takes back the sale of pieces, returns them to the stock, and refunds what was paid for them. */
const cancelSold = async (
  trx: Database,
  order: store.OrderRow,
  pieces: Pieces,
  reason: RefundRow['reason'],
): Promise<{ lines: store.CompleteLine[]; toPayment: Kobo; toWallet: Kobo }> => {
  const lines = await store.completeLines(trx, order, await store.selectLines(trx, order.id));
  const cancelled = soldPieces(lines, pieces);
  await returnStock(trx, productQuantities(cancelled.map(({ line, quantity }) => ({ ...line, quantity }))));
  await fulfilments.insertTaken(trx, order.id, 'cancelled', pieces);
  const shortfall = await readShortfall(trx, order);
  await postings.postPiecesCancelled(trx, order.id, cancelled, shortfall);
  const paid = cancelled.reduce((sum, { amounts }) => sum + amounts.paid - unpaidShare(amounts.paid, shortfall), 0);
  const { toPayment, toWallet } = await refundAmount(trx, order, kobo(paid), reason, 'original');
  await postings.postCancellationClosed(trx, order, cancelled);
  return { lines, toPayment, toWallet };
};

/** After everything of an order is cancelled. */
const finishCancellation = async (trx: Database, order: store.OrderRow): Promise<void> => {
  await postings.postDepositsClosed(trx, order);
  await store.clearPersonalData(trx, { orderId: order.id });
  if (order.coupon_id !== null) await releaseCoupon(trx, order.account_id, order.coupon_id);
};

/**
 * Cancels an order: returns its stock, releases its coupon, returns wallet credit and requests refunds of its payments.
 * @param trx a transaction of `withOrder`
 * @returns false when the order's status or a parcel does not allow it; nothing is changed then
 */
export const applyCancellation = async (
  trx: Database,
  order: store.OrderRow,
  reason: NonNullable<store.OrderRow['cancelled_for']>,
): Promise<boolean> => {
  const step = reason === 'buyer' || reason === 'shop' ? 'cancel' : 'giveUp';
  const isPaid = order.status === 'Paid';
  if (isPaid && (await fulfilments.selectParcels(trx, [order.id])).length > 0) return false;
  if (!(await store.updateStatus(trx, order.id, step, { cancelled_for: reason }))) return false;
  if (isPaid) {
    const left = await selectLeft(trx, order.id);
    const { lines, toWallet } = await cancelSold(trx, order, left, 'cancelled');
    for (const fulfilment of await fulfilments.selectFulfilments(trx, order.id)) {
      await fulfilments.updateFulfilment(trx, fulfilment.id, 'cancelled');
      const pieces = left.filter(({ fulfilment_id }) => fulfilment_id === fulfilment.id);
      const by = reason === 'buyer' ? 'buyer' : 'shop';
      if (pieces.length > 0) await notifyCancelled(trx, order, fulfilment, { lines, pieces, by, isComplete: true });
    }
    await mails.mailCancelled(trx, order, true);
    if (toWallet > 0) await mails.mailRefunded(trx, order, { amount_kobo: toWallet, reason: 'cancelled' }, 'wallet');
  } else {
    await returnStock(trx, productQuantities(await store.selectLines(trx, order.id)));
    await returnCredit(trx, order);
    if (step === 'cancel') await mails.mailCancelled(trx, order, false);
  }
  await finishCancellation(trx, order);
  return true;
};

const countPieces = (pieces: Pieces): number => pieces.reduce((sum, { quantity }) => sum + quantity, 0);

/** With `left`, nothing is cancelled unless so many pieces of the line are left: a repeated request changes nothing. */
export type CancelledPieces = readonly { position: number; quantity: number; left?: number }[];

/**
 * Cancels pieces of a paid order that are not shipped, and refunds what was paid for them (FULFIL-6).
 * @param trx a transaction of `withOrder`
 * @param by who cancels: a merchant gets no mail about what it has cancelled itself
 * @returns the order's status; order_not_cancellable if it is not paid or everything is shipped; pieces_changed if another number is left;
 *   too_many_pieces if there are more than those left. Nothing is changed then
 */
export const cancelPieces = async (
  trx: Database,
  order: store.OrderRow,
  fulfilmentId: string,
  requested: CancelledPieces,
  by: CancelledBy = 'shop',
): Promise<store.OrderRow['status'] | Refused<'order_not_cancellable' | 'pieces_changed' | 'too_many_pieces'>> => {
  if (order.status !== 'Paid') return refuse('order_not_cancellable');
  const left = (await selectLeft(trx, order.id)).filter(({ fulfilment_id }) => fulfilment_id === fulfilmentId);
  const leftOf = new Map(left.map(({ position, quantity }) => [position, quantity]));
  if (requested.some((line) => line.left !== undefined && line.left !== (leftOf.get(line.position) ?? 0)))
    return refuse('pieces_changed');
  const pieces = mergePieces(requested);
  if (!areLeft(pieces, left)) return refuse('too_many_pieces');
  const { lines, toPayment, toWallet } = await cancelSold(trx, order, pieces, 'pieces cancelled');
  const fulfilment = (await fulfilments.selectFulfilments(trx, order.id)).find(({ id }) => id === fulfilmentId);
  const isComplete = countPieces(pieces) === countPieces(left);
  if (fulfilment) await notifyCancelled(trx, order, fulfilment, { lines, pieces, by, isComplete });
  const status = await updateStatuses(trx, order);
  if (status === 'Cancelled') {
    await mails.mailCancelled(trx, order, true);
    await finishCancellation(trx, order);
  } else await mails.mailPiecesCancelled(trx, order, { lines, pieces, toPayment, toWallet, status });
  return status;
};
