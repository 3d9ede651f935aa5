import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { AccountId } from './ids.ts';

/**
 * Lets one writer at a time change what belongs to the account (its cart, addresses, checkout, orders), until its
 * transaction ends. It is the first lock that a transaction takes; products come after it, coupons last, so that no two
 * can wait for each other (docs/decisions/cart.md).
 * @returns false when the account is gone
 */
export const lockAccount = async (trx: Database, account: AccountId): Promise<boolean> => {
  const { rows } = await sql`select from account where id = ${account} for no key update`.execute(trx);
  return rows.length > 0;
};
