import { createHash, randomBytes } from 'node:crypto';
import type { CheckoutItem } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import { type Kobo, kobo, nairaText } from '@sokuwa/contract/money.ts';
import type { OrderStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import { changesSince, type Quote } from '../checkout/index.ts';
import type { OrderId } from '../platform/ids.ts';
import type { PaymentState } from '../ports/payments/payments.port.ts';

type Step = { readonly from: readonly OrderStatus[]; readonly to: OrderStatus };

/**
 * Every way in which an order's status changes; there is no other (ORDER-12 to ORDER-14).
 * `payLate` is for money that comes after an order was given up by time or by the provider, while there still is stock.
 */
export const STEPS = {
  pay: { from: ['Pending'], to: 'Paid' },
  payLate: { from: ['Cancelled'], to: 'Paid' },
  ship: { from: ['Paid'], to: 'Shipped' },
  deliver: { from: ['Shipped'], to: 'Delivered' },
  cancel: { from: ['Pending', 'Paid'], to: 'Cancelled' },
  /** Not paid in time, declined, or replaced by another order. */
  giveUp: { from: ['Pending'], to: 'Cancelled' },
} as const satisfies Record<string, Step>;
export type StepName = keyof typeof STEPS;

export const canTake = (step: StepName, status: OrderStatus): boolean =>
  STEPS[step].from.some((from) => from === status);

/** No letter that can be misread for another or for a digit (Crockford's base 32). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new order's id: twelve letters of five random bits each, which nobody guesses from another. */
export const drawOrderId = (): OrderId => Array.from(randomBytes(12), (byte) => LETTERS[byte & 31]).join('') as OrderId;

/** What a client asks for, in kobo. */
export type Asked = {
  cart_items: readonly CheckoutItem[];
  sub_total: Kobo;
  total_shipment_rate: Kobo;
  total: Kobo;
  wallet_credit?: Kobo | undefined;
  shipping_address_id: string;
};

/** What of the total is to come out of the wallet. */
export const creditOf = ({ wallet_credit }: Asked): Kobo => wallet_credit ?? kobo(0);

/** The same for two requests that ask for the same: products, pieces, prices, amounts, credit and address, in any order. */
export const fingerprintOf = (asked: Asked): Buffer => {
  const items = asked.cart_items
    .map(({ product, quantity, price }) => `${product} ${quantity} ${price ?? ''}`)
    .toSorted();
  const { sub_total, total_shipment_rate, total, shipping_address_id } = asked;
  const text = JSON.stringify([items, sub_total, total_shipment_rate, total, creditOf(asked), shipping_address_id]);
  return createHash('sha256').update(text).digest();
};

/** Whether the cart holds exactly what was ordered. */
export const holdsTheSame = (
  cart: ReadonlyMap<number, number>,
  lines: readonly { product_id: number; quantity: number }[],
): boolean =>
  cart.size === lines.length && lines.every(({ product_id, quantity }) => cart.get(product_id) === quantity);

const naira = (amount: Kobo): string => `₦${nairaText(amount)}`;

/**
 * What is different from what the shopper agreed to (PAYMENT-13).
 * @returns sentences by field of the request; empty when nothing is
 */
export const differences = (asked: Asked, quote: Quote): Record<string, string[]> => {
  const items = changesSince(asked.cart_items, quote.items);
  const found: Record<string, string[]> = items.length > 0 ? { cart_items: items } : {};
  const amounts = [
    ['sub_total', 'Your items now cost', asked.sub_total, quote.subTotal],
    ['total_shipment_rate', 'The delivery now costs', asked.total_shipment_rate, quote.shipment],
    ['total', 'The total is now', asked.total, quote.total],
  ] as const;
  for (const [field, words, was, is] of amounts)
    if (was !== is) found[field] = [`${words} ${naira(is)}, not ${naira(was)}.`];
  const credit = creditOf(asked);
  if (credit !== 0 && credit !== quote.credit)
    found.wallet_credit = [`Your wallet now pays ${naira(quote.credit)} of it, not ${naira(credit)}.`];
  return found;
};

/**
 * Why money that arrived is not what was asked for; undefined when it is. Where buyers bear the provider's fees more
 * arrives than was requested, so the two are held against the order each in its way (Paystack, "Verify transaction").
 */
export const mismatch = (
  asked: { amount_kobo: Kobo; currency: string },
  { requested, amount, currency }: PaymentState,
): string | undefined => {
  if (currency !== asked.currency) return `paid in ${currency}, not in ${asked.currency}`;
  if (requested !== asked.amount_kobo) return `${requested} kobo were requested, not ${asked.amount_kobo}`;
  if (amount < asked.amount_kobo) return `${amount} kobo were paid, not ${asked.amount_kobo}`;
  return undefined;
};

/** What was asked for, and what arrived of it, in the subunit of its currency; null where nothing is known of it. */
type Arrived = { amount_kobo: Kobo; currency: string; paid_amount: number | null; paid_currency: string | null };

/** Whether it was paid in another currency, which neither a refund's kobo nor a wallet can hold. */
export const isForeign = ({ currency, paid_currency }: Pick<Arrived, 'currency' | 'paid_currency'>): boolean =>
  paid_currency !== null && paid_currency !== currency;

/** All that arrived, in kobo; of another currency what it was asked for. */
export const arrivedInFull = (payment: Arrived): Kobo =>
  isForeign(payment) || payment.paid_amount === null ? payment.amount_kobo : kobo(payment.paid_amount);

/**
 * What goes back of a payment that was taken for an order, in kobo: never more than arrived. Fees that the buyer bore beyond
 * what was asked for are the provider's.
 */
export const refundable = (payment: Arrived): Kobo => kobo(Math.min(payment.amount_kobo, arrivedInFull(payment)));

const MINUTE = 60_000;
/** Minutes after its beginning at which the provider is asked what became of a payment that it said nothing about. */
const ASK_AFTER = [5, 10, 20, 29, 45, 120, 720, 1440];

/** When to ask next about a payment; null when a day has told nothing. */
export const nextAsk = (begun: Date, now: Date): Date | null => {
  const minutes = ASK_AFTER.find((after) => begun.getTime() + after * MINUTE > now.getTime());
  return minutes === undefined ? null : new Date(begun.getTime() + minutes * MINUTE);
};
