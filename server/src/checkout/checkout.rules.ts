import type { CheckoutItem } from '@sokuwa/contract/checkout/checkout.schemas.ts';
import { type Kobo, kobo, nairaText } from '@sokuwa/contract/money.ts';
import type { QuotedItem } from './quote.ts';

/** Working days as a reader says them: '3 to 5 working days', '1 working day'. */
export const durationText = (least: number, most: number): string => {
  const days = least === most ? String(most) : `${least} to ${most}`;
  return `${days} working ${most === 1 ? 'day' : 'days'}`;
};

/**
 * What of a cart is other than a client took it to be, in sentences for its owner (CHECKOUT-25): the server
 * goes by its own, and says so. Prices that were not sent are not compared; lines of one product count together.
 * @param sent the client's `cart_items`
 * @param items the quote's
 * @returns one sentence a difference; none when there is none
 */
export const changesSince = (sent: readonly CheckoutItem[], items: readonly QuotedItem[]): string[] => {
  const changes: string[] = [];
  const held = new Set<number>(items.map(({ product_id }) => product_id));
  for (const { product_id, title, quantity, price } of items) {
    const lines = sent.filter(({ product }) => product === product_id);
    const pieces = lines.reduce((sum, line) => sum + line.quantity, 0);
    if (pieces !== quantity) changes.push(`Your cart holds ${quantity} of "${title}".`);
    if (lines.some((line) => line.price !== undefined && line.price !== price))
      changes.push(`"${title}" now costs ₦${nairaText(price)}.`);
  }
  if (sent.some(({ product }) => !held.has(product)))
    changes.push('Your cart does not hold some of these products any more.');
  return changes;
};

/** What a cart's lines cost at the prices of now. */
export const subTotalOf = (lines: readonly { sale_kobo: Kobo; quantity: number }[]): Kobo =>
  kobo(lines.reduce((sum, { sale_kobo, quantity }) => sum + sale_kobo * quantity, 0));
