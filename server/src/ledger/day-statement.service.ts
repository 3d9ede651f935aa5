import { kobo } from '@sokuwa/contract/money.ts';
import { formatCsvLine } from '../platform/csv.rules.ts';
import type { Database } from '../platform/database.ts';
import { type DayEntry, selectDayBalances, selectDayEntries } from './ledger.sql.ts';

const DAY_MS = 86_400_000;
/** Entries that are read at a time. */
const PAGE_SIZE = 5000;

/**
 * The statement of a day for an accountant, as CSV: first each account with its opening balance, debits, credits and closing balance, then
 * the entries of each transaction (PAYOUT-21). Debits are positive. Days are those of UTC.
 * @param day YYYY-MM-DD
 */
export const formatDay = (db: Database, day: string): Promise<string> =>
  // Balances and entries of one moment.
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const from = new Date(day);
      const to = new Date(from.getTime() + DAY_MS);
      const lines = [
        formatCsvLine(['account', 'opening balance', 'debits', 'credits', 'closing balance']),
        ...(await selectDayBalances(trx, from, to)).map(({ account, opening, debits, credits }) =>
          formatCsvLine([account, opening, debits, credits, kobo(opening + debits - credits)]),
        ),
        '\n',
        formatCsvLine(['transaction', 'time', 'kind', 'cause', 'order', 'account', 'merchant', 'amount']),
      ];
      let after: Pick<DayEntry, 'transaction_id' | 'line'> = { transaction_id: 0, line: -1 };
      for (;;) {
        const entries = await selectDayEntries(trx, from, to, { after, limit: PAGE_SIZE });
        for (const { transaction_id, created_at, kind, cause, order_id, account, merchant_id, amount } of entries)
          lines.push(
            formatCsvLine([
              String(transaction_id),
              created_at.toISOString(),
              kind,
              cause,
              order_id ?? '',
              account,
              merchant_id === null ? '' : String(merchant_id),
              amount,
            ]),
          );
        const last = entries.at(-1);
        if (entries.length < PAGE_SIZE || !last) return lines.join('');
        after = last;
      }
    });
