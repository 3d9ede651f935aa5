import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { MAX_COMMISSION_PER_MILLE, STORE_STATES } from '@sokuwa/contract/catalog/store.rules.ts';
import { line } from '@sokuwa/contract/text.schemas.ts';
import type { Operator } from '@sokuwa/server/operator.ts';
import { formatCount, formatTime } from '../format.ts';
import {
  dryRunOption,
  parseEmail,
  parseId,
  parseText,
  parseWhole,
  reasonOption,
  requiredReasonOption,
} from '../parse.ts';
import { formatTokens, scopeOption } from '../tokens.ts';
import { type AddCommands, toOutcome } from '../topic.ts';

const parseSlug = (text: string): string => {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 80) return text;
  throw new InvalidArgumentError('A slug is lowercase letters, digits and hyphens.');
};

const parseCountry = (text: string): string => parseText(line(2))(text).toUpperCase();

const parseOptionalEmail = (text: string): string | null => (text === 'none' ? null : parseEmail(text));

const parseCommission = (text: string): number | null =>
  text === 'default' ? null : parseWhole({ max: MAX_COMMISSION_PER_MILLE })(text);
const formatCommission = (perMille: number | null): string => (perMille === null ? 'default' : `${perMille} ‰`);

type Found = Awaited<ReturnType<Operator['catalog']['selectMerchants']>>[number];
const formatMerchant = (found: Found): string =>
  [
    `${found.id}  ${found.name} (${found.slug}), ${found.place}`,
    `${formatCount(found.products)} products`,
    `commission ${formatCommission(found.commission_per_mille)}`,
    `ships within ${found.handling_days} days`,
    found.email ?? 'no email',
    ...(found.state === 'approved' ? [] : [found.state]),
    ...(found.suspended_at && found.state === 'approved'
      ? [`suspended since ${formatTime(found.suspended_at.toISOString())}`]
      : []),
  ].join(', ');

/** How a refusal names a merchant. */
export const nameMerchant = (id: number): string => `Merchant ${id}`;

const addReadCommands: AddCommands = (merchants, { withShop }) => {
  merchants
    .command('list')
    .description('List merchants by id, also suspended ones.')
    .option('--search <text>', 'a part of the name or slug', parseText(line(200)))
    .option('--after <merchant-id>', 'only those after this one', parseId)
    .addOption(dryRunOption)
    .action(({ search, after = 0, ...options }) =>
      withShop(options, async (operator) => ({
        done: (await operator.catalog.selectMerchants(search, after)).map(formatMerchant).join('\n') || 'No merchants.',
      })),
    );

  merchants
    .command('show')
    .description('Show a merchant.')
    .argument('<merchant-id>', 'the merchant', parseId)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator) =>
        toOutcome(await operator.catalog.readMerchant(id), formatMerchant, nameMerchant(id)),
      ),
    );
};

const addSuspensionCommands: AddCommands = (merchants, { withShop }) => {
  merchants
    .command('suspend')
    .description('Take the products of a merchant out of the shop. Paid orders can still be shipped.')
    .argument('<merchant-id>', 'the merchant', parseId)
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.catalog.suspendMerchant(id, act),
          ({ name, products }) => `${name}: suspended, ${formatCount(products)} products taken out of the shop`,
          nameMerchant(id),
        ),
      ),
    );

  merchants
    .command('unsuspend')
    .description('Put the products of a suspended merchant back into the shop.')
    .argument('<merchant-id>', 'the merchant', parseId)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.catalog.unsuspendMerchant(id, act),
          ({ name, products }) => `${name}: ${formatCount(products)} products are back in the shop`,
          nameMerchant(id),
        ),
      ),
    );
};

const addChangeCommands: AddCommands = (merchants, { withShop }) => {
  merchants
    .command('commission')
    .description('Set the commission of the shop on new orders of a merchant.')
    .argument('<merchant-id>', 'the merchant', parseId)
    .argument('<per-mille>', 'per mille of the price, 0 to 1000, or "default"', parseCommission)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, perMille, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.catalog.changeCommission(id, perMille, act),
          ({ name, before, after }) => `${name}: ${formatCommission(before)} -> ${formatCommission(after)}`,
          nameMerchant(id),
        ),
      ),
    );

  merchants
    .command('email')
    .description('Set the address that messages for a merchant are mailed to.')
    .argument('<merchant-id>', 'the merchant', parseId)
    .argument('<address>', 'the address, or "none"', parseOptionalEmail)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, email, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.catalog.changeEmail(id, email, act),
          ({ name }) => `${name}: ${email ?? 'no email'}`,
          nameMerchant(id),
        ),
      ),
    );
};

type Application = Extract<Awaited<ReturnType<Operator['joining']['list']>>, { results: unknown }>['results'][number];
const formatApplication = (found: Application): string =>
  [
    `${found.merchant_id}  ${found.store_name}, ${found.place}`,
    `${found.state} since ${formatTime(found.state_since)}`,
    found.applicant ? `${found.applicant.name} <${found.applicant.email}>` : 'account deleted',
    found.description,
  ].join(', ');

const addApplicationCommands: AddCommands = (merchants, { withShop }) => {
  merchants
    .command('applications')
    .description('List up to 50 stores that wait for a decision, or have another state, the oldest first.')
    .addOption(new Option('--state <state>', 'their state').choices(STORE_STATES).default('applied' as const))
    .addOption(dryRunOption)
    .action(({ state, ...options }) =>
      withShop(options, async (operator) =>
        toOutcome(
          await operator.joining.list(state),
          ({ results }) => results.map(formatApplication).join('\n') || 'No applications.',
          'Applications',
        ),
      ),
    );

  merchants
    .command('approve')
    .description('Approve a store that has applied, and put its products into the shop. The applicant gets a mail.')
    .argument('<merchant-id>', 'the merchant', parseId)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.joining.approve(id, act),
          ({ name, products }) => `${name}: approved, ${formatCount(products)} products put into the shop`,
          nameMerchant(id),
        ),
      ),
    );

  merchants
    .command('decline')
    .description('Decline a store that has applied. The applicant gets a mail with the reason.')
    .argument('<merchant-id>', 'the merchant', parseId)
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(await operator.joining.decline(id, act), ({ name }) => `${name}: declined`, nameMerchant(id)),
      ),
    );
};

const addCreateCommand: AddCommands = (merchants, { withShop }) => {
  merchants
    .command('create')
    .description('Create a merchant.')
    .argument('<slug>', 'the name in URLs, such as kano-weavers', parseSlug)
    .requiredOption('--name <name>', 'the name of the store (required)', parseText(line(80)))
    .requiredOption('--place <place>', 'its place, such as "Lagos, Nigeria" (required)', parseText(line(120)))
    .requiredOption('--country <code>', 'its country code, such as NG (required)', parseCountry)
    .option('--email <address>', 'address that messages are mailed to (default: none)', parseEmail)
    .option('--cover <file>', 'a picture for its store, wider than tall (default: none)')
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((slug, { name, place, country, email = null, cover, ...options }) =>
      withShop(options, async (operator, act) => {
        const picture = cover === undefined ? undefined : await operator.exchange.storePicture(cover, act);
        if (picture && 'refused' in picture) return picture;
        const merchant = { slug, name, place, country, email, cover_key: picture?.key ?? null };
        return toOutcome(
          await operator.catalog.createMerchant(merchant, act),
          ({ id }) => (act.dryRun ? `Merchant ${name}` : `Merchant ${id}: ${name}`),
          `Merchant ${slug}`,
        );
      }),
    );
};

const addTokenCommands: AddCommands = (merchants, { withShop }) => {
  merchants
    .command('token')
    .description('Create an API token for a merchant, and revoke the previous one with this name.')
    .argument('<merchant-id>', 'the merchant', parseId)
    .option('--name <name>', 'the program that will use it', parseText(line(80)), 'default')
    .addOption(scopeOption)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, { name, scope, ...options }) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.catalog.issueToken(id, { name, scope }, act),
          (issued) => (act.dryRun ? `A token for ${issued.name}` : issued.token),
          nameMerchant(id),
        ),
      ),
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
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, name, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.catalog.revokeToken(id, name, act),
          () => `Revoked: ${name}`,
          `Token "${name}" of merchant ${id}`,
        ),
      ),
    );
};

export const addMerchantCommands: AddCommands = (program, context) => {
  const merchants = program
    .command('merchants')
    .description('List, create, approve and suspend merchants; their tokens, email addresses and commission.');
  addReadCommands(merchants, context);
  addSuspensionCommands(merchants, context);
  addChangeCommands(merchants, context);
  addApplicationCommands(merchants, context);
  addCreateCommand(merchants, context);
  addTokenCommands(merchants, context);
};
