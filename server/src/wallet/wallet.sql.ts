import type { Kobo } from '@sokuwa/contract/money.ts';
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { AccountId, Tables } from '../platform/tables.ts';

/** The newest entry: its number and the balance after it. */
export const selectLast = async (
  db: Database,
  account: AccountId,
): Promise<{ n: number; balance_kobo: Kobo } | undefined> =>
  db
    .selectFrom('wallet_entry')
    .select(['n', 'balance_kobo'])
    .where('account_id', '=', account)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whether what causes the entry has caused one already. */
export const isWritten = async (db: Database, cause: string): Promise<boolean> =>
  (await db.selectFrom('wallet_entry').select('n').where('cause', '=', cause).executeTakeFirst()) !== undefined;

export const insertEntry = async (trx: Database, entry: Insertable<Tables['wallet_entry']>): Promise<void> => {
  await trx.insertInto('wallet_entry').values(entry).execute();
};

/** All that moved, oldest first. */
export const selectEntries = (db: Database, account: AccountId): Promise<Selectable<Tables['wallet_entry']>[]> =>
  db.selectFrom('wallet_entry').selectAll().where('account_id', '=', account).orderBy('n').execute();
