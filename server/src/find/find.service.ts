import type { FoundByMerchant, FoundByOperator } from '@sokuwa/contract/find/find.schemas.ts';
import type { MerchantArea, OperatorArea } from '@sokuwa/contract/staff/roles.ts';
import { findMerchants, listOwnProducts } from '../catalog/index.ts';
import { findThreads } from '../messages/index.ts';
import { findCustomers } from '../operators/index.ts';
import { listMerchantOrders, searchOrders, searchPayments } from '../orders/index.ts';
import type { MerchantId } from '../platform/ids.ts';
import { isRefused, type Refused } from '../platform/refusal.ts';
import type { ShopParts } from '../shop.ts';
import { presentFoundCard, presentFoundOrder, presentFoundProduct, presentFoundThread } from './find.present.ts';

type FindDeps = Pick<ShopParts, 'db' | 'search'>;

/** How many of each kind are found. */
const MAX_FOUND = 5;

/** Without a cursor a list is not refused. */
const resultsOf = <T>(page: { results: T[] } | Refused): T[] => (isRefused(page) ? [] : page.results);

/**
 * A merchant's newest orders, products and messages with all words of a text (DESK-16): five of each, by the searches of their lists.
 * @param mayRead whether the reader's role may read an area; what it may not is null
 */
export const findForMerchant = async (
  { db }: FindDeps,
  merchantId: MerchantId,
  text: string,
  mayRead: (area: MerchantArea) => boolean,
): Promise<FoundByMerchant> => {
  const search = { search: text, limit: MAX_FOUND, sort: 'newest' } as const;
  return {
    orders: resultsOf(await listMerchantOrders(db, merchantId, search)).map(presentFoundOrder),
    products: mayRead('products')
      ? resultsOf(await listOwnProducts(db, merchantId, search)).map(presentFoundProduct)
      : null,
    messages: mayRead('messages') ? (await findThreads(db, merchantId, text, MAX_FOUND)).map(presentFoundThread) : null,
  };
};

/** Orders, payments, customers, merchants and products with a text, for operators (DESK-17): five of each. @param mayRead as above */
export const findForOperator = async (
  { db, search }: FindDeps,
  text: string,
  mayRead: (area: OperatorArea) => boolean,
): Promise<FoundByOperator> => {
  const first = <T>(found: readonly T[]): T[] => found.slice(0, MAX_FOUND);
  const customer = text.includes('@') ? { email: text } : { name: text };
  return {
    orders: mayRead('orders') ? first((await searchOrders(db, { search: text })).results) : null,
    payments: mayRead('payments') ? first((await searchPayments(db, { search: text })).results) : null,
    customers: mayRead('customers') ? first(await findCustomers(db, customer)) : null,
    merchants: mayRead('merchants') ? await findMerchants(db, text, MAX_FOUND) : null,
    products: mayRead('catalogue')
      ? first((await search.find(text, 'relevance', { inStock: false }, 1)).rows).map(presentFoundCard)
      : null,
  };
};
