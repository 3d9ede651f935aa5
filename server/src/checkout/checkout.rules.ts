import type { CheckoutItem } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import { formatNairaAmount, type Kobo, kobo } from '@sokuwa/contract/money.ts';
import { MIN_PAYMENT } from '../ports/payments/payments.port.ts';
import type { QuotedItem } from './quote.ts';

/** Formats working days: '3 to 5 working days', '1 working day'. */
export const formatDuration = (min: number, max: number): string => {
  const days = min === max ? String(max) : `${min} to ${max}`;
  return `${days} working ${max === 1 ? 'day' : 'days'}`;
};

/**
 * Differences between the client's cart and the stored cart, as messages for the buyer (CHECKOUT-25). The stored cart
 * is authoritative. Missing prices are not compared; lines of the same product are summed.
 * @param sent the client's `cart_items`
 * @param items the items of the quote
 * @returns one message per difference
 */
export const describeCartChanges = (sent: readonly CheckoutItem[], items: readonly QuotedItem[]): string[] => {
  const changes: string[] = [];
  const inCart = new Set<number>(items.map(({ productId }) => productId));
  for (const { productId, title, quantity, price } of items) {
    const lines = sent.filter(({ product }) => product === productId);
    const count = lines.reduce((sum, line) => sum + line.quantity, 0);
    if (count !== quantity) changes.push(`Your cart holds ${quantity} of "${title}".`);
    if (lines.some((line) => line.price !== undefined && line.price !== price))
      changes.push(`"${title}" now costs ₦${formatNairaAmount(price)}.`);
  }
  if (sent.some(({ product }) => !inCart.has(product)))
    changes.push('Your cart does not hold some of these products any more.');
  return changes;
};

/**
 * Computes the wallet credit that an order can use: all spendable credit, reduced so that nothing or at least
 * MIN_PAYMENT is left to pay (WALLET-12).
 * @param spendable the wallet's balance that this order may use
 */
export const computeCredit = (total: Kobo, spendable: Kobo): Kobo =>
  kobo(spendable >= total ? total : Math.max(0, Math.min(spendable, total - MIN_PAYMENT)));

/** The sum of the lines at current prices. */
export const computeSubTotal = (lines: readonly { sale_kobo: Kobo; quantity: number }[]): Kobo =>
  kobo(lines.reduce((sum, { sale_kobo, quantity }) => sum + sale_kobo * quantity, 0));
