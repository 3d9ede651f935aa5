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

/** The price bucket of an amount. Must match price_bucket() in the database. */
export const priceBucket = (amount: Kobo): number => {
  const digits = String(amount);
  return digits.length * 1000 + Number(digits.padEnd(3, '0').slice(0, 3));
};

/** The smallest amount in the bucket or above it. */
export const bucketStart = (bucket: number): Kobo => {
  const digits = Math.floor(bucket / 1000);
  const lead = bucket % 1000;
  // Only the amount 0 has a bucket without leading digit.
  if (lead < 100 && bucket !== 1000) throw new RangeError(`not a bucket of prices: ${bucket}`);
  return kobo(digits >= 3 ? lead * 10 ** (digits - 3) : Math.ceil(lead / 10 ** (3 - digits)));
};

/** The smallest amount above the bucket. */
export const bucketEnd = (bucket: number): Kobo => {
  const digits = Math.floor(bucket / 1000);
  const lead = bucket % 1000;
  if (digits < 3) return kobo(Math.floor(lead / 10 ** (3 - digits)) + 1);
  return kobo((lead + 1) * 10 ** (digits - 3));
};
