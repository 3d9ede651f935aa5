import { Argument } from '@commander-js/extra-typings';
import { CATEGORY_LEVELS, MAX_CATEGORY_NAME_LENGTH } from '@sokuwa/contract/catalog/categories.rules.ts';
import { line } from '@sokuwa/contract/text.schemas.ts';
import type { Operator } from '@sokuwa/server/operator.ts';
import { formatCount } from '../format.ts';
import { dryRunOption, parseId, parseText, parseWhole, reasonOption, requiredReasonOption } from '../parse.ts';
import { type AddCommands, toOutcome } from '../topic.ts';

const levelArgument = new Argument('<level>', 'its level').choices(CATEGORY_LEVELS);

type Tree = Awaited<ReturnType<Operator['catalog']['selectCategories']>>;
const formatTree = ({ category, sub_category, sub_item }: Tree): string => {
  const format = (indent: string, { id, name, products, hide_when_empty }: Tree['category'][number]) =>
    `${indent}${id}  ${name}, ${formatCount(products)} products${hide_when_empty ? ', hidden while it is empty' : ''}`;
  const below = (nodes: Tree['category'], parent: number) => nodes.filter((node) => node.parent === parent);
  return category
    .flatMap((top) => [
      format('', top),
      ...below(sub_category, top.id).flatMap((sub) => [
        format('  ', sub),
        ...below(sub_item, sub.id).map((item) => format('    ', item)),
      ]),
    ])
    .join('\n');
};

const nameNode = (level: string, id: number): string => `${level} ${id}`;

export const addCategoryCommands: AddCommands = (program, { withShop }) => {
  const categories = program.command('categories').description('List, import, rename, move and merge categories.');
  categories
    .command('list')
    .description('List the tree of categories with the number of products in the shop.')
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async (operator) => ({
        done: formatTree(await operator.catalog.selectCategories()) || 'No categories.',
      })),
    );

  categories
    .command('rename')
    .description('Rename a category, sub-category or sub-item. Its address stays.')
    .addArgument(levelArgument)
    .argument('<id>', 'its number', parseId)
    .argument('<name>', 'the new name', parseText(line(MAX_CATEGORY_NAME_LENGTH)))
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((level, id, name, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.catalog.renameCategory({ level, id }, name, act),
          () => `${nameNode(level, id)}: ${name}`,
          nameNode(level, id),
        ),
      ),
    );

  categories
    .command('move')
    .description('Move a category, with all that is in it, to another place.')
    .addArgument(levelArgument)
    .argument('<id>', 'its number', parseId)
    .option('--parent <id>', 'of the level above; a category has none', parseId)
    .option('--position <number>', 'its place there, from 0 (default: the last)', parseWhole({ max: 1000 }))
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((level, id, { parent = null, position = 1000, ...options }) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.catalog.moveCategory({ level, id }, { parent_id: parent, position }, act),
          () => `Moved: ${nameNode(level, id)}`,
          nameNode(level, id),
        ),
      ),
    );

  categories
    .command('merge')
    .description('Move all that is in a category to another one of its level. Its address leads there.')
    .addArgument(levelArgument)
    .argument('<id>', 'its number', parseId)
    .argument('<into>', 'the number of the other one', parseId)
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((level, id, into, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.catalog.mergeCategory({ level, id }, into, act),
          ({ products }) => `Merged: ${nameNode(level, id)} into ${into}, ${formatCount(products)} products`,
          nameNode(level, id),
        ),
      ),
    );

  categories
    .command('import')
    .description('Import categories from a CSV file: category,sub_category,sub_item and, optionally, slug.')
    .argument('<file>', 'the file to read')
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((file, options) =>
      withShop(options, async (operator, act) => {
        const imported = await operator.exchange.importCategories(file, act);
        if ('refused' in imported) return imported;
        const { added, renamed, unchanged } = imported;
        const counts = `${added.category} categories, ${added.sub_category} sub-categories, ${added.sub_item} sub-items added`;
        return { done: `${counts}; ${renamed} sub-items renamed, ${unchanged} unchanged` };
      }),
    );
};
