import { computeSaleKobo, slugify } from '@sokuwa/contract/catalog/product.rules.ts';
import { describeFormula, joinList, type Row, splitList } from './cells.rules.ts';
import type { TableFormat, TableReader } from './format.ts';
import { htmlToText, textToHtml } from './html.rules.ts';
import { type ExportedProduct, formatPrice, perishableOf, type RawProduct, toUnit, type Unit } from './record.rules.ts';

/** "Meta" columns for fields without a standard WooCommerce column. */
const META = {
  handle: 'Meta: sokuwa_handle',
  category: 'Meta: sokuwa_category',
  origin: 'Meta: sokuwa_origin',
  warranty: 'Meta: sokuwa_warranty',
  perishable: 'Meta: sokuwa_perishable',
  discountPercent: 'Meta: sokuwa_discount_percent',
  listedAt: 'Meta: sokuwa_listed_at',
  pictureTexts: 'Meta: sokuwa_image_texts',
} as const;

const HEADER = [
  'ID',
  'Type',
  'SKU',
  'Name',
  'Published',
  'Visibility in catalog',
  'Short description',
  'Description',
  'Date sale price starts',
  'Date sale price ends',
  'In stock?',
  'Stock',
  'Weight (kg)',
  'Sale price',
  'Regular price',
  'Categories',
  'Tags',
  'Images',
  'Parent',
  'Brands',
  ...Object.values(META),
] as const;

/** The column name contains the weight unit of the exporting shop. */
const WEIGHTS = [
  { column: 'Weight (kg)', gramsPerUnit: 1000 },
  { column: 'Weight (g)', gramsPerUnit: 1 },
  { column: 'Weight (lbs)', gramsPerUnit: 453.592_37 },
  { column: 'Weight (oz)', gramsPerUnit: 28.349_523_125 },
] as const;

/** Variations follow their product, but not always immediately; this limits the number of products in memory. */
const MAX_PARENTS = 10_000;

/** Doubles a backslash before an n, because \n is a line break. */
const encodeLines = (html: string): string => html.replaceAll('\\n', '\\\\n');
const decodeLines = (cell: string): string =>
  cell
    .split('\\\\n')
    .map((part) => part.replaceAll('\\n', '\n'))
    .join('\\n');

/** WordPress renders line breaks, HTML does not. */
const readDescription = (cell: string): string => htmlToText(decodeLines(cell).replace(/\r?\n/g, '<br>'));

const readWeight = (row: Row): RawProduct['weight'] => {
  const found = WEIGHTS.find(({ column }) => row.text(column).trim() !== '');
  return found && { text: row.text(found.column), gramsPerUnit: found.gramsPerUnit };
};

const DAY_MS = 86_400_000;

/** Whether the sale price is valid now; an end date without a time includes the whole day. */
const isOnSale = (row: Row, now: Date): boolean => {
  const [starts, ends] = ['Date sale price starts', 'Date sale price ends'].map((column) => row.text(column).trim());
  const from = starts ? Date.parse(starts) : Number.NEGATIVE_INFINITY;
  const until = ends ? Date.parse(ends) + (/^\d{4}-\d\d-\d\d$/.test(ends) ? DAY_MS : 0) : Number.POSITIVE_INFINITY;
  return from <= now.getTime() && now.getTime() < until;
};

/** The stock; without stock management, WooCommerce only gives "in stock" or not. */
const readStock = (row: Row): string | undefined => {
  const stock = row.text('Stock').trim();
  if (/^-?\d/.test(stock)) return stock;
  if (row.text('In stock?').trim() === '0') return '0';
  // 'parent' means that all variations share the stock, so this line has no number.
  return stock === 'parent' ? undefined : stock;
};

const readId = (row: Row): string => row.text('ID').trim();
const readSku = (row: Row): string => row.text('SKU').trim();
const readHandle = (row: Row): string => {
  if (row.text(META.handle).trim() !== '') return row.text(META.handle);
  if (readSku(row) !== '') return slugify(readSku(row));
  return readId(row) === '' ? slugify(row.text('Name')) : `woo-${slugify(readId(row))}`;
};

/** @param parent the product of a variation, from which it inherits missing values */
const toRawProduct = (row: Row, parent: Row | undefined, now: Date): RawProduct => {
  const inherited = (column: string): string => row.text(column).trim() || (parent?.text(column) ?? '');
  const pictures = splitList(row.text('Images'));
  const texts = splitList(row.text(META.pictureTexts));
  const more = splitList(parent?.text('Images') ?? '').filter((source) => !pictures.includes(source));
  const sale = row.text('Sale price').trim();
  const hasColumn = (column: string) => row.cell(column) !== undefined;
  const keywords = hasColumn('Tags') ? splitList(inherited('Tags')) : undefined;
  return {
    line: row.line,
    handle: readHandle(row),
    sku: row.cell('SKU'),
    merchant: undefined,
    title: row.text('Name'),
    description:
      [readDescription(inherited('Description')), readDescription(inherited('Short description'))].find(Boolean) ?? '',
    categories: [row.text(META.category), ...splitList(inherited('Categories'))],
    price: row.text('Regular price'),
    salePrice: isOnSale(row, now) ? sale : undefined,
    discountPercent: sale === '' ? undefined : row.cell(META.discountPercent),
    weight: readWeight(row) ?? (parent && readWeight(parent)),
    stock: readStock(row),
    brand: hasColumn('Brands') ? inherited('Brands') : undefined,
    origin: row.cell(META.origin),
    warranty: row.cell(META.warranty),
    perishable: perishableOf(row.cell(META.perishable), keywords),
    keywords,
    listedAt: row.cell(META.listedAt),
    pictures: hasColumn('Images')
      ? [...pictures, ...more].map((source, n) => ({ source, alt: texts[n] ?? '' }))
      : undefined,
  };
};

/** The types of the product; a cell can contain several. */
const readTypes = (row: Row): string[] =>
  row
    .text('Type')
    .toLowerCase()
    .split(',')
    .map((type) => type.trim());

const describeHiddenReason = (row: Row): string => {
  const types = readTypes(row);
  if (row.text('Published').trim() !== '' && row.text('Published').trim() !== '1') return 'It is not published.';
  if (types.includes('grouped')) return 'It is a grouped product.';
  if (types.includes('external')) return 'It is an external product.';
  return types.includes('virtual') || types.includes('downloadable') ? 'It is virtual or downloadable.' : '';
};

/** Converts one line. @param parent the product of a variation, if found */
export const readWooLine = (row: Row, parent: Row | undefined, now: Date): Unit => {
  const refused = (reason: string): Unit => ({
    records: [],
    refusals: [{ line: row.line, handle: readHandle(row).slice(0, 200), reason }],
  });
  if (readTypes(row).includes('variation') && !parent)
    return refused(`It is a variation of "${row.text('Parent').slice(0, 100)}", which is not on an earlier line.`);
  const raw = toRawProduct(row, parent, now);
  const problem = describeFormula(row) || describeHiddenReason(row) || (parent ? describeHiddenReason(parent) : '');
  return problem === '' ? toUnit([raw]) : refused(problem);
};

const createReader = (now: Date): TableReader => {
  const parents = new Map<string, Row>();
  const remember = (name: string, row: Row) => {
    parents.delete(name);
    const [oldest] = parents.keys();
    if (oldest !== undefined && parents.size >= 2 * MAX_PARENTS) parents.delete(oldest);
    parents.set(name, row);
  };
  return {
    add: (row) => {
      if (!readTypes(row).includes('variable')) return readWooLine(row, parents.get(row.text('Parent').trim()), now);
      // Only its variations are sold, not the product itself.
      if (readId(row) !== '') remember(`id:${readId(row)}`, row);
      if (readSku(row) !== '') remember(readSku(row), row);
      return undefined;
    },
    finish: () => undefined,
  };
};

const formatRows = (product: ExportedProduct): string[][] => {
  const salePrice = computeSaleKobo(product.price_kobo, product.discount_percent);
  const cells: Partial<Record<(typeof HEADER)[number], string>> = {
    Type: 'simple',
    SKU: product.sku ?? '',
    Name: product.title,
    Published: '1',
    'Visibility in catalog': 'visible',
    Description: encodeLines(textToHtml(product.description)),
    'In stock?': product.stock > 0 ? '1' : '0',
    Stock: String(product.stock),
    'Weight (kg)': String(product.weight_grams / 1000),
    'Sale price': product.discount_percent === 0 ? '' : formatPrice(salePrice),
    'Regular price': formatPrice(product.price_kobo),
    Categories: joinList([product.categoryPath.join(' > ')]),
    Tags: joinList(product.keywords),
    Images: joinList(product.pictures.map(({ source }) => source)),
    Brands: product.brand ?? '',
    [META.handle]: product.handle,
    [META.category]: product.category,
    [META.origin]: product.origin,
    [META.warranty]: product.warranty ?? '',
    [META.perishable]: product.perishable ? 'yes' : 'no',
    [META.discountPercent]: String(product.discount_percent),
    [META.listedAt]: product.listed_at.toISOString(),
    [META.pictureTexts]: joinList(product.pictures.map(({ alt }) => alt)),
  };
  return [HEADER.map((column) => cells[column] ?? '')];
};

/** The CSV file of WooCommerce's product exporter. */
export const wooCommerce: TableFormat = {
  name: 'woocommerce',
  title: 'a WooCommerce product file',
  requiredColumns: ['Type', 'Name', 'Regular price'],
  matches: (has) => has('Name') && has('Regular price'),
  createReader,
  header: HEADER,
  formatRows,
};
