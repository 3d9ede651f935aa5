import { type ActOptions, acted, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { Encryption } from '../platform/encryption.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { readDetails } from './bank-account.service.ts';
import { selectBankAccountsById } from './bank-account.sql.ts';
import { formatBankFile } from './payouts.present.ts';
import { batchSubject } from './payouts.service.ts';
import { lockBatch, selectForBank, updateFileMadeAt } from './payouts.sql.ts';

/**
 * Makes the file for the bank with the payouts of a batch that are not confirmed yet (PAYOUT-17). It has complete account numbers, so the audit
 * log says who has made it, and the batch when (PAYOUT-32). Repeating it gives the same lines.
 * @returns the file, and how many payouts it has; not_found; no_bank_file if none of them waits for the bank; payouts_unavailable without an
 *   encryption key
 */
export const makeBankFile = async (
  { db, encryption }: { db: Database; encryption: Encryption | undefined },
  batchId: number,
  options: ActOptions,
): Promise<{ file: string; payouts: number } | Refused<'not_found' | 'no_bank_file' | 'payouts_unavailable'>> => {
  if (!encryption) return refuse('payouts_unavailable');
  return runAct(db, options, async (trx) => {
    if (!(await lockBatch(trx, batchId))) return refuse('not_found');
    const payouts = await selectForBank(trx, batchId);
    if (payouts.length === 0) return refuse('no_bank_file');
    const rows = await selectBankAccountsById(
      trx,
      payouts.flatMap(({ bank_account_id }) => bank_account_id ?? []),
    );
    const accounts = new Map(rows.map((row) => [row.id, readDetails(encryption, row)]));
    const lines = payouts.flatMap(({ id, amount_kobo, bank_account_id }) => {
      const account = accounts.get(bank_account_id ?? '');
      return account ? [{ id, amount: amount_kobo, account }] : [];
    });
    await updateFileMadeAt(trx, batchId, new Date());
    const count = { payouts: lines.length };
    return acted(
      { file: formatBankFile(lines), ...count },
      { action: 'payouts file', subject: batchSubject(batchId), after: count },
    );
  });
};
