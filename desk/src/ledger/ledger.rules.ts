import type { BooksCheck } from '@sokuwa/contract/ledger/ledger.schemas.ts';

const DAY_MS = 86_400_000;

/** The day of an instant in UTC, as the books have it. */
export const toBookDay = (instant: Date): string => instant.toISOString().slice(0, 10);

/** The day so many days after, or before, another one. */
export const addDays = (day: string, count: number): string => toBookDay(new Date(Date.parse(day) + count * DAY_MS));

/** How many things a check has found; debts are not wrong. */
export const countFindings = ({
  unbalanced,
  differences,
  overpaid,
}: Pick<NonNullable<BooksCheck['report']>, 'unbalanced' | 'differences' | 'overpaid'>): number =>
  unbalanced.length + differences.length + overpaid.length;

/** Who has requested a check. */
export const nameRequester = (requestedBy: string): string => {
  if (requestedBy === 'shop') return 'the daily check';
  return requestedBy.startsWith('account ') ? `operator ${requestedBy.slice('account '.length)}` : requestedBy;
};
