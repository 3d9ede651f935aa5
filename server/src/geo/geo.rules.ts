import { type Conversion, formatConversion } from '@sokuwa/contract/geo/convert.rules.ts';
import { type Kobo, kobo } from '@sokuwa/contract/money.ts';

/** A currency with its exchange rate. */
export type ExchangeQuote = {
  currency: string;
  /** Decimals of the currency (ISO 4217). */
  decimals: number;
  /** Naira for one unit, times a million. */
  microNaira: bigint;
};

/** Parses a rate such as '2047.125' into millionths of a naira; further digits are cut. */
export const parseMicroNaira = (nairaPerUnit: string): bigint => {
  const [whole = '0', decimals = ''] = nairaPerUnit.split('.');
  return BigInt(whole) * 1_000_000n + BigInt(decimals.slice(0, 6).padEnd(6, '0'));
};

/**
 * Converts an amount of another currency to kobo, rounded up so that a carrier is never underpaid.
 * @param amount decimal text with up to six decimals, such as '42.50'
 * @param microNaira naira for one unit, times a million
 * @throws RangeError unless it is a decimal number within the safe range
 */
export const toKobo = (amount: string, microNaira: bigint): Kobo => {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(amount) ?? [];
  if (whole === undefined) throw new RangeError(`"${amount}" is not a plain decimal number`);
  const micro = BigInt(whole) * 1_000_000n + BigInt(decimals.padEnd(6, '0'));
  // Millionths of units times millionths of naira are 10^-12 naira, or 10^-10 kobo.
  const unit = 10n ** 10n;
  return kobo(Number((micro * microNaira + unit - 1n) / unit));
};

/** Caches a text per currency, because Intl is slow. */
const cacheByCurrency = (compute: (currency: string) => string) => {
  const texts = new Map<string, string>();
  return (currency: string): string => {
    const text = texts.get(currency) ?? compute(currency);
    texts.set(currency, text);
    return text;
  };
};

/** One unit of the currency: 'US$1'. */
const formatUnit = cacheByCurrency((currency) =>
  new Intl.NumberFormat('en-NG', { style: 'currency', currency, maximumFractionDigits: 0 }).format(1),
);

const THREE_DIGITS = new Intl.NumberFormat('en-NG', { maximumSignificantDigits: 3 });
const TWO_DECIMALS = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 2 });

/** Formats an exchange rate: 'US$1 = ₦1,528', 'IRR 1 = ₦0.0364'. */
export const formatRate = ({ currency, microNaira }: ExchangeQuote): string => {
  const naira = Number(microNaira) / 1_000_000;
  return `${formatUnit(currency)} = ₦${(naira < 1 ? THREE_DIGITS : TWO_DECIMALS).format(naira)}`;
};

/** The text before the number of a price in this currency; there is none after it. */
const formatPrefix = cacheByCurrency((currency) => {
  const parts = new Intl.NumberFormat('en-NG', { style: 'currency', currency }).formatToParts(1);
  const first = parts.findIndex((part) => part.type === 'integer');
  return parts
    .slice(0, first)
    .map((part) => part.value)
    .join('');
});

/** How prices convert into a quote's currency. */
export const getConversion = ({ currency, decimals, microNaira }: ExchangeQuote): Conversion => ({
  prefix: formatPrefix(currency),
  decimals,
  microNaira,
});

/** Formats a price in another currency: '£6.10', 'US$8.15', 'CA$11.35'. Spaces are non-breaking. */
export const formatConverted = (amount: Kobo, quote: ExchangeQuote): string =>
  formatConversion(amount, getConversion(quote));
