import type * as schemas from '@sokuwa/contract/ledger/ledger.schemas.ts';
import { selectBalances } from '../ledger/index.ts';
import { checkBooks } from '../orders/index.ts';
import { checkPayoutBooks } from '../payouts/index.ts';
import { type ActOptions, acted, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import { createWorker, enqueue, type JobWorker, jobKind } from '../platform/jobs.ts';
import * as store from './books-check.sql.ts';

type Report = NonNullable<schemas.BooksCheck['report']>;

const checkBooksJob = jobKind('check_books', { limit: 2 });
const DAILY = '0 5 * * *';
/** Who requests the daily check. */
const SHOP = 'shop';

const examineBooks = (db: Database): Promise<Report> =>
  store.readAtOneMoment(db, async (trx) => {
    const { unbalanced, differences } = await checkBooks(trx);
    const payouts = await checkPayoutBooks(trx);
    const toNaira = ({ merchant_id, kobo }: { merchant_id: number; kobo: number }) => ({
      merchant_id,
      amount: kobo / 100,
    });
    const found = [unbalanced, differences, payouts.differences, payouts.overpaid];
    return {
      is_clean: found.every(({ length }) => length === 0),
      unbalanced: unbalanced.map(({ cause, sum }) => ({ cause, sum: sum / 100 })),
      differences: [...differences, ...payouts.differences.map((of) => ({ ...of, order_id: null }))].map(
        ({ order_id, account, merchant_id, expected, actual }) => ({
          ...{ order_id, account, merchant_id },
          ...{ expected: expected / 100, actual: actual / 100 },
        }),
      ),
      overpaid: payouts.overpaid.map(toNaira),
      debts: payouts.debts.map(toNaira),
      balances: (await selectBalances(trx)).map(({ account, balance }) => ({ account, balance: balance / 100 })),
    };
  });

const presentCheck = (row: store.BooksCheckRow | undefined): schemas.BooksCheck | null =>
  row
    ? {
        requested_by: row.requested_by,
        requested_at: row.requested_at.toISOString(),
        finished_at: row.finished_at?.toISOString() ?? null,
        report: row.report as Report | null,
      }
    : null;

/** The last check of the books, and the one that waits or runs. */
export const readBooks = async (db: Database): Promise<schemas.BooksState> => ({
  last_check: presentCheck(await store.selectLastCheck(db)),
  open_check: presentCheck(await store.selectOpenCheck(db)),
});

/**
 * Requests a check of the books, which a job runs (BOOKS-13). Safe to repeat: while one waits or runs, no other is requested.
 * @returns as `readBooks`
 */
export const requestBooksCheck = async (db: Database, options: ActOptions): Promise<schemas.BooksState> => {
  await runAct(db, options, async (trx) => {
    const id = await store.insertBooksCheck(trx, options.act.actor);
    if (id === undefined) return undefined;
    await enqueue(trx, checkBooksJob, {});
    return acted(undefined, { action: 'books check', subject: `check ${id}` });
  });
  return readBooks(db);
};

/** The job that checks the books: each day, and when an operator requests it. */
export const booksWorkers = ({ db }: { db: Database }): JobWorker[] => [
  createWorker(
    checkBooksJob,
    async () => {
      if (!(await store.selectOpenCheck(db))) await store.insertBooksCheck(db, SHOP);
      await store.updateOpenCheck(db, await examineBooks(db));
    },
    { cron: DAILY },
  ),
];
