import { formulaProblem, joinList, type Row, splitList } from './cells.rules.ts';
import type { TableFormat, TableReader } from './format.ts';
import { htmlToText, textToHtml } from './html.rules.ts';
import { type ProductOut, priceText, type RawProduct, saleKobo, slugify, type Unit, unitOf } from './record.rules.ts';

/** "Meta" columns for fields without a standard WooCommerce column. */
const META = {
  handle: 'Meta: sokuwa_handle',
  category: 'Meta: sokuwa_category',
  origin: 'Meta: sokuwa_origin',
  warranty: 'Meta: sokuwa_warranty',
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

/** Encodes line breaks as \n, and doubles a backslash before an n. */
const encodeLines = (text: string): string => text.replaceAll('\\n', '\\\\n').replaceAll('\n', '\\n');
const decodeLines = (cell: string): string =>
  cell
    .split('\\\\n')
    .map((part) => part.replaceAll('\\n', '\n'))
    .join('\\n');

/** WordPress renders line breaks, HTML does not. */
const descriptionOf = (cell: string): string => htmlToText(decodeLines(cell).replace(/\r?\n/g, '<br>'));

const weightOf = (row: Row): RawProduct['weight'] => {
  const found = WEIGHTS.find(({ column }) => row.text(column).trim() !== '');
  return found && { text: row.text(found.column), gramsPerUnit: found.gramsPerUnit };
};

/** Whether the sale price is valid now; an end date without a time includes the whole day. */
const onSale = (row: Row, now: Date): boolean => {
  const [starts, ends] = ['Date sale price starts', 'Date sale price ends'].map((column) => row.text(column).trim());
  const from = starts ? Date.parse(starts) : Number.NEGATIVE_INFINITY;
  const day = 86_400_000;
  const until = ends ? Date.parse(ends) + (/^\d{4}-\d\d-\d\d$/.test(ends) ? day : 0) : Number.POSITIVE_INFINITY;
  return from <= now.getTime() && now.getTime() < until;
};

/** The stock; without stock management, WooCommerce only gives "in stock" or not. */
const stockOf = (row: Row): string | undefined => {
  const stock = row.text('Stock').trim();
  if (/^-?\d/.test(stock)) return stock;
  if (row.text('In stock?').trim() === '0') return '0';
  // 'parent' means that all variations share the stock, so there is no number for this one.
  return stock === 'parent' ? undefined : stock;
};

const idOf = (row: Row): string => row.text('ID').trim();
const skuOf = (row: Row): string => row.text('SKU').trim();
const handleOf = (row: Row): string => {
  if (row.text(META.handle).trim() !== '') return row.text(META.handle);
  if (skuOf(row) !== '') return slugify(skuOf(row));
  return idOf(row) === '' ? slugify(row.text('Name')) : `woo-${slugify(idOf(row))}`;
};

/** @param parent the product of a variation, from which it inherits missing values */
const rawOf = (row: Row, parent: Row | undefined, now: Date): RawProduct => {
  const inherited = (column: string): string => row.text(column).trim() || (parent?.text(column).trim() ?? '');
  const pictures = splitList(row.text('Images'));
  const texts = splitList(row.text(META.pictureTexts));
  const more = splitList(parent?.text('Images') ?? '').filter((source) => !pictures.includes(source));
  const sale = row.text('Sale price').trim();
  const known = (column: string) => row.cell(column) !== undefined;
  return {
    line: row.line,
    handle: handleOf(row),
    sku: row.cell('SKU'),
    merchant: undefined,
    title: row.text('Name'),
    description:
      [descriptionOf(inherited('Description')), descriptionOf(inherited('Short description'))].find(Boolean) ?? '',
    categories: [row.text(META.category), ...splitList(inherited('Categories'))],
    price: row.text('Regular price'),
    salePrice: sale !== '' && onSale(row, now) ? sale : undefined,
    discountPercent: sale === '' ? undefined : row.cell(META.discountPercent),
    weight: weightOf(row) ?? (parent && weightOf(parent)),
    stock: stockOf(row),
    brand: known('Brands') ? inherited('Brands') : undefined,
    origin: row.cell(META.origin),
    warranty: row.cell(META.warranty),
    keywords: known('Tags') ? splitList(inherited('Tags')) : undefined,
    listedAt: row.cell(META.listedAt),
    pictures: known('Images')
      ? [...pictures, ...more].map((source, n) => ({ source, alt: texts[n] ?? '' }))
      : undefined,
  };
};

/** Product types that the import supports. */
const typesOf = (row: Row): string[] =>
  row
    .text('Type')
    .toLowerCase()
    .split(',')
    .map((type) => type.trim());

const hiddenReason = (row: Row): string => {
  const types = typesOf(row);
  if (row.text('Published').trim() !== '' && row.text('Published').trim() !== '1') return 'It is not published.';
  if (types.includes('grouped')) return 'It is a group of products, not one.';
  if (types.includes('external')) return 'It is sold elsewhere.';
  return types.includes('virtual') || types.includes('downloadable') ? 'It is nothing that can be sent.' : '';
};

/** Converts one line. @param parent the product of a variation, if found */
export const readWooLine = (row: Row, parent: Row | undefined, now: Date): Unit => {
  const refused = (reason: string): Unit => ({
    records: [],
    refusals: [{ line: row.line, handle: handleOf(row).slice(0, 200), reason }],
  });
  if (typesOf(row).includes('variation') && !parent)
    return refused(`It is a variation of "${row.text('Parent').slice(0, 100)}", which does not stand before it.`);
  const raw = rawOf(row, parent, now);
  const problem = formulaProblem(row) || hiddenReason(row) || (parent ? hiddenReason(parent) : '');
  return problem === '' ? unitOf([raw]) : refused(problem);
};

const reader = (now: Date): TableReader => {
  const parents = new Map<string, Row>();
  const remember = (name: string, row: Row) => {
    parents.delete(name);
    const [oldest] = parents.keys();
    if (oldest !== undefined && parents.size >= 2 * MAX_PARENTS) parents.delete(oldest);
    parents.set(name, row);
  };
  return {
    take: (row) => {
      if (!typesOf(row).includes('variable')) return readWooLine(row, parents.get(row.text('Parent').trim()), now);
      // Only its variations are sold, not the product itself.
      if (idOf(row) !== '') remember(`id:${idOf(row)}`, row);
      if (skuOf(row) !== '') remember(skuOf(row), row);
      return { records: [], refusals: [] };
    },
    end: () => undefined,
  };
};

const rowsOf = (product: ProductOut): string[][] => {
  const paid = saleKobo(product.price_kobo, product.discount_percent);
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
    'Sale price': product.discount_percent === 0 ? '' : priceText(paid),
    'Regular price': priceText(product.price_kobo),
    Categories: joinList([product.categoryPath.join(' > ')]),
    Tags: joinList(product.keywords),
    Images: joinList(product.pictures.map(({ source }) => source)),
    Brands: product.brand ?? '',
    [META.handle]: product.handle,
    [META.category]: product.category,
    [META.origin]: product.origin,
    [META.warranty]: product.warranty ?? '',
    [META.discountPercent]: String(product.discount_percent),
    [META.listedAt]: product.listed_at.toISOString(),
    [META.pictureTexts]: joinList(product.pictures.map(({ alt }) => alt)),
  };
  return [HEADER.map((column) => cells[column] ?? '')];
};

/** The CSV file of WooCommerce's own product exporter. */
export const wooCommerce: TableFormat = {
  name: 'woocommerce',
  title: 'a WooCommerce product file',
  needs: ['Type', 'Name', 'Regular price'],
  knows: (has) => has('Name') && has('Regular price'),
  reader,
  header: HEADER,
  rows: rowsOf,
};
