import { type Kobo, kobo } from '@sokuwa/contract/money.ts';

/** Identifies a product list; `key` is its key in the table list_bucket. */
export type ProductList =
  | { kind: 'all' | 'new' | 'hot' | 'own' }
  | { kind: 'category' | 'subItem' | 'merchant'; id: number };

export type ListSort = 'newest' | 'price' | '-price' | 'discount';

/** Filters on top of the list; prices are the sale prices, both bounds inclusive. */
export type ListFilters = { minKobo?: Kobo; maxKobo?: Kobo; inStock: boolean };

/** Converts a naira amount from the query string to kobo; the schema allows at most two decimals. */
export const nairaToKobo = (naira: number): Kobo => kobo(Math.round(naira * 100));

/** Number of leading digits that the prices of a bucket share. */
const LEADING_DIGITS = 4;
/** How many bucket numbers each number of digits has. The lowest tenth is unused, because only the amount 0 begins with 0. */
const NUMBERS_PER_LENGTH = 10 ** LEADING_DIGITS;
/** One digit, which is 0. */
const ZERO_BUCKET = NUMBERS_PER_LENGTH;

/** The price bucket of an amount. Must match price_bucket() in the database. */
export const priceBucket = (amount: Kobo): number => {
  const digits = String(amount);
  return digits.length * NUMBERS_PER_LENGTH + Number(digits.padEnd(LEADING_DIGITS, '0').slice(0, LEADING_DIGITS));
};

/** The smallest amount in the bucket or above it. Must match price_bucket_start() in the database. */
export const bucketStart = (bucket: number): Kobo => {
  const digits = Math.floor(bucket / NUMBERS_PER_LENGTH);
  const lead = bucket % NUMBERS_PER_LENGTH;
  if (lead < NUMBERS_PER_LENGTH / 10 && bucket !== ZERO_BUCKET)
    throw new RangeError(`not a bucket of prices: ${bucket}`);
  return kobo(
    digits >= LEADING_DIGITS
      ? lead * 10 ** (digits - LEADING_DIGITS)
      : Math.ceil(lead / 10 ** (LEADING_DIGITS - digits)),
  );
};

/** The smallest amount above the bucket. Must match price_bucket_end() in the database. */
export const bucketEnd = (bucket: number): Kobo => {
  const digits = Math.floor(bucket / NUMBERS_PER_LENGTH);
  const lead = bucket % NUMBERS_PER_LENGTH;
  if (digits < LEADING_DIGITS) return kobo(Math.floor(lead / 10 ** (LEADING_DIGITS - digits)) + 1);
  return kobo((lead + 1) * 10 ** (digits - LEADING_DIGITS));
};
