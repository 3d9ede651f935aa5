import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { isRefused } from '../platform/refusal.ts';
import { insertAccount, selectByEmail, updateAccount } from './account.sql.ts';
import { Passwords } from './passwords.ts';

/** The demo account of a sandbox. Its password is public. */
export const DEMO_ACCOUNT = {
  first_name: 'Ada',
  last_name: 'Obi',
  email: 'ada@people.example',
  password: 'palm oil and pepper',
};

/**
 * Creates the demo account if its setting allows it. Otherwise removes the password of an existing one: the password is
 * public, so nobody may log in with it. The account's data stays.
 * @returns the account's id; undefined if it is not allowed
 */
export const ensureDemoAccount = async (db: Database, allowed: boolean): Promise<AccountId | undefined> => {
  const { password, ...account } = DEMO_ACCOUNT;
  const found = await selectByEmail(db, account.email);
  if (!allowed) {
    if (found) await updateAccount(db, found.id, { password_hash: null });
    return undefined;
  }
  if (found?.password_hash) return found.id;
  const passwords = new Passwords();
  const password_hash = await passwords.hash(password).finally(() => passwords.close());
  if (isRefused(password_hash)) throw new Error('The password queue is full.');
  if (found) await updateAccount(db, found.id, { password_hash });
  const demo = found ?? (await insertAccount(db, { ...account, password_hash, verified_at: new Date() }));
  return demo?.id;
};
