import type { Database } from '../platform/database.ts';
import type { AccountId } from '../platform/ids.ts';
import { isRefused } from '../platform/refusal.ts';
import { insertAccount, selectByEmail, updateAccount } from './account.sql.ts';
import { Passwords } from './passwords.ts';

const password = 'palm oil and pepper';

/** The buyer of a sandbox. The password of demo accounts is public. */
export const DEMO_ACCOUNT = { first_name: 'Ada', last_name: 'Obi', email: 'ada@people.example', password };
/** The owner of the demo merchant. */
export const DEMO_MERCHANT_OWNER = {
  first_name: 'Abena',
  last_name: 'Owusu',
  email: 'abena@people.example',
  password,
};
/** An operator with the role owner. */
export const DEMO_OPERATOR = { first_name: 'Chidi', last_name: 'Eze', email: 'chidi@people.example', password };

type DemoPerson = typeof DEMO_ACCOUNT;

/** Creates a demo account, or gives an existing one its password again. @returns its id */
export const ensureDemoAccount = async (
  db: Database,
  { password, ...account }: DemoPerson,
): Promise<AccountId | undefined> => {
  const found = await selectByEmail(db, account.email);
  if (found?.password_hash) return found.id;
  const passwords = new Passwords();
  const password_hash = await passwords.hash(password).finally(() => passwords.close());
  if (isRefused(password_hash)) throw new Error('The password queue is full.');
  if (found) await updateAccount(db, found.id, { password_hash });
  const demo = found ?? (await insertAccount(db, { ...account, password_hash, verified_at: new Date() }));
  return demo?.id;
};

/**
 * Removes the password of a demo account: it is public, so nobody may log in with it. The account's data stays.
 * @returns its id; undefined if there is no such account
 */
export const closeDemoAccount = async (db: Database, { email }: DemoPerson): Promise<AccountId | undefined> => {
  const found = await selectByEmail(db, email);
  if (found) await updateAccount(db, found.id, { password_hash: null });
  return found?.id;
};
