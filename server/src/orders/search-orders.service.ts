import { ORDER_ID_PATTERN } from '@sokuwa/contract/orders/orders.rules.ts';
import { findAccountId, selectFoundAccounts } from '../account/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, OrderId } from '../platform/ids.ts';

/** What a search stands for. */
export type FoundBuyers = {
  orderId?: OrderId | undefined;
  /** Of a payment. */
  reference?: string | undefined;
  /** The buyers. */
  accountIds?: readonly AccountId[] | undefined;
};

/** Maximum accounts whose name begins like a search. */
const MAX_ACCOUNTS = 50;
/** An order's id, alone or as the beginning of the reference of a payment or of the id of a fulfilment. */
const ORDER_CODE = new RegExp(`^(${ORDER_ID_PATTERN})(-\\d{1,3})?$`);

/**
 * What the words of a search stand for: the id of an order, a fulfilment or a payment; a complete email address; or the beginning of the first
 * or last name of buyers, or of both, of whom the first 50 are taken. All in upper or lower case.
 */
export const resolveSearch = async (db: Database, search: string): Promise<FoundBuyers> => {
  const [code, orderId, number] = ORDER_CODE.exec(search.toUpperCase()) ?? [];
  if (orderId !== undefined) return { orderId: orderId as OrderId, ...(number !== undefined && { reference: code }) };
  if (search.includes('@')) {
    const accountId = await findAccountId(db, search);
    return { accountIds: accountId === undefined ? [] : [accountId] };
  }
  const accounts = await selectFoundAccounts(db, { name: search }, MAX_ACCOUNTS);
  return { accountIds: accounts.map(({ id }) => id) };
};
