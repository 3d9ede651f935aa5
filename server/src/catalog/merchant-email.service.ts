import { BANK_ACCOUNT_DELAY_DAYS } from '@sokuwa/contract/payouts/payouts.rules.ts';
import { queueMails } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { lockEmail, type MerchantEmailRow, selectEmail, updateEmail } from './merchants.sql.ts';

const DAY_MS = 86_400_000;
/** Maximum former addresses. The oldest ones stay: whoever changes the address often cannot push the merchant's own out. */
const MAX_FORMER_EMAILS = 10;

const distinct = (emails: readonly (string | null)[]): string[] => [
  ...new Set(emails.filter((email) => email !== null)),
];

/** The addresses from before the last changes, oldest first; none if the current address is older than the delay of a bank account. */
const formerEmails = ({ former_emails, email_changed_at }: MerchantEmailRow, now: Date): readonly string[] =>
  email_changed_at !== null && now.getTime() - email_changed_at.getTime() < BANK_ACCOUNT_DELAY_DAYS * DAY_MS
    ? former_emails
    : [];

/**
 * Whom to mail about a merchant's bank account: its address, and those from before while it is younger than three days (MERCHANT-60). So
 * whoever changes the address first does not hide a change of the account.
 * @returns the merchant's name and the addresses, perhaps none; undefined if it does not exist
 */
export const selectSecurityContact = async (
  db: Database,
  merchantId: MerchantId,
  now = new Date(),
): Promise<{ name: string; emails: string[] } | undefined> => {
  const row = await selectEmail(db, merchantId);
  return row && { name: row.name, emails: distinct([...formerEmails(row, now), row.email]) };
};

/**
 * Changes a merchant's email address, and mails the change to the old and the new address (MERCHANT-60). Every change of an address goes
 * through it. The same address again changes nothing.
 * @param trx a transaction
 * @param email null removes the address
 * @returns the merchant's name and former address; undefined if it does not exist
 */
export const replaceEmail = async (
  trx: Database,
  merchantId: MerchantId,
  email: string | null,
  now = new Date(),
): Promise<{ name: string; before: string | null } | undefined> => {
  const row = await lockEmail(trx, merchantId);
  if (!row) return undefined;
  const { name, email: before } = row;
  if (email === before) return { name, before };
  const former = distinct([...formerEmails(row, now), before]).slice(0, MAX_FORMER_EMAILS);
  await updateEmail(trx, merchantId, { email, former_emails: former, email_changed_at: now });
  await queueMails(
    trx,
    distinct([...former, before, email]).map((to) => ({
      kind: 'merchant_email_changed',
      to,
      store_name: name,
      old_email: before,
      new_email: email,
    })),
  );
  return { name, before };
};
