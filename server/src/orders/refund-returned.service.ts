import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import type { RefundTarget } from '@sokuwa/contract/orders/orders.rules.ts';
import { returnStock } from '../catalog/index.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { readReturnableCredit } from '../wallet/index.ts';
import { leftOfPayments, readShortfall, refundAmount } from './cancellation.service.ts';
import { type Pieces, returnValue, soldPieces } from './fulfilment.rules.ts';
import { mergePieces } from './fulfilment.service.ts';
import * as fulfilments from './fulfilment.sql.ts';
import * as postings from './order.postings.ts';
import { computeShortfall, productQuantities, type Shortfall, unpaidShare } from './order.rules.ts';
import * as store from './order.sql.ts';
import { selectPaymentsOf, selectRefundsOf } from './payment.sql.ts';

/** Pieces of a line that were sent in one parcel. `deliveredAt`: null until it arrives. */
export type SentPieces = {
  parcelId: number;
  fulfilmentId: string;
  position: number;
  quantity: number;
  shippedAt: Date;
  deliveredAt: Date | null;
};

/** What of an order was sent, oldest parcel first. */
export const selectSent = async (db: Database, orderId: OrderId): Promise<SentPieces[]> =>
  (await fulfilments.selectParcels(db, [orderId])).flatMap((parcel) =>
    parcel.lines.map(({ position, quantity }) => ({
      parcelId: parcel.id,
      fulfilmentId: parcel.fulfilment_id,
      position,
      quantity,
      shippedAt: parcel.shipped_at,
      deliveredAt: parcel.delivered_at,
    })),
  );

/** What refunds of an order depend on: what was not paid of it, and what the buyer has not got back yet. */
export type Refundable = { shortfall: Shortfall; left: Kobo };

/** What can be refunded of orders now, from their payments and as wallet credit. */
export const selectRefundable = async (
  db: Database,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, Refundable>> => {
  const payments = await selectPaymentsOf(db, orderIds);
  const refunds = await selectRefundsOf(db, orderIds);
  const refundable = new Map<OrderId, Refundable>();
  for (const order of await store.selectTotalsOf(db, orderIds)) {
    const [paid, made] = [payments.get(order.id) ?? [], refunds.get(order.id) ?? []];
    const credit = order.credit_kobo > 0 ? await readReturnableCredit(db, order) : 0;
    const left = kobo(leftOfPayments(paid, made) + credit);
    refundable.set(order.id, { shortfall: computeShortfall(order.total_kobo, paid, made), left });
  }
  return refundable;
};

const paidFor = (sold: readonly postings.SoldPieces[], shortfall: Shortfall): Kobo =>
  kobo(
    sold
      .map(({ amounts }) => returnValue(amounts))
      .reduce((sum, value) => sum + value - unpaidShare(value, shortfall), 0),
  );

/** What would be paid back for pieces now, as `refundReturned` does. @param lines of their order */
export const expectRefund = (lines: readonly store.LineRow[], pieces: Pieces, { shortfall, left }: Refundable): Kobo =>
  kobo(Math.min(left, paidFor(soldPieces(lines.filter(store.isComplete), pieces), shortfall)));

/**
 * Takes back the sale of pieces that were returned or did not arrive, and refunds what was paid for them: at most what the buyer has not got
 * back yet.
 * @param trx a transaction of `withOrder`
 * @param parts the pieces, by the parcel in which they were sent
 * @param restock whether the pieces go back into stock
 * @param isMissing whether they did not arrive
 * @returns the amounts; and the references of the refunds of payments
 */
export const refundReturned = async (
  trx: Database,
  order: store.OrderRow,
  parts: readonly fulfilments.ParcelPieces[],
  { to, restock, isMissing }: { to: RefundTarget; restock: boolean; isMissing: boolean },
): Promise<{ toPayment: Kobo; toWallet: Kobo; references: string[] }> => {
  const pieces = mergePieces(parts);
  const sold = soldPieces(await store.completeLines(trx, order, await store.selectLines(trx, order.id)), pieces);
  if (restock) await returnStock(trx, productQuantities(sold.map(({ line, quantity }) => ({ ...line, quantity }))));
  await fulfilments.insertTaken(trx, order.id, 'returned', pieces, { notReceived: isMissing });
  if (isMissing) await fulfilments.updateNotReceived(trx, parts);
  const shortfall = await readShortfall(trx, order);
  await postings.postPiecesReturned(trx, order.id, sold, shortfall);
  // Without an account there is no wallet.
  const target = order.account_id === null ? 'original' : to;
  const refunded = await refundAmount(trx, order, paidFor(sold, shortfall), 'returned', target);
  await postings.postReturnClosed(trx, order, sold);
  return refunded;
};
