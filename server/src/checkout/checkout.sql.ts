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
    select rate_key as key, rate_kobo as kobo, rate_min_days as "minDays", rate_max_days as "maxDays"
    from checkout where account_id = ${accountId} and rate_key = ${key} and rate_at > ${since}`.execute(db);
  return rows[0];
};

/**
 * Replaces the stored rate and locks the account like `lockAccount`, in one statement.
 * @returns false when the account is deleted
 */
export const upsertRate = async (db: Database, accountId: AccountId, rate: StoredRate, at: Date): Promise<boolean> => {
  const { key, kobo, minDays, maxDays } = rate;
  const { rows } = await sql`
    with locked as (${accountLock(accountId)})
    insert into checkout (account_id, rate_key, rate_kobo, rate_min_days, rate_max_days, rate_at)
    select id, ${key}, ${kobo}::bigint, ${minDays}::smallint, ${maxDays}::smallint, ${at}::timestamptz from locked
    on conflict (account_id) do update set rate_key = excluded.rate_key, rate_kobo = excluded.rate_kobo,
      rate_min_days = excluded.rate_min_days, rate_max_days = excluded.rate_max_days, rate_at = excluded.rate_at
    returning account_id`.execute(db);
  return rows.length > 0;
};
