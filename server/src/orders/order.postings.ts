import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import { credit, creditMerchant, debit, type LedgerEntry, post, reverse } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { isForeignCurrency } from './order.rules.ts';
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

/** A payment of a wrong amount has arrived, or another amount is reported. @param payment as it was before */
export const postHeld = async (
  trx: Database,
  payment: PaymentRow,
  received: { paid_amount: number; paid_currency: string },
): Promise<void> => {
  const amount = heldKobo({ ...payment, ...received, status: 'held' });
  const difference = kobo(amount - heldKobo(payment));
  await post(trx, {
    kind: 'payment held',
    cause: `payment ${payment.reference} held ${amount}`,
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
const createSale = (
  order: Pick<OrderRow, 'total_kobo' | 'discount_kobo' | 'shipment_kobo'>,
  lines: readonly CompleteLine[],
): LedgerEntry[] => [
  debit('deposits', order.total_kobo),
  debit('promotions', order.discount_kobo),
  credit('shipping', order.shipment_kobo),
  ...lines.flatMap(({ merchant_id, unit_kobo, quantity, commission_kobo }) => [
    creditMerchant(merchant_id, kobo(unit_kobo * quantity - commission_kobo)),
    credit('commission', commission_kobo),
  ]),
];

export const postSale = async (trx: Database, order: OrderRow, lines: readonly CompleteLine[]): Promise<void> => {
  const entries = createSale(order, lines);
  await post(trx, { kind: 'sale', cause: `sale ${order.id}`, orderId: order.id, entries });
};

/** A paid order is cancelled before anything was shipped. */
export const postSaleCancelled = async (
  trx: Database,
  order: OrderRow,
  lines: readonly CompleteLine[],
): Promise<void> => {
  const entries = reverse(createSale(order, lines));
  await post(trx, { kind: 'sale cancelled', cause: `sale ${order.id} cancelled`, orderId: order.id, entries });
};

/**
 * The buyer gets a payment back.
 * @param payment as it was before
 * @param amount_kobo what is refunded: less than the amount that was due if an operator accepted less
 */
export const postRefundOwed = async (trx: Database, payment: PaymentRow, amount_kobo: Kobo): Promise<void> => {
  const { reference, order_id: orderId } = payment;
  const isHeld = payment.status === 'held';
  // A held payment in another currency is not in the books yet.
  const source = isHeld && isForeignCurrency(payment) ? 'clearing' : isHeld ? 'held' : 'deposits';
  const taken = isHeld ? amount_kobo : payment.amount_kobo;
  await post(trx, {
    kind: 'refund owed',
    cause: `refund ${reference} owed`,
    orderId,
    entries: [debit(source, taken), credit('refunds', amount_kobo), credit('rounding', kobo(taken - amount_kobo))],
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

/** The credit of a cancelled order whose buyer has deleted the account. */
export const postCreditForfeited = async (
  trx: Database,
  { id, credit_kobo }: Pick<OrderRow, 'id' | 'credit_kobo'>,
): Promise<void> => {
  await post(trx, {
    kind: 'credit forfeited',
    cause: `order ${id} forfeited`,
    orderId: id,
    entries: [debit('deposits', credit_kobo), credit('forfeited', credit_kobo)],
  });
};
