import {
  closeDemoAccount,
  DEMO_ACCOUNT,
  DEMO_MERCHANT_OWNER,
  DEMO_OPERATOR,
  ensureDemoAccount,
} from './account/index.ts';
import { DEMO_MERCHANT_SLUG, selectMerchantBySlug } from './catalog/index.ts';
import type { Config } from './config.ts';
import type { Database } from './platform/database.ts';
import type { AccountId, MerchantId } from './platform/ids.ts';
import { addDemoOwner, endDemoStaff } from './staff/index.ts';

type DemoPerson = typeof DEMO_ACCOUNT;

/** For the audit log. */
const ACTOR = 'demo data';

/** @param team the merchant, null for the operators; undefined if the account may not exist */
const ensureDemoStaff = async (db: Database, person: DemoPerson, team: MerchantId | null | undefined) => {
  const accountId = team === undefined ? await closeDemoAccount(db, person) : await ensureDemoAccount(db, person);
  if (accountId === undefined) return;
  if (team === undefined)
    await endDemoStaff(db, accountId, { actor: ACTOR, reason: 'The shop is no longer a sandbox' });
  else await addDemoOwner(db, accountId, team, { actor: ACTOR, reason: 'The demo accounts of the sandbox' });
};

/**
 * Creates the demo accounts that the settings allow: the buyer, the owner of the demo merchant, if the shop has the demo market, and an operator
 * (SANDBOX-14). Others lose their password and their access to the desk. Idempotent.
 * @returns the buyer's account; undefined if it is not allowed
 */
export const ensureDemoAccounts = async (
  db: Database,
  { demoAccount, demoStaff }: Pick<Config['sandbox'], 'demoAccount' | 'demoStaff'>,
): Promise<AccountId | undefined> => {
  const merchant = demoStaff ? await selectMerchantBySlug(db, DEMO_MERCHANT_SLUG) : undefined;
  await ensureDemoStaff(db, DEMO_MERCHANT_OWNER, merchant?.id);
  await ensureDemoStaff(db, DEMO_OPERATOR, demoStaff ? null : undefined);
  if (demoAccount) return ensureDemoAccount(db, DEMO_ACCOUNT);
  await closeDemoAccount(db, DEMO_ACCOUNT);
  return undefined;
};
