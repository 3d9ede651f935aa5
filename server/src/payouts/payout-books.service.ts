import { type LedgerEntry, selectOverpaid, selectPayoutSums } from '../ledger/index.ts';
import type { Database } from '../platform/database.ts';
import { selectExpectedSums, selectLateSums } from './payouts.sql.ts';

/** An account of the books that does not agree with the table of payouts, by merchant. Amounts in kobo; debits are positive. */
type PayoutDifference = { account: string; merchant_id: number | null; expected: number; actual: number };
/**
 * `overpaid`: merchants who were paid more than they were owed.
 * `debts`: those of whom payouts that were paid late explain it, so that nothing is wrong in the books (PAYOUT-23).
 */
type PayoutBooks = { differences: PayoutDifference[]; overpaid: Overpaid[]; debts: Overpaid[] };
/** `kobo`: positive, what the merchant owes the shop. */
type Overpaid = { merchant_id: number; kobo: number };

const keyOf = ({ account, merchantId }: { account: string; merchantId?: number | null }): string =>
  `${account} ${merchantId ?? ''}`;

/** Compares the books with the table of payouts (PAYOUT-20, BOOKS-8). */
export const checkPayoutBooks = async (db: Database): Promise<PayoutBooks> => {
  const expected = new Map((await selectExpectedSums(db)).map((sum) => [keyOf(sum), sum]));
  const actual = new Map((await selectPayoutSums(db)).map((sum: LedgerEntry) => [keyOf(sum), sum]));
  const differences = [...new Set([...expected.keys(), ...actual.keys()])].flatMap((key) => {
    const sums = { expected: expected.get(key)?.amount ?? 0, actual: actual.get(key)?.amount ?? 0 };
    const of = expected.get(key) ?? actual.get(key);
    return !of || sums.expected === sums.actual
      ? []
      : [{ account: of.account, merchant_id: of.merchantId ?? null, ...sums }];
  });
  const below = await selectOverpaid(db);
  const late = await selectLateSums(
    db,
    below.map(({ merchant_id }) => merchant_id),
  );
  const isDebt = ({ merchant_id, kobo }: Overpaid): boolean => kobo <= (late.get(merchant_id) ?? 0);
  return { differences, overpaid: below.filter((one) => !isDebt(one)), debts: below.filter(isDebt) };
};
