import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import {
  credit,
  creditMerchant,
  debit,
  type LedgerEntry,
  post,
  reverse,
  selectCauses,
  selectOrderSums,
} from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { countTaken, type PieceAmounts, returnValue } from './fulfilment.rules.ts';
import { isForeignCurrency, type Shortfall, unpaidShare } from './order.rules.ts';
import type { CompleteLine, OrderRow } from './order.sql.ts';
import type { PaymentRow, RefundRow } from './payment.sql.ts';

/** What the events of orders, payments and refunds write into the books (docs/decisions/ledger.md). All amounts in kobo. */

/** The amount of a held payment that is in the books; nothing in another currency. */
const heldKobo = (payment: PaymentRow): Kobo =>
  payment.status === 'held' && !isForeignCurrency(payment) ? kobo(payment.paid_amount ?? 0) : kobo(0);

/** A payment has arrived. @param payment as it was before */
export const postPayment = async (trx: Database, payment: PaymentRow): Promise<void> => {
  const held = heldKobo(payment);
  await post(trx, {
    kind: 'payment',
    cause: `payment ${payment.reference}`,
    orderId: payment.order_id,
    entries: [
      debit('clearing', kobo(payment.amount_kobo - held)),
      debit('held', held),
      credit('deposits', payment.amount_kobo),
    ],
  });
};

const heldCause = ({ reference }: PaymentRow): string => `payment ${reference} held`;

/** Whether the books have a report of a wrong amount. @param causes of the order */
export const isHeldPosted = (causes: ReadonlySet<string>, payment: PaymentRow): boolean =>
  [...causes].some((cause) => cause.startsWith(`${heldCause(payment)} `));

/** A payment of a wrong amount has arrived, or another amount is reported. @param payment as it was before, locked */
export const postHeld = async (
  trx: Database,
  payment: PaymentRow,
  received: { paid_amount: number; paid_currency: string },
): Promise<void> => {
  const amount = heldKobo({ ...payment, ...received, status: 'held' });
  const difference = kobo(amount - heldKobo(payment));
  // The same amount can be reported again after another one. The number of causes only grows, so it makes this one unique.
  const { size } = await selectCauses(trx, payment.order_id);
  await post(trx, {
    kind: 'payment held',
    cause: `${heldCause(payment)} ${amount} ${size}`,
    orderId: payment.order_id,
    entries: [debit('clearing', difference), credit('held', difference)],
  });
};

/** An operator accepts a held payment as the whole payment of its order. */
export const postAccepted = async (trx: Database, payment: PaymentRow): Promise<void> => {
  const held = heldKobo(payment);
  const missing = kobo(payment.amount_kobo - held);
  // What was paid in another currency is at the provider; the books have it as the amount that was due. What was paid in excess counts as
  // fees of the provider, as for any payment.
  const entries = isForeignCurrency(payment)
    ? [debit('clearing', payment.amount_kobo)]
    : [debit('held', held), debit(missing > 0 ? 'rounding' : 'clearing', missing)];
  await post(trx, {
    kind: 'payment',
    cause: `payment ${payment.reference}`,
    orderId: payment.order_id,
    entries: [...entries, credit('deposits', payment.amount_kobo)],
  });
};

/** The sale of an order: merchants get the prices without the commission, and the shop pays for the discount. */
export const postSale = async (trx: Database, order: OrderRow, lines: readonly CompleteLine[]): Promise<void> => {
  await post(trx, {
    kind: 'sale',
    cause: `sale ${order.id}`,
    orderId: order.id,
    entries: [
      debit('deposits', order.total_kobo),
      debit('promotions', order.discount_kobo),
      credit('shipping', order.shipment_kobo),
      ...lines.flatMap(({ merchant_id, unit_kobo, quantity, commission_kobo }) => [
        creditMerchant(merchant_id, kobo(unit_kobo * quantity - commission_kobo)),
        credit('commission', commission_kobo),
      ]),
    ],
  });
};

/** Pieces that are taken out of a sale, with their line as it was before. */
export type SoldPieces = { line: CompleteLine; quantity: number; amounts: PieceAmounts };

/** Takes back a sale of pieces but for their delivery: the merchant's part, the commission and the discount. */
const reverseSale = ({ line, amounts: { price, discount, commission } }: SoldPieces): LedgerEntry[] => [
  credit('promotions', discount),
  ...reverse([creditMerchant(line.merchant_id, kobo(price - commission))]),
  debit('commission', commission),
];

/** Names an event by the pieces that it takes out of the sale; `parseCause` of merchant-amounts.service.ts reads it. */
const causeOf = (
  what: 'cancelled' | 'returned' | 'released',
  orderId: OrderId,
  pieces: readonly SoldPieces[],
): string =>
  [what, orderId, ...pieces.map(({ line, quantity }) => `${line.position}:${countTaken(line)}+${quantity}`)].join(' ');

/** What was paid for a part of a sale is a deposit again. What was missing was written off when the payment was accepted. */
const creditDeposits = (value: Kobo, shortfall: Shortfall): LedgerEntry[] => {
  const unpaid = unpaidShare(value, shortfall);
  return [credit('deposits', kobo(value - unpaid)), credit('rounding', unpaid)];
};

/** Pieces of a paid order are cancelled: the part of the sale is taken back, and what was paid for it is a deposit again. */
export const postPiecesCancelled = async (
  trx: Database,
  orderId: OrderId,
  pieces: readonly SoldPieces[],
  shortfall: Shortfall,
): Promise<void> => {
  await post(trx, {
    kind: 'pieces cancelled',
    cause: causeOf('cancelled', orderId, pieces),
    orderId,
    entries: pieces.flatMap((sold) => [
      ...creditDeposits(sold.amounts.paid, shortfall),
      debit('shipping', sold.amounts.shipment),
      ...reverseSale(sold),
    ]),
  });
};

/** Pieces came back: the part of the sale is taken back, but for the delivery (RETURN-7). What was paid for it is a deposit again. */
export const postPiecesReturned = async (
  trx: Database,
  orderId: OrderId,
  pieces: readonly SoldPieces[],
  shortfall: Shortfall,
): Promise<void> => {
  await post(trx, {
    kind: 'pieces returned',
    cause: causeOf('returned', orderId, pieces),
    orderId,
    entries: pieces.flatMap((sold) => [...creditDeposits(returnValue(sold.amounts), shortfall), ...reverseSale(sold)]),
  });
};

/**
 * Pieces of a paid order cannot be returned any more: their merchants can be paid for them (PAYOUT-1).
 * @param settledOutside the merchants were paid for them outside before (PAYOUT-30)
 */
export const postPiecesReleased = async (
  trx: Database,
  orderId: OrderId,
  pieces: readonly SoldPieces[],
  settledOutside: boolean,
): Promise<void> => {
  await post(trx, {
    kind: settledOutside ? 'settled outside' : 'pieces released',
    cause: causeOf('released', orderId, pieces),
    orderId,
    entries: pieces.flatMap(({ line: { merchant_id: merchantId }, amounts: { price, commission } }) => {
      const amount = kobo(price - commission);
      return [
        { account: 'merchant', merchantId, amount },
        settledOutside ? credit('bank', amount) : { account: 'payable', merchantId, amount: kobo(-amount) },
      ] as const;
    }),
  });
};

/** Takes back what is left of the sale of an order that a node of release 1.0 has cancelled. */
export const postSaleClosed = async (trx: Database, orderId: OrderId): Promise<void> => {
  const left = await selectOrderSums(trx, orderId, ['merchant', 'commission', 'shipping', 'promotions']);
  const paid = kobo(left.reduce((sum, { amount }) => sum + amount, 0));
  const entries = [...reverse(left), debit('deposits', paid)];
  await post(trx, { kind: 'sale closed', cause: `sale ${orderId} closed`, orderId, entries });
};

/** The buyer gets a payment back, or a part of it. @param payment as it was before */
export const postRefundOwed = async (
  trx: Database,
  payment: PaymentRow,
  { reference, amount_kobo }: Pick<RefundRow, 'reference' | 'amount_kobo'>,
): Promise<void> => {
  const isHeld = payment.status === 'held';
  // A held payment in another currency is not in the books yet.
  const source = isHeld && isForeignCurrency(payment) ? 'clearing' : isHeld ? 'held' : 'deposits';
  await post(trx, {
    kind: 'refund owed',
    cause: `refund ${reference} owed`,
    orderId: payment.order_id,
    entries: [debit(source, amount_kobo), credit('refunds', amount_kobo)],
  });
};

/** The buyer has received a refund, other than into the wallet. @param paidFrom `disputes` if the bank had taken the money back already */
export const postRefundPaid = async (
  trx: Database,
  orderId: OrderId,
  { reference, amount_kobo }: Pick<RefundRow, 'reference' | 'amount_kobo'>,
  paidFrom: 'clearing' | 'bank' | 'disputes',
): Promise<void> => {
  await post(trx, {
    kind: 'refund paid',
    cause: `refund ${reference} paid`,
    orderId,
    entries: [debit('refunds', amount_kobo), credit(paidFrom, amount_kobo)],
  });
};

/** The shop gives back a part of what was paid for an order, out of goodwill. @param key unique for the order */
export const postGoodwill = async (trx: Database, orderId: OrderId, key: string, amount: Kobo): Promise<void> => {
  await post(trx, {
    kind: 'goodwill',
    cause: goodwillCause(orderId, key),
    orderId,
    entries: [debit('goodwill', amount), credit('deposits', amount)],
  });
};
/** The cause of `postGoodwill`: the same key has the same cause, and is posted once. */
export const goodwillCause = (orderId: OrderId, key: string): string => `goodwill ${orderId} ${key}`;

/**
 * A part of this refund was already paid as goodwill. Moves up to `max` of that goodwill back from deposits, so that it is not paid twice.
 * Nothing is posted if there was no goodwill.
 */
export const postGoodwillRecovered = async (trx: Database, orderId: OrderId, max: Kobo): Promise<void> => {
  const [given] = await selectOrderSums(trx, orderId, ['goodwill']);
  const amount = kobo(Math.min(max, given?.amount ?? 0));
  // The number of causes only grows, so it makes this one unique.
  const { size } = await selectCauses(trx, orderId);
  await post(trx, {
    kind: 'goodwill recovered',
    cause: `goodwill of ${orderId} recovered ${size}`,
    orderId,
    entries: [debit('deposits', amount), credit('goodwill', amount)],
  });
};

/** Writes goodwill that is missing in the books of a paid order: what the buyer got back without a cancellation. */
export const postMissingGoodwill = async (trx: Database, orderId: OrderId): Promise<void> => {
  const [deposits] = await selectOrderSums(trx, orderId, ['deposits']);
  if (deposits && deposits.amount > 0) await postGoodwill(trx, orderId, 'of all refunds', deposits.amount);
};

/** The bank has taken back the money of a payment. */
export const postDisputeLost = async (
  trx: Database,
  orderId: OrderId,
  dispute: { id: string; amount: Kobo },
): Promise<void> => {
  await post(trx, {
    kind: 'dispute lost',
    cause: `dispute ${dispute.id} lost`,
    orderId,
    entries: [debit('disputes', dispute.amount), credit('clearing', dispute.amount)],
  });
};

/**
 * What is left of the deposits of a cancelled order when everything is refunded: the credit of a buyer who has deleted the account, or what an
 * operator did not insist on when a payment was short.
 */
export const postDepositsClosed = async (trx: Database, order: Pick<OrderRow, 'id' | 'account_id'>): Promise<void> => {
  await closeDeposits(trx, order, `deposits ${order.id} closed`, 'rounding');
};

/**
 * What is left of the deposits of an order after pieces were cancelled and refunded: the credit of a buyer who has deleted the account, or some
 * kobo of rounded shares.
 */
export const postCancellationClosed = async (
  trx: Database,
  order: Pick<OrderRow, 'id' | 'account_id'>,
  pieces: readonly SoldPieces[],
): Promise<void> => {
  await closeDeposits(trx, order, `${causeOf('cancelled', order.id, pieces)} closed`, 'rounding');
};

/**
 * What is left of the deposits of an order after returned pieces are refunded: what the buyer has already got back out of goodwill, or the
 * credit of a buyer who has deleted the account.
 */
export const postReturnClosed = async (
  trx: Database,
  order: Pick<OrderRow, 'id' | 'account_id'>,
  pieces: readonly SoldPieces[],
): Promise<void> => {
  await closeDeposits(trx, order, `${causeOf('returned', order.id, pieces)} closed`, 'goodwill');
};

/** Moves what is left of the deposits of an order to `to`, or to `forfeited` if the buyer has deleted the account. */
const closeDeposits = async (
  trx: Database,
  { id, account_id }: Pick<OrderRow, 'id' | 'account_id'>,
  cause: string,
  to: 'rounding' | 'goodwill',
): Promise<void> => {
  const account = account_id === null ? 'forfeited' : to;
  const left = await selectOrderSums(trx, id, ['deposits']);
  const entries = [...reverse(left), ...left.map(({ amount }) => debit(account, amount))];
  await post(trx, { kind: 'deposits closed', cause, orderId: id, entries });
};
