import { randomUUID } from 'node:crypto';
import { BANK_ACCOUNT_DELAY_DAYS } from '@sokuwa/contract/payouts/payouts.rules.ts';
import { lockMerchant, selectMerchantContact, selectSecurityContact } from '../catalog/index.ts';
import { queueMails } from '../mail/index.ts';
import { type Act, recordAudit } from '../platform/audit.ts';
import { type Database, type DryRunOption, runInTransaction } from '../platform/database.ts';
import { DecryptionError, type Encryption, encryptAgain } from '../platform/encryption.ts';
import type { MerchantId } from '../platform/ids.ts';
import type { RateLimit } from '../platform/rate-limiter.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { type AccountNumber, type BankAccount, PayoutsUnavailable } from '../ports/payouts/payouts.port.ts';
import type { ShopParts } from '../shop.ts';
import * as store from './bank-account.sql.ts';

export type BankAccountDeps = Pick<ShopParts, 'db' | 'encryption' | 'payouts' | 'rateLimiter' | 'log'>;

const DAY_MS = 86_400_000;
const LAST_DIGITS = 4;
/** The provider charges for resolving accounts, and its responses would disclose the names of other people's accounts. */
const LIMIT: RateLimit = { action: 'bank account', maxAttempts: 10, windowSeconds: 3600 };

const contextOf = (id: string): string => `bank_account.details ${id}`;

/** @throws DecryptionError */
export const readDetails = (
  encryption: Encryption,
  { id, details }: Pick<store.BankAccountRow, 'id' | 'details'>,
): BankAccount => JSON.parse(encryption.decrypt(details, contextOf(id)));

/** Encrypts the details of bank accounts again that an older key has encrypted (PAYOUT-6). */
export const encryptDetailsAgain = async ({
  db,
  encryption,
}: Pick<BankAccountDeps, 'db' | 'encryption'>): Promise<void> => {
  if (!encryption) return;
  await encryptAgain(
    encryption,
    await store.selectDetailsOfOldKeys(db, encryption.currentPrefix),
    ({ id }) => contextOf(id),
    // The details of an account are never changed otherwise.
    ({ id }, details) => store.updateDetails(db, id, details),
  );
};

/** A bank account without most of its number. */
export type MaskedBankAccount = { bankCode: string; lastDigits: string; accountName: string; effectiveAt: Date };
type MaskedBankAccounts = { current: MaskedBankAccount | undefined; pending: MaskedBankAccount | undefined };

const mask = (encryption: Encryption, row: store.BankAccountRow): MaskedBankAccount => {
  const { bankCode, accountName } = readDetails(encryption, row);
  return { bankCode, accountName, lastDigits: row.last_digits, effectiveAt: row.effective_at };
};

/**
 * A merchant's bank account and the change that is pending, masked (PAYOUT-6).
 * @returns payouts_unavailable in production without an encryption key
 */
export const readBankAccounts = async (
  { db, encryption }: Pick<BankAccountDeps, 'db' | 'encryption'>,
  merchantId: MerchantId,
  now = new Date(),
): Promise<MaskedBankAccounts | Refused<'payouts_unavailable'>> => {
  if (!encryption) return refuse('payouts_unavailable');
  const { current, pending } = await store.selectBankAccounts(db, merchantId, now);
  return { current: current && mask(encryption, current), pending: pending && mask(encryption, pending) };
};

/** The details of a bank account; undefined if the shop cannot decrypt them. */
const tryReadDetails = (
  encryption: Encryption,
  row: Pick<store.BankAccountRow, 'id' | 'details'>,
): BankAccount | undefined => {
  try {
    return readDetails(encryption, row);
  } catch (error) {
    if (error instanceof DecryptionError) return undefined;
    throw error;
  }
};

/** Other merchants that have, or had, the bank account that a merchant has now. Those that cannot be decrypted are left out. */
export const findStoresWithSameAccount = async (
  { db, encryption }: Pick<BankAccountDeps, 'db' | 'encryption'>,
  merchantId: MerchantId,
): Promise<MerchantId[]> => {
  const { current } = await store.selectBankAccounts(db, merchantId, new Date());
  const own = encryption && current && tryReadDetails(encryption, current);
  if (!own) return [];
  const others = (await store.selectAccountsEnding(db, current.last_digits, merchantId)).filter((row) => {
    const details = tryReadDetails(encryption, row);
    return details?.bankCode === own.bankCode && details.accountNumber === own.accountNumber;
  });
  return [...new Set(others.map((row) => row.merchant_id))];
};

const queueChangeMail = async (
  trx: Database,
  merchantId: MerchantId,
  change: { id: string; oldDigits: string | null; newDigits: string; effectiveAt: Date; isRevoked: boolean },
): Promise<void> => {
  const { name, emails } = (await selectSecurityContact(trx, merchantId)) ?? { name: '', emails: [] };
  const { id, oldDigits, newDigits, effectiveAt, isRevoked } = change;
  await queueMails(
    trx,
    emails.map((to) => ({
      kind: isRevoked ? 'bank_account_revoked' : 'bank_account_changed',
      key: `${id} ${to}`,
      to,
      store_name: name,
      old_digits: oldDigits,
      new_digits: newDigits,
      effective_at: effectiveAt.toISOString(),
    })),
  );
};

/** Revokes a pending change, and queues the mail about it. */
const revokePending = async (
  trx: Database,
  merchantId: MerchantId,
  { current, pending }: Record<'current' | 'pending', store.BankAccountRow>,
  now: Date,
): Promise<void> => {
  await store.revokeBankAccount(trx, pending.id, now);
  await queueChangeMail(trx, merchantId, {
    id: pending.id,
    oldDigits: current.last_digits,
    newDigits: pending.last_digits,
    effectiveAt: pending.effective_at,
    isRevoked: true,
  });
};

const resolve = async (
  { payouts, log }: BankAccountDeps,
  account: AccountNumber,
): Promise<string | Refused<'bank_account_unknown' | 'payouts_unavailable'>> => {
  try {
    const name = await payouts.resolveAccount(account);
    return name === 'unknown' ? refuse('bank_account_unknown') : name;
  } catch (error) {
    if (!(error instanceof PayoutsUnavailable)) throw error;
    log.warn({ err: error }, 'the provider of payouts is unavailable');
    return refuse('payouts_unavailable');
  }
};

/**
 * Changes the bank account to which a merchant's payouts go. The first one takes effect at once, a change after BANK_ACCOUNT_DELAY_DAYS,
 * or at once before the store is approved; a
 * change that is pending is replaced (PAYOUT-7). The same account as the current one revokes a pending change. The merchant gets a mail, also
 * about a pending change that is dropped (PAYOUT-33). While its address is younger than three days, former ones get these mails too (MERCHANT-60).
 * @returns email_missing if there is no address to which the mail could go; bank_account_unknown if the bank does not know it; payouts_unavailable if
 *   the provider does not respond, or without an encryption key; too_many_requests beyond ten in an hour
 */
export const changeBankAccount = async (
  deps: BankAccountDeps,
  merchantId: MerchantId,
  account: AccountNumber,
): Promise<
  MaskedBankAccounts | Refused<'email_missing' | 'bank_account_unknown' | 'payouts_unavailable' | 'too_many_requests'>
> => {
  const { db, encryption, rateLimiter } = deps;
  if (!encryption) return refuse('payouts_unavailable');
  // The delay of a change protects only merchants who hear of it.
  if (!(await selectMerchantContact(db, merchantId))?.email) return refuse('email_missing');
  const throttled = await rateLimiter.consume({ limit: LIMIT, key: `merchant ${merchantId}` });
  if (throttled) return throttled;
  const accountName = await resolve(deps, account);
  if (isRefused(accountName)) return accountName;
  await db.transaction().execute(async (trx) => {
    await store.lockBankAccounts(trx, merchantId);
    // Not before the lock: an account that was entered meanwhile would seem to take effect later, and be replaced at once.
    const now = new Date();
    const { current, pending } = await store.selectBankAccounts(trx, merchantId, now);
    const isSame = (row: store.BankAccountRow | undefined) => {
      const details = row && readDetails(encryption, row);
      return details?.bankCode === account.bankCode && details.accountNumber === account.accountNumber;
    };
    if (isSame(pending)) return;
    if (current && pending) await revokePending(trx, merchantId, { current, pending }, now);
    if (isSame(current)) return;
    const id = randomUUID();
    // A store that is not approved is paid nothing, so a mistake is mended at once. Locked, because the approval waits for it.
    const isApproved = (await lockMerchant(trx, merchantId))?.state === 'approved';
    const replaced = isApproved ? current : undefined;
    const effectiveAt = replaced ? new Date(now.getTime() + BANK_ACCOUNT_DELAY_DAYS * DAY_MS) : now;
    const lastDigits = account.accountNumber.slice(-LAST_DIGITS);
    const details = encryption.encrypt(JSON.stringify({ ...account, accountName }), contextOf(id));
    const row = { id, merchant_id: merchantId, details, last_digits: lastDigits, effective_at: effectiveAt };
    await store.insertBankAccount(trx, row);
    await queueChangeMail(trx, merchantId, {
      id,
      oldDigits: replaced?.last_digits ?? null,
      newDigits: lastDigits,
      effectiveAt,
      isRevoked: false,
    });
  });
  return readBankAccounts(deps, merchantId);
};

/**
 * Revokes a change of a merchant's bank account that has not taken effect (PAYOUT-8). The merchant gets a mail.
 * @param act of an operator, for the audit log; undefined for the merchant
 * @returns not_found if no change is pending
 */
export const revokeBankAccountChange = async (
  deps: Pick<BankAccountDeps, 'db' | 'encryption'>,
  merchantId: MerchantId,
  { act, dryRun }: { act?: Act } & DryRunOption,
): Promise<MaskedBankAccounts | Refused<'not_found' | 'payouts_unavailable'>> => {
  const isRevoked = await runInTransaction(deps.db, { dryRun }, async (trx) => {
    await store.lockBankAccounts(trx, merchantId);
    const now = new Date();
    const { current, pending } = await store.selectBankAccounts(trx, merchantId, now);
    if (!current || !pending) return false;
    await revokePending(trx, merchantId, { current, pending }, now);
    if (act)
      await recordAudit(trx, act, {
        action: 'payouts revoke-account',
        subject: `merchant ${merchantId}`,
        before: { last_digits: pending.last_digits },
        after: { last_digits: current.last_digits },
      });
    return true;
  });
  return isRevoked ? readBankAccounts(deps, merchantId) : refuse('not_found');
};
