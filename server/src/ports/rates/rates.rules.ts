/** Decimals that a rate is given to; a rial is a thousandth of a naira, and should keep its digits. */
const PLACES = 10;

/** A decimal text as an integer and how many of its digits stood after the point. */
const parseDecimal = (text: string): { digits: bigint; places: number } => {
  const [, whole, fraction = ''] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`"${text}" is not a plain decimal number`);
  return { digits: BigInt(whole + fraction), places: fraction.length };
};

/**
 * Divides two decimal texts exactly, rounded half up to ten decimals: ('1528', '0.746') gives '2048.2573726542'.
 * This is how a source that counts units for one dollar gives naira for one unit.
 * @returns decimal text without needless zeros
 * @throws RangeError when either text is no plain positive decimal number
 */
export const divideDecimals = (dividend: string, divisor: string): string => {
  const [a, b] = [parseDecimal(dividend), parseDecimal(divisor)];
  if (a.digits === 0n || b.digits === 0n) throw new RangeError(`${dividend} / ${divisor} is not a rate`);
  const numerator = a.digits * 10n ** BigInt(b.places + PLACES);
  const denominator = b.digits * 10n ** BigInt(a.places);
  const digits = String((2n * numerator + denominator) / (2n * denominator)).padStart(PLACES + 1, '0');
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '');
};
