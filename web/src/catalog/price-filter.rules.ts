import { parseNaira } from '@sokuwa/contract/money.ts';

/** Naira, both ends inclusive. */
export type PriceRange = { min: number; max: number };

/** The value of one field: empty, a number, or NaN for anything else. */
const typed = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

/**
 * Validates the two fields of the price filter (LIST-23 to LIST-26).
 * @returns the range, or the error message
 */
export const readPrices = (minText: string, maxText: string): PriceRange | string => {
  const min = typed(minText);
  const max = typed(maxText);
  const given = [min, max].filter((price) => price !== undefined);
  if (given.some((price) => !Number.isFinite(price))) return 'Please enter valid numbers';
  if (min !== undefined && max !== undefined && min > max) return 'Maximum price cannot be less than minimum price';
  if (given.some((price) => price < 0)) return 'Prices cannot be negative';
  if (min === undefined || max === undefined) return 'Please enter a minimum and maximum price';
  return { min, max };
};

/** Rounds, because 1.15 × 100 is slightly less than 115. */
const inKobo = (naira: number): number => Math.round(naira * 100);

/**
 * Whether a displayed price ("₦12,500") is within the limits, inclusive; undefined means no limit. The server filters too; this keeps
 * the displayed products consistent with the filter.
 * @param min naira
 * @param max naira
 */
export const isWithinPrices = (displayPrice: string, min: number | undefined, max: number | undefined): boolean => {
  if (min === undefined && max === undefined) return true;
  const price = parseNaira(displayPrice);
  if (price === null) return true;
  return (min === undefined || price >= inKobo(min)) && (max === undefined || price <= inKobo(max));
};
