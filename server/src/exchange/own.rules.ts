import type { Kobo } from '@sokuwa/contract/money.ts';
import { describeFormula, joinList, type Row, splitList } from './cells.rules.ts';
import type { TableFormat } from './format.ts';
import {
  type ExportedProduct,
  formatPrice,
  type RawProduct,
  type SourcePicture,
  toUnit,
  type Unit,
} from './record.rules.ts';

const HEADER = [
  'handle',
  'sku',
  'merchant',
  'title',
  'category',
  'brand',
  'origin',
  'description',
  'warranty',
  'keywords',
  'weight_grams',
  'price',
  'discount_percent',
  'stock',
  'perishable',
  'listed_at',
  'pictures',
  'picture_texts',
] as const;

/** Combines the lists of picture URLs and alternative texts. */
const pairPictures = (sources: readonly string[], texts: readonly string[]): SourcePicture[] =>
  sources.map((source, n) => ({ source, alt: texts[n] ?? '' }));

const toRawProduct = (row: Row): RawProduct => {
  const list = (column: string) => {
    const cell = row.cell(column);
    return cell === undefined ? undefined : splitList(cell);
  };
  const weight = row.cell('weight_grams');
  const pictures = list('pictures');
  return {
    line: row.line,
    handle: row.text('handle'),
    sku: row.cell('sku'),
    merchant: row.cell('merchant'),
    title: row.text('title'),
    description: row.text('description'),
    categories: [row.text('category')],
    price: row.text('price'),
    salePrice: undefined,
    discountPercent: row.cell('discount_percent'),
    weight: weight === undefined ? undefined : { text: weight, gramsPerUnit: 1 },
    stock: row.cell('stock'),
    perishable: row.cell('perishable'),
    brand: row.cell('brand'),
    origin: row.cell('origin'),
    warranty: row.cell('warranty'),
    keywords: list('keywords'),
    listedAt: row.cell('listed_at'),
    pictures: pictures && pairPictures(pictures, list('picture_texts') ?? []),
  };
};

const readRow = (row: Row): Unit => {
  const raw = toRawProduct(row);
  const reason = describeFormula(row);
  return reason === '' ? toUnit([raw]) : { records: [], refusals: [{ line: row.line, handle: raw.handle, reason }] };
};

/** A product for export that may be incomplete: a draft. */
export type ExportedDraft = Omit<ExportedProduct, 'price_kobo' | 'weight_grams' | 'categoryPath'> & {
  price_kobo: Kobo | null;
  weight_grams: number | null;
};

/** The cells of a product in the shop's own CSV format. What a draft is missing is empty. */
export const formatOwnCells = (product: ExportedDraft): string[] => [
  product.handle,
  product.sku ?? '',
  product.merchant,
  product.title,
  product.category,
  product.brand ?? '',
  product.origin,
  product.description,
  product.warranty ?? '',
  joinList(product.keywords),
  product.weight_grams === null ? '' : String(product.weight_grams),
  product.price_kobo === null ? '' : formatPrice(product.price_kobo),
  String(product.discount_percent),
  String(product.stock),
  product.perishable ? 'yes' : 'no',
  product.listed_at.toISOString(),
  joinList(product.pictures.map(({ source }) => source)),
  joinList(product.pictures.map(({ alt }) => alt)),
];

/** The shop's own CSV format: one line per product, with all its fields. */
export const ownCsv: TableFormat = {
  name: 'csv',
  title: 'the shop’s own CSV',
  requiredColumns: ['handle', 'title', 'price', 'category'],
  matches: (has) => has('handle') && has('price') && has('category'),
  createReader: () => ({ add: readRow, finish: () => undefined }),
  header: HEADER,
  formatRows: (product) => [formatOwnCells(product)],
};

/**
 * A product as one line of the shop's own JSON format: an object with the CSV columns; lists and numbers have JSON
 * types.
 */
export const formatJsonLine = (product: ExportedProduct): string => {
  const { categoryPath: _, price_kobo, listed_at, pictures, ...rest } = product;
  return `${JSON.stringify({ ...rest, price: price_kobo / 100, listed_at: listed_at.toISOString(), pictures })}\n`;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the fields of an object and collects those of the wrong type. */
class FieldReader {
  readonly errors: string[] = [];
  readonly #object: Record<string, unknown>;
  constructor(object: Record<string, unknown>) {
    this.#object = object;
  }

  /** A string, or a number as a string; null becomes an empty string. */
  text(name: string): string | undefined {
    const value = this.#object[name];
    if (value === undefined) return undefined;
    if (value === null) return '';
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    this.errors.push(`"${name}" is not a string or a number.`);
    return '';
  }

  /** A boolean as `yes` or `no`, or a text. */
  yesOrNo(name: string): string | undefined {
    const value = this.#object[name];
    return typeof value === 'boolean' ? (value ? 'yes' : 'no') : this.text(name);
  }

  list<T>(name: string, parseItem: (value: unknown) => T | undefined, expected: string): T[] | undefined {
    const value = this.#object[name];
    if (value === undefined) return undefined;
    const items = Array.isArray(value) ? value.map(parseItem) : [undefined];
    if (items.includes(undefined)) this.errors.push(`"${name}" is not ${expected}.`);
    return items.filter((one) => one !== undefined);
  }
}

const parsePicture = (value: unknown): SourcePicture | undefined => {
  if (typeof value === 'string') return { source: value, alt: '' };
  if (!isObject(value) || typeof value.source !== 'string') return undefined;
  if (value.alt === undefined) return { source: value.source, alt: '' };
  return typeof value.alt === 'string' ? { source: value.source, alt: value.alt } : undefined;
};

/** Converts one line of the shop's own JSON format to a unit. */
export const readJsonLine = (line: number, text: string): Unit => {
  const refused = (handle: string, reason: string): Unit => ({ records: [], refusals: [{ line, handle, reason }] });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('', 'The line is not JSON: each line must be one object.');
  }
  if (!isObject(value)) return refused('', 'The line is not a JSON object.');
  const fields = new FieldReader(value);
  const grams = fields.text('weight_grams');
  const raw: RawProduct = {
    line,
    handle: fields.text('handle') ?? '',
    sku: fields.text('sku'),
    merchant: fields.text('merchant'),
    title: fields.text('title') ?? '',
    description: fields.text('description') ?? '',
    categories: [fields.text('category') ?? ''],
    price: fields.text('price') ?? '',
    salePrice: undefined,
    discountPercent: fields.text('discount_percent'),
    weight: grams === undefined ? undefined : { text: grams, gramsPerUnit: 1 },
    stock: fields.text('stock'),
    perishable: fields.yesOrNo('perishable'),
    brand: fields.text('brand'),
    origin: fields.text('origin'),
    warranty: fields.text('warranty'),
    keywords: fields.list('keywords', (one) => (typeof one === 'string' ? one : undefined), 'a list of strings'),
    listedAt: fields.text('listed_at'),
    pictures: fields.list('pictures', parsePicture, 'a list of URLs, or of objects with source and alt'),
  };
  return fields.errors.length === 0 ? toUnit([raw]) : refused(raw.handle.slice(0, 200), fields.errors.join(' '));
};
