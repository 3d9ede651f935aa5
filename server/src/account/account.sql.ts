import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/tables.ts';

/** An account as its profile shows it. */
export type AccountRow = { email: string; first_name: string; last_name: string };

export const selectAccount = (db: Database, id: AccountId): Promise<AccountRow | undefined> =>
  db.selectFrom('account').select(['email', 'first_name', 'last_name']).where('id', '=', id).executeTakeFirst();
