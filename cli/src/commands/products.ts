import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { REPORT_REASON_NAMES } from '@sokuwa/contract/moderation/moderation.rules.ts';
import { formatNaira, type Kobo } from '@sokuwa/contract/money.ts';
import {
  type ActOptions,
  FORMATS,
  type FormatName,
  type Imported,
  type Operator,
  type Refused,
} from '@sokuwa/server/operator.ts';
import { formatCount, formatTime } from '../format.ts';
import { dryRunOption, parseAmount, parseId, parseWhole, reasonOption, requiredReasonOption } from '../parse.ts';
import { createProgressReporter } from '../progress.ts';
import { type AddCommands, type Context, type Outcome, toOutcome } from '../topic.ts';

type Report = Extract<
  Awaited<ReturnType<Operator['moderation']['read']>>,
  { reports: unknown }
>['reports']['results'][number];

const formatReport = ({ reason, text, reported_at }: Report): string =>
  `${formatTime(reported_at)}  ${REPORT_REASON_NAMES[reason]}${text === '' ? '' : `: ${text}`}`;

const MAX_STOCK = 100_000_000;
const MAX_PRICE_KOBO = 1_000_000_000_000;

type StockChange = { to: number } | { by: number };
const parseStockChange = (text: string): StockChange => {
  const count = parseWhole({ max: MAX_STOCK })(text.replace(/^[+-]/, ''));
  if (text.startsWith('+')) return { by: count };
  return text.startsWith('-') ? { by: -count } : { to: count };
};

const parsePrice = (text: string): Kobo => {
  const price = parseAmount(text);
  if (price > 0 && price <= MAX_PRICE_KOBO) return price;
  throw new InvalidArgumentError('A price is more than ₦0 and at most ₦10,000,000,000.');
};

const formatPrice = ({ price_kobo, discount_percent }: { price_kobo: Kobo; discount_percent: number }): string =>
  `${formatNaira(price_kobo)}${discount_percent > 0 ? ` less ${discount_percent}%` : ''}`;

/** Shows the progress of an import or export. */
const createProductProgress = (show: (text: string) => void) => {
  const report = createProgressReporter(show, 'products');
  return ({ products, ...progress }: { part: number; products: number; refused: number }) =>
    report({ ...progress, count: products });
};

/** An import that stopped early is refused, although the products that it has read are changed. */
const describeImport = (imported: Imported, report: string): Outcome => {
  const { added, changed, unchanged, refused, processedBefore, stopped, hasReport } = imported;
  const counts = [
    `Products: ${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(unchanged)} unchanged`,
    ...(processedBefore > 0 ? [`${formatCount(processedBefore)} of them in an earlier run`] : []),
    ...(refused > 0 ? [`${formatCount(refused)} refused`] : []),
    ...(hasReport ? [`see ${report}`] : []),
  ].join('; ');
  return stopped ? { refused: `The file could not be read to its end. ${counts}` } : { done: counts };
};

/** The format of a file, by its extension. */
const formatOf = (file: string): FormatName | undefined => {
  if (/\.jsonl?$/i.test(file)) return 'json';
  return /\.csv$/i.test(file) ? 'csv' : undefined;
};

type Decision = { name: string; description: string; isReasonRequired?: boolean };

/** @returns a function that adds a command which decides something about one product, with a reason */
const createDecisions =
  (products: Command, withShop: Context['withShop']) =>
  <T>(
    { name, description, isReasonRequired = true }: Decision,
    decide: (operator: Operator, id: number, options: ActOptions) => Promise<T | Refused>,
    format: (result: T) => string,
  ): void => {
    products
      .command(name)
      .description(description)
      .argument('<product-id>', 'the product', parseId)
      .addOption(isReasonRequired ? requiredReasonOption : reasonOption)
      .addOption(dryRunOption)
      .action((id, options) =>
        withShop(options, async (operator, act) => toOutcome(await decide(operator, id, act), format, `Product ${id}`)),
      );
  };

/** What operators do with products that shoppers report. */
const addModeration = (products: Command, withShop: Context['withShop']): void => {
  const decide = createDecisions(products, withShop);
  products
    .command('reports')
    .description('List up to 50 products that wait for an operator, or the open reports of one.')
    .argument('[product-id]', 'the product', parseId)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async ({ moderation }) => {
        if (id !== undefined)
          return toOutcome(
            await moderation.read(id),
            ({ reports }) => reports.results.map(formatReport).join('\n') || 'No open reports.',
            `Product ${id}`,
          );
        const { results } = await moderation.list();
        const lines = results.map(
          ({ product, merchant, why, since, reports }) =>
            `${product.id}  ${product.title}, ${merchant.name}: ${why === 'changed' ? 'changed after it was taken down' : `${formatCount(reports)} reports`}, since ${formatTime(since)}`,
        );
        return { done: lines.join('\n') || 'No product waits.' };
      }),
    );

  decide(
    { name: 'dismiss-reports', description: 'Close the open reports of a product, which stays as it is.' },
    ({ moderation }, id, act) => moderation.dismissReports(id, act),
    ({ title, reports }) => `${title}: ${formatCount(reports)} reports dismissed`,
  );
  decide(
    {
      name: 'take-down',
      description: 'Take a product out of the shop. Its merchant gets a mail with the reason.',
    },
    ({ moderation }, id, act) => moderation.takeDown(id, act),
    ({ title, reports }) => `${title}: taken down, ${formatCount(reports)} reports closed`,
  );
  decide(
    {
      name: 'keep-down',
      description: 'Keep a product out of the shop after a review. Its merchant gets a mail with the reason.',
    },
    ({ moderation }, id, act) => moderation.keepDown(id, act),
    ({ title }) => `${title}: stays down`,
  );
  decide(
    {
      name: 'put-back',
      description: 'Put a product that was taken down back into the shop. Its merchant gets a mail.',
      isReasonRequired: false,
    },
    ({ moderation }, id, act) => moderation.putBack(id, act),
    ({ title, isInShop }) =>
      `${title}: ${isInShop ? 'in the shop again' : 'may be sold again, and is not in the shop'}`,
  );
};

/** What operators do with products that are in a store twice. */
const addDuplicates = (products: Command, withShop: Context['withShop']): void => {
  const decide = createDecisions(products, withShop);
  products
    .command('duplicates')
    .description('List up to 50 groups of products of one store that have the same title and weight.')
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async ({ moderation }) => {
        const { results } = await moderation.listDuplicates();
        const lines = results.map(
          ({ merchant, count, products: alike }) =>
            `${merchant.name}: ${formatCount(count)} of ${alike[0]?.title ?? ''}: ${alike.map(({ id }) => id).join(', ')}`,
        );
        return { done: lines.join('\n') || 'No duplicates.' };
      }),
    );

  decide(
    {
      name: 'not-duplicates',
      description: 'Say that a product and those that look like it are different.',
      isReasonRequired: false,
    },
    ({ moderation }, id, act) => moderation.dismissDuplicates(id, act),
    ({ count }) => `${formatCount(count)} products are different`,
  );

  products
    .command('merge')
    .description('Merge a product into another one of its store, for good. Its merchant gets a mail.')
    .argument('<product-id>', 'the duplicate, which leaves the shop', parseId)
    .argument('<into-id>', 'the product that is kept', parseId)
    .addOption(
      new Option('--stock <what>', 'add: its pieces to those of the kept product; keep: only those of the kept product')
        .choices(['add', 'keep'] as const)
        .makeOptionMandatory(),
    )
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((id, into, { stock, ...options }) =>
      withShop(options, async ({ moderation }, act) =>
        toOutcome(
          await moderation.merge(id, into, stock, act),
          ({ kept, duplicate }) => `${duplicate.title}: merged into ${kept.id}, ${formatCount(kept.stock)} in stock`,
          `Product ${id}`,
        ),
      ),
    );
};

export const addProductCommands: AddCommands = (program, { withShop }) => {
  const products = program.command('products').description('Stock, prices, import and export of products.');

  products
    .command('stock')
    .description('Set the stock of a product, or change it: 20 sets it, +5 adds and -3 removes pieces.')
    .argument('<product-id>', 'the product', parseId)
    .argument('<pieces>', 'such as 20, +5 or -3', parseStockChange)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, change, options) =>
      withShop(options, async (operator, act) => {
        const changed = await operator.catalog.changeStock(id, change, act);
        return toOutcome(
          changed,
          ({ title, before, after }) => `${title}: ${before} -> ${after} in stock`,
          `Product ${id}`,
        );
      }),
    );

  products
    .command('price')
    .description('Set the price of a product before its discount.')
    .argument('<product-id>', 'the product', parseId)
    .argument('<naira>', 'the price', parsePrice)
    .option('--discount <percent>', 'percentage off the price, 0 to 99 (default: unchanged)', parseWhole({ max: 99 }))
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, price_kobo, { discount: discount_percent, ...options }) =>
      withShop(options, async (operator, act) => {
        const changed = await operator.catalog.changePrice(id, { price_kobo, discount_percent }, act);
        return toOutcome(
          changed,
          ({ title, before, after }) => `${title}: ${formatPrice(before)} -> ${formatPrice(after)}`,
          `Product ${id}`,
        );
      }),
    );

  products
    .command('import')
    .description(
      'Import products from a CSV file (the shop’s own format, Shopify’s or WooCommerce’s) or from the shop’s own JSON.',
    )
    .argument('<file>', 'the file to read')
    .option('--merchant <slug>', 'the merchant of the products (required unless each line names one)')
    .option('--categories <file>', 'a file that maps the categories of the file to those of the shop')
    .option('--pictures <folder>', 'the folder of the pictures that the file gives as paths')
    .option(
      '--report <file>',
      'the file for refused lines, replaced stock and missing pictures (default: <file>.report.csv)',
    )
    .option('--weight <grams>', 'weight of new products without one', parseWhole({ min: 1, max: 100_000_000 }))
    .option('--stock <pieces>', 'stock of new products that do not track it', parseWhole({ max: MAX_STOCK }))
    .option('--set-stock', 'replace the stock of products that the shop has with that of the file')
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action(
      (file, { report = `${file}.report.csv`, merchant, categories, pictures, weight, stock, setStock, ...options }) =>
        withShop(options, async (operator, { showProgress, ...act }) => {
          const imported = await operator.exchange.importProducts(
            { file, merchant, categories, pictures, report, weight_grams: weight, stock, set_stock: setStock ?? false },
            { ...act, onProgress: createProductProgress(showProgress) },
          );
          return 'added' in imported ? describeImport(imported, report) : imported;
        }),
    );

  addModeration(products, withShop);
  addDuplicates(products, withShop);

  const exportCommand = products
    .command('export')
    .description('Export products to a file that import can read.')
    .argument('<file>', 'the file to write')
    .addOption(new Option('--format <format>', 'format (default: by the extension of the file)').choices(FORMATS))
    .option('--merchant <slug>', 'only the products of this merchant (required for formats of other shops)')
    .addOption(dryRunOption)
    .action((file, { format = formatOf(file), merchant, ...options }) => {
      if (!format)
        return exportCommand.error(`error: --format is required for ${file}. Choices are ${FORMATS.join(', ')}.`);
      if (merchant === undefined && format !== 'json' && format !== 'csv')
        return exportCommand.error(`error: --merchant is required, since ${format} files name no merchant`);
      return withShop(options, async (operator, { dryRun, showProgress }) => {
        const written = await operator.exchange.exportProducts(
          { file, format, merchant },
          { dryRun, onProgress: createProductProgress(showProgress) },
        );
        return 'refused' in written ? written : { done: `${formatCount(written.products)} products -> ${file}` };
      });
    });
};
