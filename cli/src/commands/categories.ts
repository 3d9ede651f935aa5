import { dryRunOption, reasonOption } from '../parse.ts';
import type { AddCommands } from '../topic.ts';

export const addCategoryCommands: AddCommands = (program, { withShop }) => {
  const categories = program.command('categories').description('Import categories.');
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
