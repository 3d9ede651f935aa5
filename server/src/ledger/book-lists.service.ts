import type { BookAccount } from '@sokuwa/contract/ledger/ledger.rules.ts';
import type * as schemas from '@sokuwa/contract/ledger/ledger.schemas.ts';
import { OPERATOR_PAGE_SIZE } from '@sokuwa/contract/operators/acts.schemas.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { type CursorPage, cutPage } from '../platform/paging.ts';
import { selectDayBalances, selectEntryPage } from './ledger.sql.ts';

const DAY_MS = 86_400_000;
const toSpan = (day: string) => ({ from: new Date(day), to: new Date(new Date(day).getTime() + DAY_MS) });

/** The balances of each account at the beginning and the end of a day of UTC. @param day YYYY-MM-DD */
export const readDayBalances = async (db: Database, day: string): Promise<schemas.DayBalances> => {
  const { from, to } = toSpan(day);
  const accounts = (await selectDayBalances(db, from, to)).map(({ account, opening, debits, credits }) => ({
    account,
    opening: opening / 100,
    debits: debits / 100,
    credits: credits / 100,
    closing: (opening + debits - credits) / 100,
  }));
  return { date: day, accounts };
};

export type EntrySearch = {
  account?: BookAccount | undefined;
  order?: string | undefined;
  /** YYYY-MM-DD. */
  date?: string | undefined;
  cursor?: string | undefined;
};

/** One page of the entries of the books, newest first (BOOKS-12). */
export const listEntries = async (
  db: Database,
  { account, order, date, cursor }: EntrySearch,
): Promise<CursorPage<schemas.BookEntry>> => {
  const [transaction, line] = cursor?.split('.').map(Number) ?? [];
  const filters = {
    account,
    orderId: order as OrderId | undefined,
    day: date === undefined ? undefined : toSpan(date),
    before: transaction === undefined || line === undefined ? undefined : { transaction_id: transaction, line },
  };
  const rows = await selectEntryPage(db, filters, OPERATOR_PAGE_SIZE + 1);
  const page = cutPage(rows, OPERATOR_PAGE_SIZE, (row) => `${row.transaction_id}.${row.line}`);
  const results = page.results.map(({ created_at, amount, ...entry }) => ({
    ...entry,
    at: created_at.toISOString(),
    amount: amount / 100,
  }));
  return { ...page, results };
};
