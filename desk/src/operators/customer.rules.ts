import type { CustomersQuery } from '@sokuwa/contract/operators/operators.schemas.ts';
import { isOrderId, normalizeOrderId } from '@sokuwa/contract/orders/orders.rules.ts';

/**
 * What somebody who looks for a customer has typed: an email address, the id of an order (or of its payment), or the beginning of a name.
 * @returns undefined for less than two letters
 */
export const readCustomerSearch = (text: string): CustomersQuery | undefined => {
  const typed = text.trim();
  if (typed.length < 2) return undefined;
  if (typed.includes('@')) return { email: typed };
  // The reference of a payment begins with the order. A name of twelve letters has no digit.
  const order = normalizeOrderId(typed.replace(/-\w{1,3}$/, ''));
  if (isOrderId(order) && /\d/.test(typed)) return { order };
  return { name: typed };
};

/** Whether the typed address is that of the account, in upper or lower case. */
export const isSameEmail = (typed: string, email: string): boolean =>
  typed.trim().toLowerCase() === email.toLowerCase();
