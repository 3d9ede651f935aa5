import type { Kobo } from '@sokuwa/contract/money.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';

/** A carrier's price for a shipment. */
export type StoredRate = { key: string; kobo: Kobo; minDays: number; maxDays: number };

/** The stored rate for this shipment, unless it is older than `since`. */
export const selectRate = async (
  db: Database,
  accountId: AccountId,
  key: string,
  since: Date,
): Promise<StoredRate | undefined> => {
  const { rows } = await sql<StoredRate>`
    select rate_key as key, rate_kobo as kobo, min_days as "minDays", max_days as "maxDays"
    from checkout_rate where account_id = ${accountId} and rate_key = ${key} and rated_at > ${since}`.execute(db);
  return rows[0];
};

/** Stores a rate of the account and deletes its rates from before `since`. The account must be locked. */
export const upsertRate = async (
  trx: Database,
  accountId: AccountId,
  { key, kobo, minDays, maxDays }: StoredRate,
  at: Date,
  since: Date,
): Promise<void> => {
  await trx.deleteFrom('checkout_rate').where('account_id', '=', accountId).where('rated_at', '<=', since).execute();
  const rate = { rate_kobo: kobo, min_days: minDays, max_days: maxDays, rated_at: at };
  await trx
    .insertInto('checkout_rate')
    .values({ account_id: accountId, rate_key: key, ...rate })
    .onConflict((conflict) => conflict.columns(['account_id', 'rate_key']).doUpdateSet(rate))
    .execute();
};
