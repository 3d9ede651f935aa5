/** Whole kobo: 100 kobo are one naira. Money is never a floating-point number of naira inside the shop. */
export type Kobo = number & { readonly unit: 'kobo' };

/** Brands a whole number of kobo; throws on anything that is not one. */
export const kobo = (amount: number): Kobo => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of kobo: ${amount}`);
  return amount as Kobo;
};

/** Digits in groups of three: '1234567' → '1,234,567'. */
export const grouped = (digits: string): string =>
  digits.length <= 3 ? digits : `${grouped(digits.slice(0, -3))},${digits.slice(-3)}`;

/** Kobo as naira text with commas, and two decimals only where kobo are left: 1245000 → '12,450', 1245050 → '12,450.50'. */
export const nairaText = (amount: Kobo): string => {
  const sign = amount < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(amount) / 100);
  const rest = Math.abs(amount) % 100;
  return `${sign}${grouped(String(whole))}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
};

/** Naira text with or without sign and commas, to kobo; null when it is not an amount. */
export const parseNaira = (text: string): Kobo | null => {
  const match = /^-?₦?(\d[\d,]*)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const whole = Number((match[1] ?? '').replaceAll(',', ''));
  const amount = whole * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  if (!Number.isSafeInteger(amount)) return null;
  return kobo(text.trim().startsWith('-') ? -amount : amount);
};
