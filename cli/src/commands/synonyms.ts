import { readFile } from 'node:fs/promises';
import { dryRunOption, reasonOption } from '../parse.ts';
import { type AddCommands, toOutcome } from '../topic.ts';

/** @returns the text of the file, or why it cannot be read */
const readList = async (file: string): Promise<string | { refused: string }> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { refused: `${file} can't be read (${error.code}).` };
    throw error;
  }
};

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
        const list = file === 'default' ? null : await readList(file);
        if (list !== null && typeof list !== 'string') return list;
        const result = await operator.catalog.replaceSynonyms(list, act);
        const problems = 'errors' in result ? result.errors?.list : undefined;
        if (problems) return { refused: problems.join('\n') };
        return toOutcome(result, ({ revision }) => `Replaced: list ${revision}`);
      }),
    );
};
