import { type Kobo, kobo } from '@sokuwa/contract/money.ts';

/** A picture as a file names it: an address, or a path within the folder of pictures. */
export type SourcePicture = { source: string; alt: string };

/**
 * A product as a file tells it, still in the file's words. What is undefined the file does not speak of at all; an empty
 * text it leaves out.
 */
export type RawProduct = {
  /** Where it stands in the file; the first line is 1. */
  line: number;
  handle: string;
  sku: string | undefined;
  /** The merchant's slug. */
  merchant: string | undefined;
  title: string;
  description: string;
  /** What the file calls its category, the most exact name first. */
  categories: readonly string[];
  /** In naira, before any discount. */
  price: string;
  /** In naira, what is paid, where the file says so instead of a percentage. */
  salePrice: string | undefined;
  discountPercent: string | undefined;
  weight: { text: string; gramsPerUnit: number } | undefined;
  stock: string | undefined;
  brand: string | undefined;
  origin: string | undefined;
  warranty: string | undefined;
  keywords: readonly string[] | undefined;
  listedAt: string | undefined;
  pictures: readonly SourcePicture[] | undefined;
};

/** A product whose every part was found right. What is undefined stays as it is, or gets the shop's default when new. */
export type ProductRecord = {
  line: number;
  handle: string;
  sku: string | null | undefined;
  merchant: string | undefined;
  title: string;
  description: string;
  categories: readonly string[];
  price_kobo: Kobo;
  discount_percent: number;
  weight_grams: number | undefined;
  stock: number | undefined;
  brand: string | null | undefined;
  origin: string | undefined;
  warranty: string | null | undefined;
  keywords: readonly string[] | undefined;
  listed_at: Date | undefined;
  pictures: readonly SourcePicture[] | undefined;
};

/** Why a product of the file does not get in. */
export type Refusal = { line: number; handle: string; reason: string };

/** Some lines of a file that belong together, and what was made of them. */
export type Unit = { records: readonly ProductRecord[]; refusals: readonly Refusal[] };

/** A product of the shop, as files are written from it. */
export type ProductOut = {
  handle: string;
  sku: string | null;
  merchant: string;
  title: string;
  description: string;
  /** The sub-item's slug. */
  category: string;
  /** Category, sub-category and sub-item by their names. */
  categoryPath: readonly string[];
  price_kobo: Kobo;
  discount_percent: number;
  weight_grams: number;
  stock: number;
  brand: string | null;
  origin: string;
  warranty: string | null;
  keywords: readonly string[];
  listed_at: Date;
  pictures: readonly SourcePicture[];
};

const MOST_KOBO = 1_000_000_000_000;
const MOST_GRAMS = 100_000_000;
const MOST_STOCK = 100_000_000;
const MOST_PICTURES = 100;
const MOST_KEYWORDS = 250;

// Control characters, what stands for bytes that are no UTF-8, and marks that are no text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/g;
const BLANK = /[^\S\n]+/g;

/** Text of one line: blanks and line ends become one blank each, and control characters go. */
export const tidyLine = (text: string): string =>
  text.replace(CONTROL, '').replaceAll('\n', ' ').replace(BLANK, ' ').trim();

/** Text of several lines: each tidied, and no more than one empty line between two. */
export const tidyText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(CONTROL, '')
    .replace(BLANK, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Text as a handle: small letters and digits, with hyphens between. */
export const slugify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/** What is paid; the same rule as the column sale_kobo has: a broken kobo of discount is the buyer's. */
export const saleKobo = (price: Kobo, percent: number): Kobo => kobo(price - Math.ceil((price * percent) / 100));

/**
 * What a product costs before its discount, and the whole per cent off, when a file gives two prices. What is paid is kept to
 * the kobo and the percentage rounded down, so that no discount is shown that nobody gets; the price before gives way.
 * @param percent believed where it leads from one price to the other
 */
export const splitPrice = (
  before: Kobo,
  paid: Kobo,
  percent?: number,
): { price_kobo: Kobo; discount_percent: number } => {
  if (percent !== undefined && saleKobo(before, percent) === paid)
    return { price_kobo: before, discount_percent: percent };
  if (before <= paid) return { price_kobo: paid, discount_percent: 0 };
  const whole = Math.min(99, Math.floor(((before - paid) * 100) / before));
  if (saleKobo(before, whole) === paid) return { price_kobo: before, discount_percent: whole };
  return { price_kobo: kobo(Math.ceil((paid * 100) / (100 - whole))), discount_percent: whole };
};

const AMOUNT = /^(?:₦|NGN)?\s*(\d{1,11}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2})0*)?$/;

/** Naira to kobo; null for what is no amount, and for a comma that may be a decimal one ("12,50"). */
export const parsePrice = (text: string): Kobo | null => {
  const [, whole, part = ''] = AMOUNT.exec(text) ?? [];
  return whole === undefined ? null : kobo(Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0')));
};

/** Kobo as files have them: naira with two decimals, and nothing else. */
export const priceText = (amount: Kobo): string =>
  `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;

/** Reads the parts of one product, and remembers what is wrong with them. */
class Checks {
  readonly problems: string[] = [];

  text(name: string, value: string, most: number, tidy = tidyLine): string {
    if (value.length > 20 * most)
      return this.#wrong(`${name} is ${value.length} characters long, of ${most} at most.`, '');
    if (value.includes('\ufffd') || !value.isWellFormed())
      return this.#wrong(`${name} holds bytes that are not UTF-8: save the file as UTF-8.`, '');
    const text = tidy(value);
    return text.length <= most
      ? text
      : this.#wrong(`${name} is ${text.length} characters long, of ${most} at most.`, '');
  }

  needed(name: string, value: string, most: number, tidy = tidyLine): string {
    const before = this.problems.length;
    const text = this.text(name, value, most, tidy);
    return text === '' && this.problems.length === before ? this.#wrong(`${name} is missing.`, '') : text;
  }

  /** Empty means: none. */
  optional(name: string, value: string | undefined, most: number): string | null | undefined {
    return value === undefined ? undefined : this.text(name, value, most) || null;
  }

  price(name: string, value: string): Kobo {
    const text = value.trim();
    if (text === '') return this.#wrong(`${name} is missing.`, kobo(1));
    const amount = parsePrice(text);
    if (amount === null)
      return this.#wrong(`${name} "${text.slice(0, 40)}" is not an amount such as 12450.50.`, kobo(1));
    return amount <= MOST_KOBO ? amount : this.#wrong(`${name} is more than ₦10,000,000,000.`, kobo(1));
  }

  whole(name: string, value: string | undefined, least: number, most: number): number | undefined {
    const text = value?.trim() ?? '';
    if (text === '') return undefined;
    const number = /^-?\d{1,12}(\.0+)?$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    return this.#wrong(`${name} "${text.slice(0, 40)}" is not a whole number from ${least} to ${most}.`, undefined);
  }

  grams(weight: RawProduct['weight']): number | undefined {
    const text = weight?.text.trim() ?? '';
    // Shops that don't weigh their goods write 0.
    if (!weight || /^0*(\.0*)?$/.test(text)) return undefined;
    const grams = /^\d{1,9}(\.\d+)?$/.test(text) ? Math.round(Number(text) * weight.gramsPerUnit) : Number.NaN;
    if (grams >= 1 && grams <= MOST_GRAMS) return grams;
    return this.#wrong(`The weight "${text.slice(0, 40)}" is not a weight of 1 gram to 100 tonnes.`, undefined);
  }

  time(name: string, value: string | undefined): Date | undefined {
    const text = value?.trim() ?? '';
    if (text === '') return undefined;
    const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
      ? new Date(text)
      : undefined;
    if (time && !Number.isNaN(time.getTime())) return time;
    return this.#wrong(`${name} "${text.slice(0, 40)}" is not a day or time such as 2026-12-24T08:00:00Z.`, undefined);
  }

  refuse(problem: string): void {
    this.problems.push(problem);
  }

  #wrong<T>(problem: string, instead: T): T {
    this.problems.push(problem);
    return instead;
  }
}

const priceOf = (raw: RawProduct, checks: Checks): { price_kobo: Kobo; discount_percent: number } => {
  const before = checks.price('The price', raw.price);
  const percent = checks.whole('The discount', raw.discountPercent, 0, 99);
  const sale = raw.salePrice?.trim() ?? '';
  const found =
    sale === ''
      ? { price_kobo: before, discount_percent: percent ?? 0 }
      : splitPrice(before, checks.price('The sale price', sale), percent);
  if (found.price_kobo === 0) checks.refuse('The price is nothing.');
  return found;
};

/**
 * Makes sure that every part of a product is one that the shop can take.
 * @returns the product, or what is wrong with it in sentences
 */
export const checkProduct = (raw: RawProduct): ProductRecord | Refusal => {
  const checks = new Checks();
  const handle = checks.needed('The handle', raw.handle, 200);
  const record: ProductRecord = {
    line: raw.line,
    handle,
    sku: checks.optional('The SKU', raw.sku, 100),
    merchant: checks.optional('The merchant', raw.merchant, 200) ?? undefined,
    title: checks.needed('The title', raw.title, 200),
    description: checks.text('The description', raw.description, 20_000, tidyText),
    categories: raw.categories.map((name) => checks.text('The category', name, 500)).filter(Boolean),
    ...priceOf(raw, checks),
    weight_grams: checks.grams(raw.weight),
    // Shops that sell more than they have count below nothing; here there is nothing then.
    stock: floorAtNothing(checks.whole('The stock', raw.stock, -MOST_STOCK, MOST_STOCK)),
    brand: checks.optional('The brand', raw.brand, 200),
    origin: checks.optional('The origin', raw.origin, 200) ?? undefined,
    warranty: checks.optional('The warranty', raw.warranty, 1000),
    keywords: raw.keywords?.map((word) => checks.text('A keyword', word, 200)).filter(Boolean),
    listed_at: checks.time('The day of listing', raw.listedAt),
    pictures: raw.pictures
      ?.filter(({ source }) => source.trim() !== '')
      .map(({ source, alt }) => ({
        source: checks.text('The address of a picture', source, 2000),
        alt: checks.text('The text of a picture', alt, 1000) || tidyLine(raw.title).slice(0, 200),
      })),
  };
  if ((record.pictures?.length ?? 0) > MOST_PICTURES) checks.refuse(`There are more than ${MOST_PICTURES} pictures.`);
  if ((record.keywords?.length ?? 0) > MOST_KEYWORDS) checks.refuse(`There are more than ${MOST_KEYWORDS} keywords.`);
  if (checks.problems.length === 0) return record;
  return { line: raw.line, handle: handle.slice(0, 200), reason: checks.problems.join(' ') };
};

const floorAtNothing = (stock: number | undefined): number | undefined =>
  stock === undefined ? undefined : Math.max(0, stock);

/** The unit that these products make. */
export const unitOf = (raw: readonly RawProduct[]): Unit => {
  const records: ProductRecord[] = [];
  const refusals: Refusal[] = [];
  for (const one of raw) {
    const checked = checkProduct(one);
    if ('reason' in checked) refusals.push(checked);
    else records.push(checked);
  }
  return { records, refusals };
};
