import type { BooksCheck } from '@sokuwa/contract/ledger/ledger.schemas.ts';

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
