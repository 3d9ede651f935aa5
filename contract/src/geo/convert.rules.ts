import { groupDigits, type Kobo } from '../money.ts';

/** How naira are converted into a currency. */
export type Conversion = {
  /** The text before an amount, such as '£' or 'US$'. */
  prefix: string;
  /** Decimals of the currency (ISO 4217). */
  decimals: number;
  /** Naira for one unit, times a million. */
  microNaira: bigint;
};

/** Powers of ten by exponent: computing one costs more than the conversion itself. */
const TENS = Array.from({ length: 12 }, (_, exponent) => 10n ** BigInt(exponent));

/** Converts kobo to the currency's smallest unit (pence, cents), rounded half up. */
export const convert = (amount: Kobo, { decimals, microNaira: rate }: Omit<Conversion, 'prefix'>): bigint => {
  // kobo / 100 naira ÷ (rate / 10^6) × 10^decimals
  const numerator = BigInt(amount) * (TENS[decimals + 4] ?? 10n ** BigInt(decimals + 4));
  return (numerator + rate / 2n) / rate;
};

/** Converts and formats an amount: '£6.10', 'US$8.15' (MONEY-10). */
export const formatConversion = (amount: Kobo, conversion: Conversion): string => {
  const { prefix, decimals } = conversion;
  const digits = String(convert(amount, conversion)).padStart(decimals + 1, '0');
  const whole = groupDigits(digits.slice(0, digits.length - decimals));
  return `${prefix}${whole}${decimals === 0 ? '' : `.${digits.slice(-decimals)}`}`;
};
