import { InvalidArgumentError } from '@commander-js/extra-typings';
import { line } from '@sokuwa/contract/text.schemas.ts';
import { dryRunOption, parseEmail, parseId, parseText } from '../parse.ts';
import { formatTokens, scopeOption } from '../tokens.ts';
import type { AddCommands } from '../topic.ts';

const parseSlug = (text: string): string => {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 80) return text;
  throw new InvalidArgumentError('A slug is lowercase letters, digits and hyphens.');
};

const parseCountry = (text: string): string => parseText(line(2))(text).toUpperCase();

const parseOptionalEmail = (text: string): string | null => (text === 'none' ? null : parseEmail(text));

export const refuseUnknownMerchant = (id: number) => ({ refused: `There is no merchant ${id}.` });

export const addMerchantCommands: AddCommands = (program, { withShop }) => {
  const merchants = program.command('merchants').description('Create merchants; their tokens and email addresses.');

  merchants
    .command('create')
    .description('Create a merchant.')
    .argument('<slug>', 'the name in URLs, such as kano-weavers', parseSlug)
    .requiredOption('--name <name>', 'the name of the store (required)', parseText(line(80)))
    .requiredOption('--place <place>', 'its place, such as "Lagos, Nigeria" (required)', parseText(line(120)))
    .requiredOption('--country <code>', 'its country code, such as NG (required)', parseCountry)
    .option('--email <address>', 'address that messages are mailed to (default: none)', parseEmail)
    .option('--cover <file>', 'a picture for its store, wider than tall (default: none)')
    .addOption(dryRunOption)
    .action((slug, { name, place, country, email = null, cover, ...options }) =>
      withShop(options, async (operator, { dryRun }) => {
        const picture = cover === undefined ? undefined : await operator.exchange.storePicture(cover, { dryRun });
        if (picture && 'refused' in picture) return picture;
        const merchant = { slug, name, place, country, email, cover_key: picture?.key ?? null };
        const created = await operator.catalog.createMerchant(merchant, { dryRun });
        if (created === 'taken') return { refused: `There is a merchant "${slug}" already.` };
        if (created === 'no such country') return { refused: `The shop has no country ${country}.` };
        return { done: created.id === undefined ? `Merchant ${name}` : `Merchant ${created.id}: ${name}` };
      }),
    );

  merchants
    .command('token')
    .description('Create an API token for a merchant, and revoke the previous one with this name.')
    .argument('<merchant-id>', 'the merchant', parseId)
    .option('--name <name>', 'the program that will use it', parseText(line(80)), 'default')
    .addOption(scopeOption)
    .addOption(dryRunOption)
    .action((id, { name, scope, ...options }) =>
      withShop(options, async (operator, { dryRun }) => {
        const issued = await operator.catalog.issueToken(id, { name, scope }, { dryRun });
        if (!issued) return refuseUnknownMerchant(id);
        return { done: issued.token ?? `A token for ${issued.name}` };
      }),
    );

  merchants
    .command('tokens')
    .description('List the API tokens of a merchant.')
    .argument('<merchant-id>', 'the merchant', parseId)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator) => ({ done: formatTokens(await operator.catalog.selectTokens(id)) })),
    );

  merchants
    .command('revoke-token')
    .description('Revoke an API token of a merchant.')
    .argument('<merchant-id>', 'the merchant', parseId)
    .argument('<name>', 'the name of the token', parseText(line(80)))
    .addOption(dryRunOption)
    .action((id, name, options) =>
      withShop(options, async (operator, { dryRun }) => {
        const revoked = await operator.catalog.revokeToken(id, name, { dryRun });
        return revoked ? { done: `Revoked: ${name}` } : { refused: `Merchant ${id} has no token "${name}".` };
      }),
    );

  merchants
    .command('email')
    .description('Set the address that messages for a merchant are mailed to.')
    .argument('<merchant-id>', 'the merchant', parseId)
    .argument('<address>', 'the address, or "none"', parseOptionalEmail)
    .addOption(dryRunOption)
    .action((id, email, options) =>
      withShop(options, async (operator, { dryRun }) => {
        const changed = await operator.catalog.changeEmail(id, email, { dryRun });
        return changed ? { done: `${changed.name}: ${email ?? 'no email'}` } : refuseUnknownMerchant(id);
      }),
    );
};
