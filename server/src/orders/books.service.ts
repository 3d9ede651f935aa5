import { kobo } from '@sokuwa/contract/money.ts';
import { isPaidStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import { selectCauses, selectUnbalanced } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import { type BooksDifference, selectDifferences } from './books.sql.ts';
import { readShortfall } from './cancellation.service.ts';
import { isLost, selectDisputes } from './dispute.sql.ts';
import { amountsOfPieces } from './fulfilment.rules.ts';
import { selectTaken, type TakenRow } from './fulfilment.sql.ts';
import * as postings from './order.postings.ts';
import { isForeignCurrency } from './order.rules.ts';
import * as orders from './order.sql.ts';
import { type PaymentRow, type RefundRow, selectPayments, selectRefundsOf } from './payment.sql.ts';

/** Maximum differences that are listed. */
const MAX_LISTED = 100;

export type BooksReport = { unbalanced: { cause: string; sum: number }[]; differences: BooksDifference[] };

/**
 * Compares the books with the tables of orders, payments, refunds and disputes, by order and account (BOOKS-8); `checkPayoutBooks` does the same
 * with payouts. @returns at most 100 of each
 */
export const checkBooks = async (db: Database): Promise<BooksReport> => ({
  unbalanced: await selectUnbalanced(db, MAX_LISTED),
  differences: await selectDifferences(db, MAX_LISTED),
});

const recordPayment = async (trx: Database, payment: PaymentRow, refund: RefundRow | undefined): Promise<void> => {
  const { status, paid_amount, paid_currency, currency, amount_kobo } = payment;
  const unpaid = { ...payment, status: 'open' } as const;
  const received = { paid_amount: paid_amount ?? amount_kobo, paid_currency: paid_currency ?? currency };
  const wasHeld = refund?.reason === 'not as asked' || isForeignCurrency(payment) || received.paid_amount < amount_kobo;
  const isPosted = postings.isHeldPosted(await selectCauses(trx, payment.order_id), payment);
  if ((status === 'held' || wasHeld) && !isPosted) await postings.postHeld(trx, unpaid, received);
  if (status !== 'success' || refund?.reason === 'not as asked') return;
  if (wasHeld) await postings.postAccepted(trx, { ...payment, status: 'held' });
  else await postings.postPayment(trx, unpaid);
};

const recordRefund = async (
  trx: Database,
  payment: PaymentRow,
  { status, reason, amount_kobo, paid_by_bank, ...refund }: RefundRow,
): Promise<void> => {
  const wasHeld = reason === 'not as asked';
  await postings.postRefundOwed(trx, wasHeld ? { ...payment, status: 'held' } : payment, { ...refund, amount_kobo });
  const paidFrom = status === 'done' ? 'clearing' : paid_by_bank ? 'disputes' : 'bank';
  if (status === 'done' || status === 'by hand')
    await postings.postRefundPaid(trx, payment.order_id, { ...refund, amount_kobo }, paidFrom);
};

/** The pieces of an order that were taken in this way, with their amounts. */
const selectTakenAmounts = async (trx: Database, lines: readonly orders.CompleteLine[], kind: TakenRow['kind']) => {
  const taken = lines[0] ? await selectTaken(trx, lines[0].order_id) : [];
  return taken
    .filter((row) => row.kind === kind)
    .flatMap(({ position, first_piece, quantity, settled_outside: settledOutside }) =>
      lines
        .filter((line) => line.position === position)
        .map((line) => {
          const before = { ...line, cancelled_quantity: first_piece, returned_quantity: 0, released_quantity: 0 };
          return { line: before, quantity, settledOutside, amounts: amountsOfPieces(before, quantity) };
        }),
    );
};

/** Writes the events of an order that are missing in the books: those that a release before 1.1 has caused. */
export const recordOrder = async (trx: Database, order: orders.OrderRow): Promise<void> => {
  const lines = await orders.completeLines(trx, order, await orders.selectLines(trx, order.id));
  const refunds = (await selectRefundsOf(trx, [order.id])).get(order.id) ?? [];
  const disputes = await selectDisputes(trx, order.id);
  for (const payment of await selectPayments(trx, order.id)) {
    const own = refunds.filter(({ payment_reference }) => payment_reference === payment.reference);
    await recordPayment(
      trx,
      payment,
      own.find(({ reference }) => reference === payment.reference),
    );
    const lost = disputes.filter((dispute) => dispute.reference === payment.reference && isLost(dispute));
    for (const { id, amount } of lost)
      await postings.postDisputeLost(trx, order.id, { id, amount: kobo(amount ?? payment.amount_kobo) });
    for (const refund of own) await recordRefund(trx, payment, refund);
  }
  const causes = [...(await selectCauses(trx, order.id))];
  const cancelled = await selectTakenAmounts(trx, lines, 'cancelled');
  if (isPaidStatus(order.status)) {
    const shortfall = await readShortfall(trx, order);
    await postings.postSale(trx, order, lines);
    const isCancelled = causes.some((cause) => cause.startsWith(`cancelled ${order.id}`));
    if (!isCancelled) await postings.postPiecesCancelled(trx, order.id, cancelled, shortfall);
    const isReturned = causes.some((cause) => cause.startsWith(`returned ${order.id}`));
    const returned = await selectTakenAmounts(trx, lines, 'returned');
    if (!isReturned && returned.length > 0) {
      await postings.postPiecesReturned(trx, order.id, returned, shortfall);
      await postings.postReturnClosed(trx, order, returned);
    }
    const isReleased = causes.some((cause) => cause.startsWith(`released ${order.id}`));
    if (!isReleased) {
      const released = await selectTakenAmounts(trx, lines, 'released');
      const settledOutside = released.some((pieces) => pieces.settledOutside);
      await postings.postPiecesReleased(trx, order.id, released, settledOutside);
    }
  }
  // An order that was paid and cancelled before 1.1 has no sale: the two would balance each other.
  else await postings.postSaleClosed(trx, order.id);
  if (order.status === 'Cancelled') await postings.postDepositsClosed(trx, order);
  else if (order.status !== 'Pending') {
    await postings.postMissingGoodwill(trx, order.id);
    if (cancelled.length > 0) await postings.postCancellationClosed(trx, order, cancelled);
  }
};
