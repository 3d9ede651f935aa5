import { line } from '@sokuwa/contract/text.schemas.ts';
import { dryRunOption, parseText, reasonOption } from '../parse.ts';
import { formatTokens, scopeOption } from '../tokens.ts';
import { type AddCommands, toOutcome } from '../topic.ts';

export const addOperatorCommands: AddCommands = (program, { withShop }) => {
  const operators = program.command('operators').description("API tokens of operators' programs.");

  operators
    .command('token')
    .description('Create an API token of an operator, and revoke the previous one with this name.')
    .argument('<name>', 'who uses it; the audit log names it', parseText(line(80)))
    .addOption(scopeOption)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((name, { scope, ...options }) =>
      withShop(options, async ({ operators }, act) => ({
        done: await operators
          .createToken({ name, scope }, act)
          .then(({ token }) => (act.dryRun ? `A token for ${name}` : token)),
      })),
    );

  operators
    .command('tokens')
    .description('List the API tokens of operators.')
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async ({ operators }) => ({ done: formatTokens(await operators.selectTokens()) })),
    );

  operators
    .command('revoke-token')
    .description('Revoke an API token of an operator.')
    .argument('<name>', 'the name of the token', parseText(line(80)))
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((name, options) =>
      withShop(options, async ({ operators }, act) =>
        toOutcome(await operators.revokeToken(name, act), () => `Revoked: ${name}`, `Token "${name}"`),
      ),
    );
};
