import type { Database } from '../platform/database.ts';
import { isRefused } from '../platform/refusal.ts';
import { insertAccount, selectByEmail, updateAccount } from './account.sql.ts';
import { Passwords } from './passwords.ts';

/** Somebody to log in as on a sandbox; everybody may know the password. */
export const DEMO_ACCOUNT = {
  first_name: 'Ada',
  last_name: 'Obi',
  email: 'ada@people.example',
  password: 'palm oil and pepper',
};

/**
 * Makes the demo account where the sandbox is allowed, once. Where it no longer is, the account keeps what it has but opens
 * to nobody: its password is on a page for all to read.
 */
export const ensureDemoAccount = async (db: Database, allowed: boolean): Promise<void> => {
  const { password, ...account } = DEMO_ACCOUNT;
  const found = await selectByEmail(db, account.email);
  if (!allowed) {
    if (found) await updateAccount(db, found.id, { password_hash: null });
    return;
  }
  if (found?.password_hash) return;
  const password_hash = await new Passwords().hash(password);
  if (isRefused(password_hash)) throw new Error('a queue of one is full');
  if (found) await updateAccount(db, found.id, { password_hash });
  else await insertAccount(db, { ...account, password_hash, verified_at: new Date() });
};
