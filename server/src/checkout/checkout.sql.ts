import type { Kobo } from '@sokuwa/contract/money.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/tables.ts';

/** What a carrier asked for a shipment. */
export type KeptRate = { key: string; kobo: Kobo; minDays: number; maxDays: number };
/** The rate that the checkout keeps for this shipment, unless it is older than `since`. */
export const selectRate = async (
  db: Database,
  account: AccountId,
  key: string,
  since: Date,
): Promise<KeptRate | undefined> => {
  const { rows } = await sql<KeptRate>`
    select rate_key as key, rate_kobo as kobo, rate_min_days as "minDays", rate_max_days as "maxDays"
    from checkout where account_id = ${account} and rate_key = ${key} and rate_at > ${since}`.execute(db);
  return rows[0];
};

/** Keeps a rate in place of the one before it; the account must be locked. */
export const keepRate = async (trx: Database, account: AccountId, rate: KeptRate, at: Date): Promise<void> => {
  const kept = {
    rate_key: rate.key,
    rate_kobo: rate.kobo,
    rate_min_days: rate.minDays,
    rate_max_days: rate.maxDays,
    rate_at: at,
  };
  await trx
    .insertInto('checkout')
    .values({ account_id: account, ...kept })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(kept))
    .execute();
};

/** Keeps price and stock of the cart's products as they are until the transaction ends; in one order, so that none waits in a ring. */
export const lockCartProducts = async (trx: Database, account: AccountId): Promise<void> => {
  await sql`
    select from product where id in (select product_id from cart_line where account_id = ${account})
    order by id for no key update`.execute(trx);
};
