import { parseNaira } from '@sokuwa/contract/money.ts';

/** Naira, both ends inclusive; undefined means no limit. At least one is set. */
export type PriceRange = { min: number | undefined; max: number | undefined };

/** The value of one field: empty, a number, or NaN for anything else. */
const parseField = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

/**
 * Validates the two fields of the price filter (LIST-23 to LIST-26). One of them may be empty: "under ₦5,000".
 * @returns the range, or the error message
 */
export const readPrices = (minText: string, maxText: string): PriceRange | string => {
  const min = parseField(minText);
  const max = parseField(maxText);
  const enteredPrices = [min, max].filter((price) => price !== undefined);
  if (enteredPrices.some((price) => !Number.isFinite(price))) return 'Please enter valid numbers';
  if (min !== undefined && max !== undefined && min > max) return 'Maximum price cannot be less than minimum price';
  if (enteredPrices.some((price) => price < 0)) return 'Prices cannot be negative';
  if (enteredPrices.length === 0) return 'Please enter a minimum and maximum price';
  return { min, max };
};

/** Rounds, because 1.15 × 100 is slightly less than 115. */
const toKobo = (naira: number): number => Math.round(naira * 100);

/**
 * Whether a displayed price ("₦12,500") is within the limits, inclusive; undefined means no limit. The server filters too; this keeps
 * the displayed products consistent with the filter.
 * @param min naira
 * @param max naira
 */
export const isInPriceRange = (
  displayPrice: string,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
): boolean => {
  const price = parseNaira(displayPrice);
  return price === null || (price >= toKobo(min) && price <= toKobo(max));
};
