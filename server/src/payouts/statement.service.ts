import type { Kobo } from '@sokuwa/contract/money.ts';
import { PAYOUTS_PAGE_SIZE } from '@sokuwa/contract/payouts/payouts.rules.ts';
import { type StatementRow, selectStatement } from '../ledger/index.ts';
import { selectMerchantAmounts } from '../orders/index.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { type CursorPage, cutPage } from '../platform/paging.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { formatEntry, STATEMENT_HEADER, type StatementEntry } from './payouts.present.ts';
import { type PayoutRow, selectDraftedBefore } from './payouts.sql.ts';

const DAY_MS = 86_400_000;
const BEGINNING = new Date(0);
const END = new Date('9999-12-31T00:00:00Z');
/** Maximum lines of a file, without its header. */
const MAX_LINES = 100_000;
const FILE_PAGE_SIZE = 5000;
/** Maximum entries that are listed with a payout. */
const MAX_PAYOUT_ENTRIES = 1000;

/** Days as YYYY-MM-DD of UTC, both inclusive. */
export type Days = { from?: string | undefined; to?: string | undefined };

const toSpan = ({ from, to }: Days) => ({
  from: from === undefined ? BEGINNING : new Date(from),
  to: to === undefined ? END : new Date(new Date(to).getTime() + DAY_MS),
});

const addAmounts = async (
  db: Database,
  merchantId: MerchantId,
  rows: readonly StatementRow[],
): Promise<StatementEntry[]> => {
  const amounts: Map<string, { gross: Kobo; commission: Kobo }> = await selectMerchantAmounts(db, merchantId, rows);
  return rows.map((row) => ({ ...row, amounts: amounts.get(row.cause) }));
};

/** A page of a merchant's statement, newest first (PAYOUT-4). @param before the cursor of the page before */
export const readStatement = async (
  db: Database,
  merchantId: MerchantId,
  { before, ...days }: Days & { before?: number | undefined },
): Promise<CursorPage<StatementEntry>> => {
  const span = { ...toSpan(days), before };
  const rows = await selectStatement(db, merchantId, { ...span, limit: PAYOUTS_PAGE_SIZE + 1 });
  const page = cutPage(rows, PAYOUTS_PAGE_SIZE, ({ id }) => String(id));
  return { ...page, results: await addAmounts(db, merchantId, page.results) };
};

/**
 * A merchant's statement as CSV, newest first.
 * @returns statement_too_long for more than MAX_LINES lines: the amounts of a part do not add up to what the merchant is owed (PAYOUT-39)
 */
export const formatStatement = async (
  db: Database,
  merchantId: MerchantId,
  days: Days,
): Promise<string | Refused<'statement_too_long'>> => {
  const lines = [STATEMENT_HEADER];
  let before: number | undefined;
  for (;;) {
    const rows = await selectStatement(db, merchantId, { ...toSpan(days), before, limit: FILE_PAGE_SIZE });
    for (const entry of await addAmounts(db, merchantId, rows)) lines.push(formatEntry(entry));
    before = rows.at(-1)?.id;
    if (lines.length > MAX_LINES + 1) return refuse('statement_too_long');
    if (rows.length < FILE_PAGE_SIZE) return lines.join('');
  }
};

/** What became payable between the merchant's payout before and this one, newest first. */
export const readPayoutEntries = async (db: Database, payout: PayoutRow): Promise<StatementEntry[]> => {
  const merchantId = payout.merchant_id as MerchantId;
  const from = (await selectDraftedBefore(db, payout)) ?? BEGINNING;
  const rows = await selectStatement(db, merchantId, { from, to: payout.created_at, limit: MAX_PAYOUT_ENTRIES });
  return addAmounts(
    db,
    merchantId,
    rows.filter(({ payable }) => payable > 0),
  );
};
