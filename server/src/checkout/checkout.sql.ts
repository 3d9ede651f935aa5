import type { Kobo } from '@sokuwa/contract/money.ts';
import { sql } from 'kysely';
import { accountLock } from '../account/index.ts';
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

/**
 * Stores a rate of the account and deletes its rates from before `since`. Locks the account like `lockAccount`, in one
 * statement.
 * @returns false when the account is deleted
 */
export const upsertRate = async (
  db: Database,
  accountId: AccountId,
  rate: StoredRate,
  at: Date,
  since: Date,
): Promise<boolean> => {
  const { key, kobo, minDays, maxDays } = rate;
  const { rows } = await sql`
    with locked as (${accountLock(accountId)}),
      expired as (
        delete from checkout_rate
        where account_id in (select id from locked) and rated_at <= ${since} and rate_key <> ${key}
      )
    insert into checkout_rate (account_id, rate_key, rate_kobo, min_days, max_days, rated_at)
    select id, ${key}, ${kobo}::bigint, ${minDays}::smallint, ${maxDays}::smallint, ${at}::timestamptz from locked
    on conflict (account_id, rate_key) do update set rate_kobo = excluded.rate_kobo, min_days = excluded.min_days,
      max_days = excluded.max_days, rated_at = excluded.rated_at
    returning account_id`.execute(db);
  return rows.length > 0;
};
