import { formulaProblem, joinList, type Row, splitList } from './cells.rules.ts';
import type { TableFormat } from './format.ts';
import { type ProductOut, priceText, type RawProduct, type SourcePicture, type Unit, unitOf } from './record.rules.ts';

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
  'listed_at',
  'pictures',
  'picture_texts',
] as const;

/** Combines the lists of picture URLs and alternative texts. */
const paired = (sources: readonly string[], texts: readonly string[]): SourcePicture[] =>
  sources.map((source, n) => ({ source, alt: texts[n] ?? '' }));

const rawOfRow = (row: Row): RawProduct => {
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
    brand: row.cell('brand'),
    origin: row.cell('origin'),
    warranty: row.cell('warranty'),
    keywords: list('keywords'),
    listedAt: row.cell('listed_at'),
    pictures: pictures && paired(pictures, list('picture_texts') ?? []),
  };
};

const take = (row: Row): Unit => {
  const raw = rawOfRow(row);
  const reason = formulaProblem(row);
  return reason === '' ? unitOf([raw]) : { records: [], refusals: [{ line: row.line, handle: raw.handle, reason }] };
};

/** The shop's own CSV format: one line per product, with all its fields. */
export const ownCsv: TableFormat = {
  name: 'csv',
  title: 'the shop’s own CSV',
  needs: ['handle', 'title', 'price', 'category'],
  knows: (has) => has('handle') && has('price') && has('category'),
  reader: () => ({ take, end: () => undefined }),
  header: HEADER,
  rows: (product) => [
    [
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
      String(product.weight_grams),
      priceText(product.price_kobo),
      String(product.discount_percent),
      String(product.stock),
      product.listed_at.toISOString(),
      joinList(product.pictures.map(({ source }) => source)),
      joinList(product.pictures.map(({ alt }) => alt)),
    ],
  ],
};

/**
 * A product as one line of the shop's own JSON format: an object with the CSV columns; lists and numbers have JSON
 * types.
 */
export const jsonLine = (product: ProductOut): string => {
  const { categoryPath: _, price_kobo, listed_at, pictures, ...rest } = product;
  return `${JSON.stringify({ ...rest, price: price_kobo / 100, listed_at: listed_at.toISOString(), pictures })}\n`;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the fields of an object and collects those of the wrong type. */
class Parts {
  readonly wrong: string[] = [];
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
    this.wrong.push(`"${name}" is neither text nor number.`);
    return '';
  }

  list<T>(name: string, item: (value: unknown) => T | undefined, what: string): T[] | undefined {
    const value = this.#object[name];
    if (value === undefined) return undefined;
    const items = Array.isArray(value) ? value.map(item) : [undefined];
    if (items.includes(undefined)) this.wrong.push(`"${name}" is not ${what}.`);
    return items.filter((one) => one !== undefined);
  }
}

const pictureOf = (value: unknown): SourcePicture | undefined => {
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
    return refused('', 'The line is not JSON: one object stands on each line.');
  }
  if (!isObject(value)) return refused('', 'The line holds no object.');
  const parts = new Parts(value);
  const grams = parts.text('weight_grams');
  const raw: RawProduct = {
    line,
    handle: parts.text('handle') ?? '',
    sku: parts.text('sku'),
    merchant: parts.text('merchant'),
    title: parts.text('title') ?? '',
    description: parts.text('description') ?? '',
    categories: [parts.text('category') ?? ''],
    price: parts.text('price') ?? '',
    salePrice: undefined,
    discountPercent: parts.text('discount_percent'),
    weight: grams === undefined ? undefined : { text: grams, gramsPerUnit: 1 },
    stock: parts.text('stock'),
    brand: parts.text('brand'),
    origin: parts.text('origin'),
    warranty: parts.text('warranty'),
    keywords: parts.list('keywords', (one) => (typeof one === 'string' ? one : undefined), 'a list of texts'),
    listedAt: parts.text('listed_at'),
    pictures: parts.list('pictures', pictureOf, 'a list of addresses, or of objects with source and alt'),
  };
  return parts.wrong.length === 0 ? unitOf([raw]) : refused(raw.handle.slice(0, 200), parts.wrong.join(' '));
};
