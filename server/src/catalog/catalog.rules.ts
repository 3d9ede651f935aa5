import { type Kobo, kobo } from '@sokuwa/contract/money.ts';

/** Which list of products is meant; the key names it in the table list_bucket. */
export type ProductList =
  | { kind: 'all' | 'new' | 'hot' | 'own' }
  | { kind: 'category' | 'subItem' | 'merchant'; id: number };

export type ListSort = 'newest' | 'price' | '-price' | 'discount';

/** Conditions beyond the list itself; prices are what the buyer pays, inclusive at both ends. */
export type ListFilters = { minKobo?: Kobo; maxKobo?: Kobo; inStock: boolean };

/** Naira as a decimal number of the address to kobo; the schema allows two decimals at most. */
export const nairaToKobo = (naira: number): Kobo => kobo(Math.round(naira * 100));

/** The bucket of prices that an amount is in; the same rule as price_bucket() in the database. */
export const priceBucket = (amount: Kobo): number => {
  const digits = String(amount);
  return digits.length * 1000 + Number(digits.padEnd(3, '0').slice(0, 3));
};

/** The smallest amount that is in the bucket or above it. */
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
