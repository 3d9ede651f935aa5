import type { Database } from '../platform/database.ts';
import type { Encryption } from '../platform/encryption.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { readDetails } from './bank-account.service.ts';
import { selectBankAccountsById } from './bank-account.sql.ts';
import { formatBankFile } from './payouts.present.ts';
import { selectBatches, selectForBank } from './payouts.sql.ts';

/**
 * The file for the bank with the payouts of a batch that are not confirmed yet (PAYOUT-17). Repeating it gives the same lines.
 * @returns not_found; no_bank_file if none of its payouts waits for the bank; payouts_unavailable without an encryption key
 */
export const readBankFile = async (
  { db, encryption }: { db: Database; encryption: Encryption | undefined },
  batchId: number,
): Promise<string | Refused<'not_found' | 'no_bank_file' | 'payouts_unavailable'>> => {
  if (!encryption) return refuse('payouts_unavailable');
  if ((await selectBatches(db, { id: batchId, limit: 1 })).length === 0) return refuse('not_found');
  const payouts = await selectForBank(db, batchId);
  if (payouts.length === 0) return refuse('no_bank_file');
  const rows = await selectBankAccountsById(
    db,
    payouts.flatMap(({ bank_account_id }) => bank_account_id ?? []),
  );
  const accounts = new Map(rows.map((row) => [row.id, readDetails(encryption, row)]));
  return formatBankFile(
    payouts.flatMap(({ id, amount_kobo, bank_account_id }) => {
      const account = accounts.get(bank_account_id ?? '');
      return account ? [{ id, amount: amount_kobo, account }] : [];
    }),
  );
};
