import { computeSaleKobo, slugify } from '@sokuwa/contract/catalog/product.rules.ts';
import { describeFormula, joinList, type Row, splitList } from './cells.rules.ts';
import type { FormatName, TableFormat, TableReader } from './format.ts';
import { htmlToText, textToHtml } from './html.rules.ts';
import {
  type ExportedProduct,
  formatPrice,
  perishableOf,
  type RawProduct,
  type Refusal,
  type SourcePicture,
  toUnit,
  type Unit,
} from './record.rules.ts';

/** The columns that the import uses, by file version. */
type Names = Record<
  | 'handle'
  | 'title'
  | 'description'
  | 'vendor'
  | 'category'
  | 'type'
  | 'tags'
  | 'published'
  | 'status'
  | 'sku'
  | 'price'
  | 'comparePrice'
  | 'tracker'
  | 'stock'
  | 'grams'
  | 'picture'
  | 'position'
  | 'pictureText'
  | 'ownPicture'
  | 'giftCard',
  string
> & { options: readonly { name: string; value: string }[] };

const CURRENT: Names = {
  handle: 'URL handle',
  title: 'Title',
  description: 'Description',
  vendor: 'Vendor',
  category: 'Product category',
  type: 'Type',
  tags: 'Tags',
  published: 'Published on online store',
  status: 'Status',
  sku: 'SKU',
  price: 'Price',
  comparePrice: 'Compare-at price',
  tracker: 'Inventory tracker',
  stock: 'Inventory quantity',
  grams: 'Weight value (grams)',
  picture: 'Product image URL',
  position: 'Image position',
  pictureText: 'Image alt text',
  ownPicture: 'Variant image URL',
  giftCard: 'Gift card',
  options: [1, 2, 3].map((n) => ({ name: `Option${n} name`, value: `Option${n} value` })),
};

const LEGACY: Names = {
  handle: 'Handle',
  title: 'Title',
  description: 'Body (HTML)',
  vendor: 'Vendor',
  category: 'Product Category',
  type: 'Type',
  tags: 'Tags',
  published: 'Published',
  status: 'Status',
  sku: 'Variant SKU',
  price: 'Variant Price',
  comparePrice: 'Variant Compare At Price',
  tracker: 'Variant Inventory Tracker',
  stock: 'Variant Inventory Qty',
  grams: 'Variant Grams',
  picture: 'Image Src',
  position: 'Image Position',
  pictureText: 'Image Alt Text',
  ownPicture: 'Variant Image',
  giftCard: 'Gift Card',
  options: [1, 2, 3].map((n) => ({ name: `Option${n} Name`, value: `Option${n} Value` })),
};

/** Metafield columns for fields without a standard Shopify column. */
const formatMetafield = (title: string, key: string) => `${title} (product.metafields.sokuwa.${key})`;
const EXTRA = {
  category: formatMetafield('Category', 'category'),
  origin: formatMetafield('Origin', 'origin'),
  warranty: formatMetafield('Warranty', 'warranty'),
  perishable: formatMetafield('Perishable', 'perishable'),
  discountPercent: formatMetafield('Discount percent', 'discount_percent'),
  listedAt: formatMetafield('Listed at', 'listed_at'),
} as const;

/** Shopify allows 2,048 variants and 250 pictures. */
const MAX_LINES = 2500;
/** The option value that Shopify gives a product without options. */
const NO_OPTION = 'Default Title';

/** The product's pictures, sorted by position. */
const readPictures = (rows: readonly Row[], names: Names): SourcePicture[] =>
  rows
    .map((row, n) => ({
      source: row.text(names.picture),
      alt: row.text(names.pictureText),
      position: Number(row.text(names.position)) || n + 1,
    }))
    .sort((a, b) => a.position - b.position)
    .map(({ source, alt }) => ({ source, alt }));

/** The reason why Shopify does not sell the product; the import refuses it too. */
const describeHiddenReason = (first: Row, names: Names): string => {
  const status = first.text(names.status).trim().toLowerCase();
  if (status !== '' && status !== 'active') return `Its status is ${status}, not active.`;
  if (/^(false|no|0)$/i.test(first.text(names.published).trim())) return 'It is not published.';
  if (/^(true|yes|1)$/i.test(first.text(names.giftCard).trim())) return 'It is a gift card.';
  return '';
};

/** Each variant becomes a separate product; the first line has their common fields. */
const toRawProducts = (rows: readonly Row[], first: Row, names: Names): RawProduct[] => {
  const title = first.text(names.title);
  const handle = first.text(names.handle).trim() || slugify(title);
  const pictures = first.cell(names.picture) === undefined ? undefined : readPictures(rows, names);
  const keywords = first.cell(names.tags) === undefined ? undefined : splitList(first.text(names.tags));
  const common = {
    merchant: undefined,
    description: htmlToText(first.text(names.description)),
    categories: [first.text(EXTRA.category), first.text(names.category), first.text(names.type)],
    brand: first.cell(names.vendor),
    origin: first.cell(EXTRA.origin),
    warranty: first.cell(EXTRA.warranty),
    perishable: perishableOf(first.cell(EXTRA.perishable), keywords),
    keywords,
    listedAt: first.cell(EXTRA.listedAt),
  };
  const isVariant = (row: Row) =>
    row === first ||
    [names.sku, names.price, ...names.options.map(({ value }) => value)].some((name) => row.text(name).trim() !== '');
  return rows.filter(isVariant).map((row): RawProduct => {
    const chosenOptions = names.options
      .map(({ value }) => row.text(value).trim())
      .filter((value) => value !== '' && value !== NO_OPTION);
    const [price, compare] = [row.text(names.price).trim(), row.text(names.comparePrice).trim()];
    const isReduced = price !== '' && compare !== '';
    const own = row.text(names.ownPicture).trim();
    const ownPicture = pictures?.find(({ source }) => source.trim() === own) ?? { source: own, alt: '' };
    const isUntracked = row.cell(names.tracker)?.trim() === '' && row.text(names.stock).trim() === '0';
    return {
      ...common,
      line: row.line,
      handle: [handle, ...chosenOptions.map(slugify)].join('-'),
      title: chosenOptions.length === 0 ? title : `${title} (${chosenOptions.join(', ')})`,
      sku: row.cell(names.sku),
      price: isReduced ? compare : price,
      salePrice: isReduced ? price : undefined,
      discountPercent: isReduced ? first.cell(EXTRA.discountPercent) : undefined,
      weight: { text: row.text(names.grams), gramsPerUnit: 1 },
      // Without inventory tracking Shopify exports 0, although any quantity can be bought.
      stock: isUntracked ? undefined : row.cell(names.stock),
      pictures: own === '' ? pictures : [ownPicture, ...(pictures ?? []).filter((one) => one.source.trim() !== own)],
    };
  });
};

/** Converts the lines of one handle, of which `first` is the first one, to a unit. */
const readShopifyLines = (rows: readonly Row[], first: Row, names: Names): Unit => {
  const handle = first.text(names.handle);
  const raw = toRawProducts(rows, first, names);
  const formulas = rows.flatMap((row): Refusal[] => {
    const reason = describeFormula(row);
    return reason === '' ? [] : [{ line: row.line, handle, reason }];
  });
  if (formulas.length > 0) return { records: [], refusals: formulas };
  const hidden = describeHiddenReason(first, names);
  if (hidden !== '') return { records: [], refusals: [{ line: first.line, handle, reason: hidden }] };
  return toUnit(raw);
};

/** Groups consecutive lines with the same handle. */
const createReader = (names: Names): TableReader => {
  let openRows: Row[] = [];
  let dropped: Refusal[] = [];
  const finishProduct = (): Unit | undefined => {
    const [first] = openRows;
    if (!first) return undefined;
    const unit = readShopifyLines(openRows, first, names);
    const refusals = [...unit.refusals, ...dropped];
    dropped = [];
    return { ...unit, refusals };
  };
  return {
    add: (row) => {
      const handle = row.text(names.handle).trim();
      const openHandle = openRows[0]?.text(names.handle).trim();
      // A line without a handle is a separate product.
      if (handle !== '' && handle === openHandle) {
        if (openRows.length < MAX_LINES) openRows.push(row);
        else if (dropped.length === 0)
          dropped.push({
            line: row.line,
            handle,
            reason: `The product has more than ${MAX_LINES} lines; this line and the next ones of the product are ignored.`,
          });
        return undefined;
      }
      const finishedProduct = finishProduct();
      openRows = [row];
      return finishedProduct;
    },
    finish: finishProduct,
  };
};

const formatRows = (product: ExportedProduct, names: Names, header: readonly string[]): string[][] => {
  const salePrice = computeSaleKobo(product.price_kobo, product.discount_percent);
  const [first, ...others] = product.pictures;
  const pictureCells = (picture: SourcePicture | undefined, n: number): Record<string, string> =>
    picture ? { [names.picture]: picture.source, [names.position]: String(n), [names.pictureText]: picture.alt } : {};
  const cells: Record<string, string> = {
    [names.handle]: product.handle,
    [names.title]: product.title,
    [names.description]: textToHtml(product.description),
    [names.vendor]: product.brand ?? '',
    [names.type]: product.categoryPath.at(-1) ?? '',
    [names.tags]: joinList(product.keywords),
    [names.published]: 'TRUE',
    [names.status]: 'active',
    [names.options[0]?.name ?? '']: 'Title',
    [names.options[0]?.value ?? '']: NO_OPTION,
    [names.sku]: product.sku ?? '',
    [names.price]: formatPrice(salePrice),
    [names.comparePrice]: product.discount_percent === 0 ? '' : formatPrice(product.price_kobo),
    [names.tracker]: 'shopify',
    [names.stock]: String(product.stock),
    [names.grams]: String(product.weight_grams),
    [names.giftCard]: 'FALSE',
    [EXTRA.category]: product.category,
    [EXTRA.origin]: product.origin,
    [EXTRA.warranty]: product.warranty ?? '',
    [EXTRA.perishable]: product.perishable ? 'yes' : 'no',
    [EXTRA.discountPercent]: String(product.discount_percent),
    [EXTRA.listedAt]: product.listed_at.toISOString(),
    ...pictureCells(first, 1),
  };
  const more = others.map((picture, n) => ({ [names.handle]: product.handle, ...pictureCells(picture, n + 2) }));
  return [cells, ...more].map((line: Record<string, string>) => header.map((column) => line[column] ?? ''));
};

const createFormat = (name: FormatName, title: string, names: Names, distinctive: readonly string[]): TableFormat => {
  const { options, ...single } = names;
  const header = [
    ...Object.values(single),
    ...options.flatMap((one) => [one.name, one.value]),
    ...Object.values(EXTRA),
  ];
  return {
    name,
    title,
    requiredColumns: [names.title, names.handle, names.price],
    matches: (has) => has(names.handle) && has(names.title) && distinctive.some(has),
    createReader: () => createReader(names),
    header,
    formatRows: (product) => formatRows(product, names, header),
  };
};

/** Shopify's product file, before and since 2025; the name of the handle column identifies the version. */
export const shopify = createFormat('shopify', 'a Shopify product file', CURRENT, [CURRENT.title]);
export const shopifyLegacy = createFormat('shopify-legacy', 'an older Shopify product file', LEGACY, [
  LEGACY.description,
  LEGACY.price,
  LEGACY.vendor,
  LEGACY.picture,
]);
