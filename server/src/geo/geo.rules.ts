import type { Kobo } from '@sokuwa/contract/money.ts';

/** What a price is shown in beside naira. */
export type Quote = {
  currency: string;
  /** Decimals of the currency by ISO 4217. */
  decimals: number;
  /** Naira for one unit, times a million. */
  microNaira: bigint;
};

/** A rate's decimal text, such as '2047.125', times a million; digits beyond the sixth decimal are cut. */
export const microNaira = (nairaPerUnit: string): bigint => {
  const [whole = '0', decimals = ''] = nairaPerUnit.split('.');
  return BigInt(whole) * 1_000_000n + BigInt(decimals.slice(0, 6).padEnd(6, '0'));
};

/** Kobo in the quote's smallest unit (pence, cents), rounded half up. */
export const convert = (amount: Kobo, { decimals, microNaira: rate }: Quote): bigint => {
  // kobo / 100 naira ÷ (rate / 10^6) × 10^decimals
  const numerator = BigInt(amount) * 10n ** BigInt(decimals + 4);
  return (numerator + rate / 2n) / rate;
};

const formats = new Map<string, Intl.NumberFormat>();
const formatOf = ({ currency, decimals }: Quote): Intl.NumberFormat => {
  const key = `${currency} ${decimals}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat('en-NG', {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    formats.set(key, format);
  }
  return format;
};

/** A price as text in the quote's currency: '£6.10', 'US$8.15', 'CA$11.35'. Spaces do not break. */
export const convertedText = (amount: Kobo, quote: Quote): string => {
  // As decimal text, since a number would lose digits of large amounts in small currencies.
  const digits = String(convert(amount, quote)).padStart(quote.decimals + 1, '0');
  const point = digits.length - quote.decimals;
  return formatOf(quote).format(`${digits.slice(0, point)}.${digits.slice(point)}0` as Intl.StringNumericLiteral);
};
