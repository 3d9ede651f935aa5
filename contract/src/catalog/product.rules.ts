import { type Kobo, kobo } from '../money.ts';

/** Maximum characters of the texts of a product, on every way into the shop. */
export const PRODUCT_TEXT_LENGTHS = {
  handle: 200,
  sku: 100,
  title: 200,
  description: 20_000,
  brand: 200,
  origin: 200,
  warranty: 1000,
  keyword: 200,
  /** The alternative text of a picture. */
  alt: 1000,
} as const;

/** Only live products are in the shop. A draft may be incomplete. */
export const PRODUCT_STATES = ['draft', 'live', 'paused'] as const;
export type ProductState = (typeof PRODUCT_STATES)[number];

export const MAX_PRICE_KOBO = 1_000_000_000_000;
export const MAX_DISCOUNT_PERCENT = 99;
export const MAX_WEIGHT_GRAMS = 100_000_000;
export const MAX_STOCK = 100_000_000;
export const MAX_PRODUCT_PICTURES = 100;
export const MAX_KEYWORDS = 250;

// Control characters, byte order marks and noncharacters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g;
const BLANK = /[^\S\n]+/g;

/** Normalizes a single line: collapses whitespace and line breaks, removes control characters. */
export const tidyLine = (text: string): string =>
  text.replace(CONTROL_CHARACTERS, '').replaceAll('\n', ' ').replace(BLANK, ' ').trim();

/** Normalizes multi-line text: normalizes each line, and allows at most one blank line between two. */
export const tidyText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(CONTROL_CHARACTERS, '')
    .replace(BLANK, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Converts text to a handle: lower-case letters and digits, separated by hyphens. */
export const slugify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** The price after discount, with the discount rounded up to whole kobo. Must match the column sale_kobo of the database. */
export const computeSaleKobo = (price: Kobo, percent: number): Kobo => kobo(price - Math.ceil((price * percent) / 100));
