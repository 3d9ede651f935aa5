import type { Kobo } from '@sokuwa/contract/money.ts';

/** Leading characters that make a spreadsheet evaluate a cell, also the full-width signs (OWASP, "CSV Injection"). */
const FORMULA_START = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Escapes text so that no spreadsheet evaluates it, the same way as WooCommerce. */
const escapeFormula = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);

/** An amount as decimal naira, exact to the kobo: -1245050 → '-12450.50'. */
export const formatDecimalNaira = (amount: Kobo): string => {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Formats cells as one line of a CSV file (RFC 4180). Numbers are amounts. */
export const formatCsvLine = (cells: readonly (string | Kobo)[]): string =>
  `${cells
    .map((cell) => (typeof cell === 'number' ? formatDecimalNaira(cell) : escapeFormula(cell)))
    .map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',')}\n`;
