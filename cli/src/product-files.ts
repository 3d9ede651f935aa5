import { FORMATS, type FormatName, type Imported, type OnProgress } from '@sokuwa/server/operator.ts';
import type { Command, Done } from './command.ts';
import { showProgress } from './progress.ts';
import { readWhole, UsageError } from './usage.ts';

const whole = (what: string, text: string | undefined, least: number): number | undefined =>
  text === undefined ? undefined : readWhole(what, text, { min: least, max: 100_000_000 });

const count = (value: number): string => value.toLocaleString('en');

const showProducts = (show: (text: string) => void): OnProgress => {
  const tell = showProgress(show, 'products');
  return ({ products, ...progress }) => tell({ ...progress, count: products });
};

const importDone = ({ added, changed, unchanged, refused, before, stopped }: Imported, report: string): Done => {
  const products = `Products: ${count(added)} added, ${count(changed)} changed, ${count(unchanged)} as they were`;
  const all = [
    products,
    ...(before > 0 ? [`${count(before)} of them in an earlier run`] : []),
    ...(refused > 0 ? [`${count(refused)} refused, see ${report}`] : []),
  ].join('; ');
  return stopped ? { refused: `The file could not be read to its end. ${all}` } : { done: all };
};

export const importProducts: Command = {
  name: 'products import',
  args: ['<file>'],
  options: {
    merchant: 'whose the products are: the slug (needed, unless each line says it)',
    categories: 'a file that maps their categories to ours',
    pictures: 'the folder of pictures that are named by file, not by address',
    report: 'where refused lines are written (<file>.refused.csv, when left out)',
    weight: 'grams of new products without a weight',
    stock: 'pieces of new products whose stock is not counted',
  },
  summary: 'Bring in products from a CSV file (ours, Shopify’s, WooCommerce’s) or our JSON.',
  prepare: ({ args: [file = ''], options }) => {
    const report = options.report ?? `${file}.refused.csv`;
    const request = {
      file,
      merchant: options.merchant,
      categories: options.categories,
      pictures: options.pictures,
      report,
      weight_grams: whole('--weight', options.weight, 1),
      stock: whole('--stock', options.stock, 0),
    };
    return async (operator, dryRun, progress) => {
      const imported = await operator.importProducts(request, { ...dryRun, onProgress: showProducts(progress) });
      return 'added' in imported ? importDone(imported, report) : imported;
    };
  },
};

export const importCategories: Command = {
  name: 'categories import',
  args: ['<file>'],
  options: {},
  summary: 'Bring in categories from a CSV file: category,sub_category,sub_item and, if wanted, slug.',
  prepare:
    ({ args: [file = ''] }) =>
    async (operator, dryRun) => {
      const imported = await operator.importCategories(file, dryRun);
      if ('refused' in imported) return imported;
      const { added, renamed, unchanged } = imported;
      const all = `${added.category} categories, ${added.sub_category} sub-categories, ${added.sub_item} sub-items added`;
      return { done: `${all}; ${renamed} sub-items renamed, ${unchanged} as they were` };
    },
};

/** The format that a file's name promises. */
const formatOf = (file: string): string | undefined =>
  /\.jsonl?$/i.test(file) ? 'json' : /\.csv$/i.test(file) ? 'csv' : undefined;

const readFormat = (text: string | undefined): FormatName => {
  const format = FORMATS.find((name) => name === text);
  if (format) return format;
  throw new UsageError(`--format must be one of ${FORMATS.join(', ')}${text === undefined ? '' : `, not "${text}"`}.`);
};

export const exportProducts: Command = {
  name: 'products export',
  args: ['<file>'],
  options: {
    format: `${FORMATS.join(', ')} (by the file’s name, when left out)`,
    merchant: 'whose products: the slug (everybody’s, when left out; needed for other shops’ formats)',
  },
  summary: 'Write products to a file that import reads.',
  prepare: ({ args: [file = ''], options: { merchant, format: asked } }) => {
    const format = readFormat(asked ?? formatOf(file));
    if (merchant === undefined && format !== 'json' && format !== 'csv')
      throw new UsageError(`Files of ${format} name no merchants: give --merchant.`);
    return async (operator, dryRun, progress) => {
      const written = await operator.exportProducts(
        { file, format, merchant },
        { ...dryRun, onProgress: showProducts(progress) },
      );
      return 'refused' in written ? written : { done: `${count(written.products)} products -> ${file}` };
    };
  },
};
