import { grouped, type Kobo, kobo } from '@sokuwa/contract/money.ts';

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

/** Powers of ten by their exponents: to raise one costs more than to convert a price. */
const TENS = Array.from({ length: 12 }, (_, exponent) => 10n ** BigInt(exponent));

/** Kobo in the quote's smallest unit (pence, cents), rounded half up. */
export const convert = (amount: Kobo, { decimals, microNaira: rate }: Quote): bigint => {
  // kobo / 100 naira ÷ (rate / 10^6) × 10^decimals
  const numerator = BigInt(amount) * (TENS[decimals + 4] ?? 10n ** BigInt(decimals + 4));
  return (numerator + rate / 2n) / rate;
};

/**
 * An amount of another currency in kobo, rounded up: what a carrier asks is not to be paid short.
 * @param amount plain decimal text of up to six decimals, such as '42.50'
 * @param microNaira naira for one unit, times a million
 * @throws RangeError for what is no plain decimal number, or more than money can be
 */
export const toKobo = (amount: string, microNaira: bigint): Kobo => {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(amount) ?? [];
  if (whole === undefined) throw new RangeError(`"${amount}" is not a plain decimal number`);
  const micro = BigInt(whole) * 1_000_000n + BigInt(decimals.padEnd(6, '0'));
  // Millionths of units times millionths of naira are 10^-12 naira, or 10^-10 kobo.
  const unit = 10n ** 10n;
  return kobo(Number((micro * microNaira + unit - 1n) / unit));
};

const units = new Map<string, string>();

/** One unit of the currency: 'US$1'; asked of Intl once, since asking costs. */
const unitOf = (currency: string): string => {
  let unit = units.get(currency);
  if (unit === undefined) {
    unit = new Intl.NumberFormat('en-NG', { style: 'currency', currency, maximumFractionDigits: 0 }).format(1);
    units.set(currency, unit);
  }
  return unit;
};

const FEW_DIGITS = new Intl.NumberFormat('en-NG', { maximumSignificantDigits: 3 });
const TWO_DECIMALS = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 2 });

/** What one unit of the quote's currency is worth, for a reader: 'US$1 = ₦1,528', 'IRR 1 = ₦0.0364'. */
export const rateText = ({ currency, microNaira }: Quote): string => {
  const naira = Number(microNaira) / 1_000_000;
  return `${unitOf(currency)} = ₦${(naira < 1 ? FEW_DIGITS : TWO_DECIMALS).format(naira)}`;
};

type Pattern = { before: string; after: string };
const patterns = new Map<string, Pattern>();

/** What stands before and after the number in the currency's prices; asked of Intl once, since asking costs. */
const patternOf = (currency: string): Pattern => {
  let pattern = patterns.get(currency);
  if (!pattern) {
    const parts = new Intl.NumberFormat('en-NG', { style: 'currency', currency }).formatToParts(1);
    const first = parts.findIndex((part) => part.type === 'integer');
    const last = parts.findLastIndex((part) => part.type === 'integer' || part.type === 'fraction');
    const join = (some: Intl.NumberFormatPart[]) => some.map((part) => part.value).join('');
    pattern = { before: join(parts.slice(0, first)), after: join(parts.slice(last + 1)) };
    patterns.set(currency, pattern);
  }
  return pattern;
};

/** A price as text in the quote's currency: '£6.10', 'US$8.15', 'CA$11.35'. Spaces do not break. */
export const convertedText = (amount: Kobo, quote: Quote): string => {
  const { before, after } = patternOf(quote.currency);
  const digits = String(convert(amount, quote)).padStart(quote.decimals + 1, '0');
  const whole = grouped(digits.slice(0, digits.length - quote.decimals));
  const rest = quote.decimals === 0 ? '' : `.${digits.slice(-quote.decimals)}`;
  return `${before}${whole}${rest}${after}`;
};
