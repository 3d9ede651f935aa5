/** Decimals of a rate. Ten are enough for small units such as the rial. */
const RATE_DECIMALS = 10;

/** Parses decimal text into an integer and its number of decimals. */
const parseDecimal = (text: string): { digits: bigint; places: number } => {
  const [, whole, fraction = ''] = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new RangeError(`"${text}" is not a plain decimal number`);
  return { digits: BigInt(whole + fraction), places: fraction.length };
};

/**
 * Divides two decimal texts exactly, rounded half up to ten decimals: ('1528', '0.746') gives '2048.2573726542'.
 * Converts rates per dollar to naira per unit.
 * @returns decimal text without trailing zeros
 * @throws RangeError unless both texts are positive decimal numbers
 */
export const divideDecimals = (dividend: string, divisor: string): string => {
  const [a, b] = [parseDecimal(dividend), parseDecimal(divisor)];
  if (a.digits === 0n || b.digits === 0n) throw new RangeError(`${dividend} / ${divisor} is not a rate`);
  const numerator = a.digits * 10n ** BigInt(b.places + RATE_DECIMALS);
  const denominator = b.digits * 10n ** BigInt(a.places);
  const digits = String((2n * numerator + denominator) / (2n * denominator)).padStart(RATE_DECIMALS + 1, '0');
  return `${digits.slice(0, -RATE_DECIMALS)}.${digits.slice(-RATE_DECIMALS)}`.replace(/\.?0+$/, '');
};
