import { readFile } from 'node:fs/promises';
import { dryRunOption, reasonOption } from '../parse.ts';
import { type AddCommands, toOutcome } from '../topic.ts';

export const addSynonymCommands: AddCommands = (program, { withShop }) => {
  const synonyms = program.command('synonyms').description('Names that mean the same to the search.');

  synonyms
    .command('show')
    .description('Show the list, as "synonyms replace" reads it.')
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async (operator) => ({ done: (await operator.catalog.readSynonyms()).list.trimEnd() })),
    );

  synonyms
    .command('replace')
    .description('Replace the list. Searches use it within a second.')
    .argument('<file>', 'one group a line, names separated by commas; "default" is the list that the shop comes with')
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((file, options) =>
      withShop(options, async (operator, act) => {
        const list = file === 'default' ? null : await readFile(file, 'utf8');
        const result = await operator.catalog.replaceSynonyms(list, act);
        const problems = 'errors' in result ? result.errors?.list : undefined;
        if (problems) return { refused: problems.join('\n') };
        return toOutcome(result, ({ revision }) => `Replaced: list ${revision}`);
      }),
    );
};
