import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { HomeState, HomeVersion } from '@sokuwa/contract/home/home.schemas.ts';
import { formatTime } from '../format.ts';
import { dryRunOption, parseId, parseTime, reasonOption, requiredReasonOption } from '../parse.ts';
import { type AddCommands, toOutcome } from '../topic.ts';

const formatVersion = ({ id, headline, starts_at, ends_at, published_by }: HomeVersion): string =>
  [
    `version ${id}`,
    `"${headline}"`,
    `from ${formatTime(starts_at)}`,
    ...(ends_at === null ? [] : [`until ${formatTime(ends_at)}`]),
    `by ${published_by}`,
  ].join(', ');

const formatState = ({ showing, scheduled, draft }: HomeState): string =>
  [
    `Showing: ${showing.version ? formatVersion(showing.version) : 'the built-in content'}`,
    ...scheduled.map((version) => `Scheduled: ${formatVersion(version)}`),
    draft ? `Draft: saved ${formatTime(draft.saved_at)} by ${draft.saved_by}` : 'No draft.',
  ].join('\n');

const parseVersion = (text: string): number | null => {
  if (text === 'default') return null;
  try {
    return parseId(text);
  } catch {
    throw new InvalidArgumentError('Write the number of a version, or "default".');
  }
};

const nameVersion = (version: number | null): string =>
  version === null ? 'The built-in content' : `Version ${version}`;

export const addHomeCommands: AddCommands = (program, { withShop }) => {
  const home = program.command('home').description('What the home page shows.');

  home
    .command('show')
    .description('Show what is published, scheduled and saved as a draft.')
    .addOption(dryRunOption)
    .action((options) => withShop(options, async (operator) => ({ done: formatState(await operator.home.show()) })));

  home
    .command('publish')
    .description('Publish the draft, now or at a time.')
    .option('--from <time>', 'such as 2026-12-24T18:00:00+01:00 (default: now)', parseTime)
    .option('--until <time>', 'then shows what showed before (default: no end)', parseTime)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action(({ from, until, ...options }) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.home.publish({ starts_at: from, ends_at: until }, act),
          ({ version }) => (act.dryRun ? 'The draft' : `Published: version ${version}`),
          'The draft',
        ),
      ),
    );

  home
    .command('cancel')
    .description('Cancel a version that has not begun.')
    .argument('<version>', 'the version', parseId)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((version, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.home.cancel(version, act),
          () => `Cancelled: version ${version}`,
          nameVersion(version),
        ),
      ),
    );

  home
    .command('revert')
    .description('Publish a former version, or the built-in content, again.')
    .argument('<version>', 'its number, or "default"', parseVersion)
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((version, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.home.revert(version, act),
          (published) =>
            act.dryRun
              ? nameVersion(version)
              : `${nameVersion(version)} is published again, as version ${published.version}`,
          nameVersion(version),
        ),
      ),
    );
};
