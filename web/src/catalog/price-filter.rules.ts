import { parseNaira } from '@sokuwa/contract/money.ts';

/** Naira, both ends inclusive. */
export type PriceRange = { min: number; max: number };

/** What is typed into one end of the filter: nothing, a number, or something else (NaN). */
const typed = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));

/**
 * What the two fields of the price filter say (LIST-23 to LIST-26), with its messages to the letter and in its order.
 * @returns the range, or the message that refuses it
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

/** Rounded, since 1.15 × 100 is a little less than 115. */
const inKobo = (naira: number): number => Math.round(naira * 100);

/**
 * Whether a price as shown ("₦12,500") is within the limits, inclusive; a limit that is not set does not limit.
 * The server has filtered already: this keeps what is shown true to what the filter says.
 * @param min naira
 * @param max naira
 */
export const isWithinPrices = (displayPrice: string, min: number | undefined, max: number | undefined): boolean => {
  if (min === undefined && max === undefined) return true;
  const price = parseNaira(displayPrice);
  if (price === null) return true;
  return (min === undefined || price >= inKobo(min)) && (max === undefined || price <= inKobo(max));
};
