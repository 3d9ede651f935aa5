/** A whole number of kobo; 100 kobo are one naira. Amounts are never floating-point naira. */
export type Kobo = number & { readonly unit: 'kobo' };

/** Converts a number to kobo. @throws RangeError unless it is a safe integer */
export const kobo = (amount: number): Kobo => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not a whole number of kobo: ${amount}`);
  return amount as Kobo;
};

/** Groups digits by three: '1234567' → '1,234,567'. */
export const groupDigits = (digits: string): string =>
  digits.length <= 3 ? digits : `${groupDigits(digits.slice(0, -3))},${digits.slice(-3)}`;

/** Formats kobo as naira with commas; decimals only when needed: 1245000 → '12,450', 1245050 → '12,450.50'. */
export const formatNairaAmount = (amount: Kobo): string => {
  const sign = amount < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(amount) / 100);
  const koboPart = Math.abs(amount) % 100;
  return `${sign}${groupDigits(String(whole))}${koboPart === 0 ? '' : `.${String(koboPart).padStart(2, '0')}`}`;
};

/** 1245050 → '₦12,450.50', -1245050 → '-₦12,450.50'. */
export const formatNaira = (amount: Kobo): string =>
  amount < 0 ? `-${formatNaira(kobo(-amount))}` : `₦${formatNairaAmount(amount)}`;

/** The same for an amount of naira, as responses contain it: 12450.5 → '₦12,450.50'. */
export const formatNairaPrice = (naira: number): string => formatNaira(kobo(Math.round(naira * 100)));

/** Parses naira text with or without sign and commas. @returns kobo, or null when it is not an amount */
export const parseNaira = (text: string): Kobo | null => {
  const match = /^-?₦?(\d[\d,]*)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  const whole = Number((match[1] ?? '').replaceAll(',', ''));
  const amount = whole * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  if (!Number.isSafeInteger(amount)) return null;
  return kobo(text.trim().startsWith('-') ? -amount : amount);
};
