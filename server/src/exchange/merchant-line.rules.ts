import { productFields, productHandle, productStock } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import {
  MAX_PRODUCT_PICTURES,
  PRODUCT_STATES,
  PRODUCT_TEXT_LENGTHS,
  type ProductState,
  tidyLine,
} from '@sokuwa/contract/catalog/product.rules.ts';
import type { ImportField, LineProblem } from '@sokuwa/contract/exchange/product-imports.rules.ts';
import type { z } from 'zod';
import type { SubItem } from '../catalog/index.ts';
import type { FindCategory } from './categories.rules.ts';
import { type Row, splitList } from './cells.rules.ts';
import { parsePrice, type SourcePicture } from './record.rules.ts';

/** The values of a line, with the rules of the API. What the file has no column for, or nothing to say about, is missing. */
export type LineValues = {
  handle?: string;
  sku?: string | null;
  title?: string;
  description?: string;
  sub_item?: Pick<SubItem, 'id' | 'category_id'> | null;
  price_kobo?: number | null;
  discount_percent?: number;
  weight_grams?: number | null;
  perishable?: boolean;
  brand?: string | null;
  origin?: string;
  warranty?: string | null;
  keywords?: string[];
  stock?: number;
  state?: ProductState;
  /** Without a text of its own a picture gets the title. */
  pictures?: SourcePicture[];
};
export type ImportedLine = { line: number; values: LineValues; problems: LineProblem[] };

/** A whole number, also with commas between thousands. */
const toNumber = (text: string): number =>
  /^-?(\d{1,12}|\d{1,3}(,\d{3}){1,3})(\.0+)?$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;

const ANSWERS: Record<string, boolean> = { yes: true, true: true, '1': true, no: false, false: false, '0': false };
const MAX_PICTURE_URL = 2000;

/** Reads the cells of one line, and collects what is wrong. */
class LineReader {
  readonly values: LineValues = {};
  readonly problems: LineProblem[] = [];
  readonly #row: Row;
  constructor(row: Row) {
    this.#row = row;
  }

  /** The trimmed cell; undefined if the file has no such column, or after a problem. */
  cell(field: ImportField): string | undefined {
    const cell = this.#row.cell(field);
    if (cell === undefined) return undefined;
    if (!this.#row.formulas.includes(field)) return cell.trim();
    this.fail(field, 'This is a formula. Write its value.');
    return undefined;
  }

  /** The value by a schema of the API; undefined after a problem. */
  check<S extends z.ZodType>(field: ImportField, schema: S, value: unknown): z.output<S> | undefined {
    const { data, error } = schema.safeParse(value);
    for (const { message } of error?.issues ?? []) this.fail(field, message);
    return data;
  }

  fail(field: ImportField, message: string): void {
    if (!this.problems.some((one) => one.field === field && one.message === message))
      this.problems.push({ field, message });
  }

  /** Sets a value, unless the column is missing or the value is wrong. */
  set<Name extends keyof LineValues>(name: Name, value: LineValues[Name] | undefined): void {
    if (value !== undefined) this.values[name] = value;
  }
}

const readPictures = (reader: LineReader): SourcePicture[] | undefined => {
  const cell = reader.cell('pictures');
  const texts = splitList(reader.cell('picture_texts') ?? '');
  if (cell === undefined) return undefined;
  const pictures = splitList(cell)
    .map((source, n) => ({ source, alt: tidyLine(texts[n] ?? '') }))
    .filter(({ source }) => source !== '');
  if (pictures.length > MAX_PRODUCT_PICTURES)
    reader.fail('pictures', `A product has ${MAX_PRODUCT_PICTURES} pictures at most.`);
  if (pictures.some(({ source }) => !/^https?:\/\//i.test(source) || source.length > MAX_PICTURE_URL))
    reader.fail('pictures', 'Write the addresses of pictures on the internet, separated by commas: https://…');
  if (pictures.some(({ alt }) => alt.length > PRODUCT_TEXT_LENGTHS.alt))
    reader.fail('picture_texts', `Write ${PRODUCT_TEXT_LENGTHS.alt} characters at most.`);
  return pictures;
};

/**
 * Reads one line of a merchant's product file.
 * @param row its cells by the names of fields
 * @param merchant the slug of the merchant, the only one whose name the file may have
 */
export const readLine = (row: Row, findCategory: FindCategory, merchant: string): ImportedLine => {
  const reader = new LineReader(row);
  /** An empty cell is none, or says nothing. */
  const read = <T>(field: ImportField, parse: (text: string) => T | undefined, empty: T | undefined) => {
    const cell = reader.cell(field);
    if (cell === undefined) return undefined;
    return cell === '' ? empty : parse(cell);
  };
  const isOther = read('merchant', (text) => text !== merchant, false);
  if (isOther) reader.fail('merchant', 'There is no such store. Leave this empty, or write the name of yours.');
  reader.set(
    'handle',
    read('handle', (text) => reader.check('handle', productHandle, text), undefined),
  );
  reader.set(
    'title',
    read('title', (text) => reader.check('title', productFields.title, text), undefined),
  );
  for (const field of ['sku', 'brand', 'warranty'] as const)
    reader.set(
      field,
      read<string | null>(field, (text) => reader.check(field, productFields[field], text), null),
    );
  reader.set(
    'origin',
    read('origin', (text) => reader.check('origin', productFields.origin, text), undefined),
  );
  reader.set(
    'description',
    read('description', (text) => reader.check('description', productFields.description, text), ''),
  );
  reader.set(
    'sub_item',
    read<LineValues['sub_item'] & {}>(
      'category',
      (text) => {
        const found = findCategory([text]);
        if (!found) reader.fail('category', 'The shop has no such category. Write its name as the shop does.');
        return found;
      },
      undefined,
    ) ?? (reader.cell('category') === '' ? null : undefined),
  );
  reader.set(
    'price_kobo',
    read<number | null>(
      'price',
      (text) => {
        const kobo = parsePrice(text);
        return reader.check('price', productFields.price, kobo === null ? text : kobo / 100);
      },
      null,
    ),
  );
  reader.set(
    'discount_percent',
    read(
      'discount_percent',
      (text) => reader.check('discount_percent', productFields.discount_percent, toNumber(text.replace(/\s*%$/, ''))),
      0,
    ),
  );
  reader.set(
    'weight_grams',
    read<number | null>(
      'weight_grams',
      (text) => reader.check('weight_grams', productFields.weight_grams, toNumber(text)),
      null,
    ),
  );
  reader.set(
    'stock',
    read('stock', (text) => reader.check('stock', productStock, toNumber(text)), undefined),
  );
  reader.set(
    'keywords',
    read(
      'keywords',
      (text) => reader.check('keywords', productFields.keywords, splitList(text).filter(Boolean)),
      [] as string[],
    ),
  );
  reader.set(
    'perishable',
    read(
      'perishable',
      (text) => {
        const answer = ANSWERS[text.toLowerCase()];
        if (answer === undefined) reader.fail('perishable', 'Write yes or no.');
        return answer;
      },
      undefined,
    ),
  );
  reader.set(
    'state',
    read(
      'state',
      (text) => {
        const state = PRODUCT_STATES.find((name) => name === text.toLowerCase());
        if (!state) reader.fail('state', 'Write draft, live or paused.');
        return state;
      },
      undefined,
    ),
  );
  reader.set('pictures', readPictures(reader));
  const { line } = row;
  return { line, values: reader.values, problems: reader.problems };
};
