import type { CustomersQuery } from '@sokuwa/contract/operators/operators.schemas.ts';
import { readOrderSearch } from '../lib/order-search.ts';

/**
 * What somebody who looks for a customer has typed: an email address, the id of an order (or of its payment), or the beginning of a name.
 * @returns undefined for less than two letters
 */
export const readCustomerSearch = (text: string): CustomersQuery | undefined => {
  const typed = text.trim();
  if (typed.length < 2) return undefined;
  if (typed.includes('@')) return { email: typed };
  const order = readOrderSearch(typed);
  // A name of twelve letters has no digit.
  return order !== undefined && /\d/.test(typed) ? { order } : { name: typed };
};

/** Whether the typed address is that of the account, in upper or lower case. */
export const isSameEmail = (typed: string, email: string): boolean =>
  typed.trim().toLowerCase() === email.toLowerCase();
