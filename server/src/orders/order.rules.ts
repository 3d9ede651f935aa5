import { createHash, randomBytes } from 'node:crypto';
import type { CheckoutItem } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import { formatNaira, type Kobo, kobo } from '@sokuwa/contract/money.ts';
import { ORDER_ID_LENGTH, ORDER_ID_LETTERS, type OrderStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import type { ProductQuantity } from '../catalog/index.ts';
import { type CheckoutQuote, describeCartChanges } from '../checkout/index.ts';
import type { OrderId, ProductId } from '../platform/ids.ts';
import type { PaymentState } from '../ports/payments/payments.port.ts';

type Step = { readonly from: readonly OrderStatus[]; readonly to: OrderStatus };

/**
 * The steps that are requested, by buyers, operators and payments (ORDER-12 to ORDER-14). Shipped, Delivered and the cancellation of the last
 * piece follow from the fulfilments (`deriveOrderStatus`).
 * `payLate` accepts a payment that arrives after the order expired or was declined, if stock is still available.
 */
export const STEPS = {
  pay: { from: ['Pending'], to: 'Paid' },
  payLate: { from: ['Cancelled'], to: 'Paid' },
  ship: { from: ['Paid'], to: 'Shipped' },
  deliver: { from: ['Shipped'], to: 'Delivered' },
  cancel: { from: ['Pending', 'Paid'], to: 'Cancelled' },
  /** The order expired, was declined, or was replaced by another order. */
  giveUp: { from: ['Pending'], to: 'Cancelled' },
} as const satisfies Record<string, Step>;
export type StepName = keyof typeof STEPS;

/** Whether an order with this status allows the step. */
export const canTake = (step: StepName, status: OrderStatus): boolean =>
  STEPS[step].from.some((from) => from === status);

/** Whether the order is pending and its payment deadline has not passed. */
export const isPayable = (order: { status: OrderStatus; expires_at: Date }, now = new Date()): boolean =>
  order.status === 'Pending' && order.expires_at > now;

/** Generates an order id: 12 characters of 5 random bits each, so ids cannot be guessed. */
export const generateOrderId = (): OrderId =>
  Array.from(randomBytes(ORDER_ID_LENGTH), (byte) => ORDER_ID_LETTERS[byte & 31]).join('') as OrderId;

/** An order as the client requests it; amounts in kobo. */
export type OrderRequest = {
  cart_items: readonly CheckoutItem[];
  sub_total: Kobo;
  total_shipment_rate: Kobo;
  total: Kobo;
  wallet_credit?: Kobo | undefined;
  shipping_address_id: string;
};

/** The part of the total that is paid from the wallet. */
export const creditOf = ({ wallet_credit }: OrderRequest): Kobo => wallet_credit ?? kobo(0);

/**
 * Hashes a request. The hash is equal for the same items in any sequence, totals, credit and address; it ignores the
 * prices sent with the items.
 */
export const fingerprintOf = (requested: OrderRequest): Buffer => {
  const items = requested.cart_items.map(({ product, quantity }) => `${product} ${quantity}`).toSorted();
  const { sub_total, total_shipment_rate, total, shipping_address_id } = requested;
  const text = JSON.stringify([items, sub_total, total_shipment_rate, total, creditOf(requested), shipping_address_id]);
  return createHash('sha256').update(text).digest();
};

/** The ordered quantity of each product. */
export const productQuantities = (lines: readonly { product_id: ProductId; quantity: number }[]): ProductQuantity[] =>
  lines.map(({ product_id, quantity }) => ({ productId: product_id, quantity }));

/** Whether the cart has exactly the products and quantities of the order. */
export const cartMatchesLines = (
  cart: ReadonlyMap<number, number>,
  lines: readonly { product_id: number; quantity: number }[],
): boolean =>
  cart.size === lines.length && lines.every(({ product_id, quantity }) => cart.get(product_id) === quantity);

/**
 * Differences between the client's request and the current quote (PAYMENT-13).
 * @returns messages by request field; empty when there are none
 */
export const findDifferences = (requested: OrderRequest, quote: CheckoutQuote): Record<string, string[]> => {
  const items = describeCartChanges(requested.cart_items, quote.items);
  const changes: Record<string, string[]> = items.length > 0 ? { cart_items: items } : {};
  const amounts = [
    ['sub_total', 'Your items now cost', requested.sub_total, quote.subTotal],
    ['total_shipment_rate', 'The delivery now costs', requested.total_shipment_rate, quote.shipmentFee],
    ['total', 'The total is now', requested.total, quote.total],
  ] as const;
  for (const [field, label, requestedAmount, amount] of amounts)
    if (requestedAmount !== amount)
      changes[field] = [`${label} ${formatNaira(amount)}, not ${formatNaira(requestedAmount)}.`];
  const credit = creditOf(requested);
  if (credit !== 0 && credit !== quote.credit)
    changes.wallet_credit = [`Your wallet now pays ${formatNaira(quote.credit)} of it, not ${formatNaira(credit)}.`];
  return changes;
};

/**
 * Why a payment does not match its order; undefined when it matches. The paid amount may exceed the requested amount
 * when buyers pay the provider's fees, so only the requested amount must be equal (Paystack, "Verify transaction").
 */
export const findMismatch = (
  expected: { amount_kobo: Kobo; currency: string },
  { requested, amount, currency }: PaymentState,
): string | undefined => {
  if (currency !== expected.currency) return `paid in ${currency}, not in ${expected.currency}`;
  if (requested !== expected.amount_kobo) return `${requested} kobo were requested, not ${expected.amount_kobo}`;
  if (amount < expected.amount_kobo) return `${amount} kobo were paid, not ${expected.amount_kobo}`;
  return undefined;
};

/** Expected and paid amounts. `paid_amount` is in the subunit of `paid_currency`; both are null if unknown. */
type PaidAmounts = { amount_kobo: Kobo; currency: string; paid_amount: number | null; paid_currency: string | null };

/** Whether it was paid in another currency. Refunds and wallets are in kobo only. */
export const isForeignCurrency = ({
  currency,
  paid_currency,
}: Pick<PaidAmounts, 'currency' | 'paid_currency'>): boolean => paid_currency !== null && paid_currency !== currency;

/** The paid amount in kobo; the expected amount if it was paid in another currency or the paid amount is unknown. */
export const computePaidKobo = (payment: PaidAmounts): Kobo =>
  isForeignCurrency(payment) || payment.paid_amount === null ? payment.amount_kobo : kobo(payment.paid_amount);

/**
 * The refundable part of a payment, in kobo: at most the paid amount. The provider's fees that the buyer paid on top are
 * not refunded.
 */
export const computeRefundableKobo = (payment: PaidAmounts): Kobo =>
  kobo(Math.min(payment.amount_kobo, computePaidKobo(payment)));

/** What an operator did not insist on when a short payment was accepted: how much is missing of which total. */
export type Shortfall = { missing: Kobo; total: Kobo };

/**
 * By how much the accepted payments of an order are less than its total.
 * @param refunds of the order; a payment that was refunded because it was not as asked does not pay the order
 */
export const computeShortfall = (
  total: Kobo,
  payments: readonly (PaidAmounts & { reference: string; status: string })[],
  refunds: readonly { reference: string; reason: string }[],
): Shortfall => {
  const refused = new Set(refunds.filter(({ reason }) => reason === 'not as asked').map(({ reference }) => reference));
  const accepted = payments.filter(({ reference, status }) => status === 'success' && !refused.has(reference));
  const missing = accepted.reduce((sum, payment) => sum + payment.amount_kobo - computeRefundableKobo(payment), 0);
  return { missing: kobo(missing), total };
};

/** What was not paid of a part of an order's total: its share of what is missing, rounded down (BOOKS-11). */
export const unpaidShare = (value: Kobo, { missing, total }: Shortfall): Kobo =>
  total === 0 ? kobo(0) : kobo(Number((BigInt(value) * BigInt(missing)) / BigInt(total)));

const MINUTE_MS = 60_000;
const MINUTES_PER_DAY = 1440;
/**
 * Minutes after creation at which an unpaid payment is verified on its first day. A bank transfer can take eight hours
 * (Paystack, "Pay with transfer").
 */
const VERIFY_AFTER_MINUTES = [5, 10, 20, 29, 45, 120, 300, 500, 720];

/** Returns when to verify a payment next; null after `days` days (PAYMENT-46). */
export const nextVerificationAt = (createdAt: Date, now: Date, days: number): Date | null => {
  const daily = Array.from({ length: days }, (_, day) => (day + 1) * MINUTES_PER_DAY);
  const minutes = [...VERIFY_AFTER_MINUTES, ...daily].find(
    (after) => createdAt.getTime() + after * MINUTE_MS > now.getTime(),
  );
  return minutes === undefined ? null : new Date(createdAt.getTime() + minutes * MINUTE_MS);
};
