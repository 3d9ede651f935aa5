import {
  computeSaleKobo,
  PRODUCT_TEXT_LENGTHS as LENGTHS,
  MAX_DISCOUNT_PERCENT,
  MAX_KEYWORDS,
  MAX_PRICE_KOBO,
  MAX_PRODUCT_PICTURES,
  MAX_STOCK,
  MAX_WEIGHT_GRAMS,
  tidyLine,
  tidyText,
} from '@sokuwa/contract/catalog/product.rules.ts';
import { type Kobo, kobo } from '@sokuwa/contract/money.ts';

/** A picture reference in a file: a URL, or a path within the picture folder. */
export type SourcePicture = { source: string; alt: string };

/**
 * A product with the unparsed values of the file. Undefined means that the file has no such column; an empty string
 * means that the cell is empty.
 */
export type RawProduct = {
  /** Line number in the file, from 1. */
  line: number;
  handle: string;
  sku: string | undefined;
  /** The merchant slug. */
  merchant: string | undefined;
  title: string;
  description: string;
  /** Category names in the file, the most specific first. */
  categories: readonly string[];
  /** In naira, before discount. */
  price: string;
  /** In naira, after discount, if the file has a sale price instead of a percentage. */
  salePrice: string | undefined;
  discountPercent: string | undefined;
  weight: { text: string; gramsPerUnit: number } | undefined;
  stock: string | undefined;
  /** Whether it spoils: yes or no. */
  perishable: string | undefined;
  brand: string | undefined;
  origin: string | undefined;
  warranty: string | undefined;
  keywords: readonly string[] | undefined;
  listedAt: string | undefined;
  pictures: readonly SourcePicture[] | undefined;
};

/** A validated product. Undefined leaves the stored value unchanged, or uses the default for a new product. */
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
  perishable: boolean | undefined;
  brand: string | null | undefined;
  origin: string | undefined;
  warranty: string | null | undefined;
  keywords: readonly string[] | undefined;
  listed_at: Date | undefined;
  pictures: readonly SourcePicture[] | undefined;
};

/** A refused product with the reason. */
export type Refusal = { line: number; handle: string; reason: string };

/** Related lines of a file, and their parsed records. */
export type Unit = { records: readonly ProductRecord[]; refusals: readonly Refusal[] };

/** A product of the shop, for export. */
export type ExportedProduct = {
  handle: string;
  sku: string | null;
  merchant: string;
  title: string;
  description: string;
  /** The slug of the sub-item. */
  category: string;
  /** The names of category, sub-category and sub-item. */
  categoryPath: readonly string[];
  price_kobo: Kobo;
  discount_percent: number;
  weight_grams: number;
  stock: number;
  perishable: boolean;
  brand: string | null;
  origin: string;
  warranty: string | null;
  keywords: readonly string[];
  listed_at: Date;
  pictures: readonly SourcePicture[];
};

/**
 * Derives the price before discount and the whole percentage from two prices. The sale price stays exact and the
 * percentage is rounded down, so the shop never overstates a discount; the price before discount is adjusted.
 * @param percent used if it leads exactly from one price to the other
 */
export const derivePrice = (
  fullPrice: Kobo,
  salePrice: Kobo,
  percent?: number,
): { price_kobo: Kobo; discount_percent: number } => {
  if (percent !== undefined && computeSaleKobo(fullPrice, percent) === salePrice)
    return { price_kobo: fullPrice, discount_percent: percent };
  if (fullPrice <= salePrice) return { price_kobo: salePrice, discount_percent: 0 };
  const wholePercent = Math.min(MAX_DISCOUNT_PERCENT, Math.floor(((fullPrice - salePrice) * 100) / fullPrice));
  if (computeSaleKobo(fullPrice, wholePercent) === salePrice)
    return { price_kobo: fullPrice, discount_percent: wholePercent };
  return { price_kobo: kobo(Math.ceil((salePrice * 100) / (100 - wholePercent))), discount_percent: wholePercent };
};

const AMOUNT = /^(?:₦|NGN)?\s*(\d{1,11}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2})0*)?$/;

/** Naira to kobo; null if invalid, or if a comma may be a decimal separator ("12,50"). */
export const parsePrice = (text: string): Kobo | null => {
  const [, whole, part = ''] = AMOUNT.exec(text) ?? [];
  return whole === undefined ? null : kobo(Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0')));
};

/** Formats kobo as naira with two decimals, without a currency sign. */
export const formatPrice = (amount: Kobo): string =>
  `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;

/** Whether it spoils: the column if there is one, otherwise yes if it has the tag `perishable`, as products of other shops may. */
export const perishableOf = (cell: string | undefined, tags: readonly string[] | undefined): string | undefined => {
  if (cell !== undefined && cell.trim() !== '') return cell;
  return tags?.some((tag) => tag.trim().toLowerCase() === 'perishable') ? 'yes' : cell;
};

/** Parses the fields of one product and collects the errors. */
class FieldChecks {
  readonly problems: string[] = [];

  text(name: string, value: string, max: number, tidy = tidyLine): string {
    if (value.length > 20 * max)
      return this.#fail(`${name} is ${value.length} characters long; the maximum is ${max}.`, '');
    if (value.includes('\ufffd') || !value.isWellFormed())
      return this.#fail(`${name} contains bytes that are not UTF-8: save the file as UTF-8.`, '');
    const text = tidy(value);
    return text.length <= max
      ? text
      : this.#fail(`${name} is ${text.length} characters long; the maximum is ${max}.`, '');
  }

  requiredText(name: string, value: string, max: number, tidy = tidyLine): string {
    const before = this.problems.length;
    const text = this.text(name, value, max, tidy);
    return text === '' && this.problems.length === before ? this.#fail(`${name} is missing.`, '') : text;
  }

  /** An empty value means none. */
  optionalText(name: string, value: string | undefined, max: number): string | null | undefined {
    return value === undefined ? undefined : this.text(name, value, max) || null;
  }

  price(name: string, value: string): Kobo {
    const text = value.trim();
    if (text === '') return this.#fail(`${name} is missing.`, kobo(1));
    const amount = parsePrice(text);
    if (amount === null)
      return this.#fail(`${name} "${text.slice(0, 40)}" is not an amount such as 12450.50.`, kobo(1));
    return amount <= MAX_PRICE_KOBO ? amount : this.#fail(`${name} is more than ₦10,000,000,000.`, kobo(1));
  }

  wholeNumber(name: string, value: string | undefined, min: number, max: number): number | undefined {
    const text = value?.trim() ?? '';
    if (text === '') return undefined;
    const number = /^-?\d{1,12}(\.0+)?$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    return this.#fail(`${name} "${text.slice(0, 40)}" is not a whole number from ${min} to ${max}.`, undefined);
  }

  weightGrams(weight: RawProduct['weight']): number | undefined {
    if (!weight) return undefined;
    const text = weight.text.trim();
    // Shops that do not weigh their goods export 0.
    if (/^0*(\.0*)?$/.test(text)) return undefined;
    const grams = /^\d{1,9}(\.\d+)?$/.test(text) ? Math.round(Number(text) * weight.gramsPerUnit) : Number.NaN;
    if (grams >= 1 && grams <= MAX_WEIGHT_GRAMS) return grams;
    return this.#fail(`The weight "${text.slice(0, 40)}" is not a weight of 1 gram to 100 tonnes.`, undefined);
  }

  /** An empty value is unknown. */
  yesOrNo(name: string, value: string | undefined): boolean | undefined {
    const text = value?.trim().toLowerCase() ?? '';
    if (text === '') return undefined;
    if (['yes', 'true', '1'].includes(text)) return true;
    if (['no', 'false', '0'].includes(text)) return false;
    return this.#fail(`${name} "${text.slice(0, 40)}" is not yes or no.`, undefined);
  }

  time(name: string, value: string | undefined): Date | undefined {
    const text = value?.trim() ?? '';
    if (text === '') return undefined;
    const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
      ? new Date(text)
      : undefined;
    if (time && !Number.isNaN(time.getTime())) return time;
    return this.#fail(`${name} "${text.slice(0, 40)}" is not a date or time such as 2026-12-24T08:00:00Z.`, undefined);
  }

  refuse(problem: string): void {
    this.problems.push(problem);
  }

  #fail<T>(problem: string, fallback: T): T {
    this.problems.push(problem);
    return fallback;
  }
}

const checkPrice = (raw: RawProduct, checks: FieldChecks): { price_kobo: Kobo; discount_percent: number } => {
  const fullPrice = checks.price('The price', raw.price);
  const percent = checks.wholeNumber('The discount', raw.discountPercent, 0, MAX_DISCOUNT_PERCENT);
  const saleText = raw.salePrice?.trim() ?? '';
  const prices =
    saleText === ''
      ? { price_kobo: fullPrice, discount_percent: percent ?? 0 }
      : derivePrice(fullPrice, checks.price('The sale price', saleText), percent);
  if (prices.price_kobo === 0) checks.refuse('The price is zero.');
  return prices;
};

/** Validates all fields of a product. @returns the product, or error messages */
export const checkProduct = (raw: RawProduct): ProductRecord | Refusal => {
  const checks = new FieldChecks();
  const handle = checks.requiredText('The handle', raw.handle, LENGTHS.handle);
  const record: ProductRecord = {
    line: raw.line,
    handle,
    sku: checks.optionalText('The SKU', raw.sku, LENGTHS.sku),
    merchant: checks.optionalText('The merchant', raw.merchant, 200) ?? undefined,
    title: checks.requiredText('The title', raw.title, LENGTHS.title),
    description: checks.text('The description', raw.description, LENGTHS.description, tidyText),
    categories: raw.categories.map((name) => checks.text('The category', name, 500)).filter(Boolean),
    ...checkPrice(raw, checks),
    weight_grams: checks.weightGrams(raw.weight),
    // Shops with backorders export negative stock; treat it as 0.
    stock: floorAtZero(checks.wholeNumber('The stock', raw.stock, -MAX_STOCK, MAX_STOCK)),
    perishable: checks.yesOrNo('The column perishable', raw.perishable),
    brand: checks.optionalText('The brand', raw.brand, LENGTHS.brand),
    origin: checks.optionalText('The origin', raw.origin, LENGTHS.origin) ?? undefined,
    warranty: checks.optionalText('The warranty', raw.warranty, LENGTHS.warranty),
    keywords: raw.keywords?.map((word) => checks.text('A keyword', word, LENGTHS.keyword)).filter(Boolean),
    listed_at: checks.time('The listing date', raw.listedAt),
    pictures: raw.pictures
      ?.filter(({ source }) => source.trim() !== '')
      .map(({ source, alt }) => ({
        source: checks.text('The URL or path of a picture', source, 2000),
        alt: checks.text('The alternative text of a picture', alt, LENGTHS.alt) || tidyLine(raw.title),
      })),
  };
  if ((record.pictures?.length ?? 0) > MAX_PRODUCT_PICTURES)
    checks.refuse(`There are more than ${MAX_PRODUCT_PICTURES} pictures.`);
  if ((record.keywords?.length ?? 0) > MAX_KEYWORDS) checks.refuse(`There are more than ${MAX_KEYWORDS} keywords.`);
  if (checks.problems.length === 0) return record;
  return { line: raw.line, handle, reason: checks.problems.join(' ') };
};

const floorAtZero = (stock: number | undefined): number | undefined =>
  stock === undefined ? undefined : Math.max(0, stock);

/** Validates raw products and combines them into a unit. */
export const toUnit = (raw: readonly RawProduct[]): Unit => {
  const records: ProductRecord[] = [];
  const refusals: Refusal[] = [];
  for (const one of raw) {
    const checked = checkProduct(one);
    if ('reason' in checked) refusals.push(checked);
    else records.push(checked);
  }
  return { records, refusals };
};
