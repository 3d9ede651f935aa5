import { type Kobo, kobo } from '@sokuwa/contract/money.ts';

/**
 * Allocates an amount to lines in proportion to their weights (largest remainder method): shares are rounded down, and the remaining kobo
 * go to the lines with the largest remainders, earlier lines first on ties (BOOKS-4).
 * @param weights not negative, such as the totals of the lines
 * @returns one share per line; the shares add up to the amount, and each is at most its weight if the amount is at most their sum. All are
 *   0 if all weights are
 */
export const allocate = (amount: Kobo, weights: readonly number[]): Kobo[] => {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  if (sum === 0n) return weights.map(() => kobo(0));
  const quotas = weights.map((weight, line) => {
    const exact = BigInt(weight) * BigInt(amount);
    return { line, whole: exact / sum, remainder: exact % sum };
  });
  let remainingKobo = BigInt(amount) - quotas.reduce((all, { whole }) => all + whole, 0n);
  const shares = quotas.map(({ whole }) => whole);
  // The sort is stable: of two equal remainders the earlier line comes first.
  const byRemainder = quotas.toSorted((a, b) => Number(b.remainder - a.remainder));
  for (const { line, whole } of byRemainder) {
    if (remainingKobo === 0n) break;
    shares[line] = whole + 1n;
    remainingKobo -= 1n;
  }
  return shares.map((share) => kobo(Number(share)));
};
