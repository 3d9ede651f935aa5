import { Option } from '@commander-js/extra-typings';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { RETURN_NOTE_MAX, RETURN_STATUSES } from '@sokuwa/contract/returns/returns.rules.ts';
import type { OrderReturn } from '@sokuwa/contract/returns/returns.schemas.ts';
import { REASON_TEXTS } from '@sokuwa/contract/returns/returns.texts.ts';
import { line } from '@sokuwa/contract/text.schemas.ts';
import { formatTime } from '../format.ts';
import { dryRunOption, parseReturnId, parseText, requiredReasonOption } from '../parse.ts';
import { type AddCommands, toOutcome } from '../topic.ts';

const formatReturn = ({ id, created_at, status, decide_by, lines, amount }: OrderReturn): string => {
  const deadline = decide_by === null ? '' : ` until ${formatTime(decide_by)}`;
  const pieces = lines.map(({ quantity, product_name }) => `${quantity} × ${product_name}`).join(', ');
  return `${id}  ${formatTime(created_at)} UTC  ${status}${deadline}: ${pieces}, ${formatNairaPrice(amount)}`;
};

const formatDetails = (found: OrderReturn): string =>
  [
    formatReturn(found),
    `    ${found.merchant_name}; ${REASON_TEXTS[found.reason]}; ${found.pictures} pictures; refund to ${found.refund_to}`,
    ...found.history.map(
      ({ at, by, status, note }) => `    ${formatTime(at)} ${by}: ${status}${note === '' ? '' : ` — ${note}`}`,
    ),
  ].join('\n');

export const addReturnCommands: AddCommands = (program, { withShop }) => {
  const returns = program.command('returns').description('List returns, and decide those that buyers appeal.');
  returns
    .command('list')
    .description('List the newest returns in a state.')
    .addOption(
      new Option('--status <state>', 'the state (default: those that wait for an operator)')
        .choices(RETURN_STATUSES)
        .default('appealed' as const),
    )
    .addOption(dryRunOption)
    .action(({ status, ...options }) =>
      withShop(options, async ({ returns }) => {
        const found = await returns.list(status);
        return { done: found.length === 0 ? `No return is ${status}.` : found.map(formatReturn).join('\n') };
      }),
    );
  returns
    .command('show')
    .description('Show a return with its steps.')
    .argument('<return-id>', 'the return', parseReturnId)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async ({ returns }) => {
        const found = await returns.show(id);
        return toOutcome(found, formatDetails, `Return ${id}`);
      }),
    );
  returns
    .command('decide')
    .description('Decide about a return, finally; buyer and merchant are mailed.')
    .argument('<return-id>', 'the return', parseReturnId)
    .addOption(
      new Option('--accept', 'the buyer sends it back; what did not arrive is refunded at once').conflicts([
        'decline',
        'refund',
      ]),
    )
    .addOption(new Option('--decline', 'it ends without a refund').conflicts(['accept', 'refund']))
    .addOption(new Option('--refund', 'it has arrived, or never reached the buyer').conflicts(['accept', 'decline']))
    .option('--restock', 'with --refund: the items go back into stock')
    .requiredOption('--note <text>', 'what buyer and merchant read (required)', parseText(line(RETURN_NOTE_MAX)))
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((id, { accept, decline, refund, note, restock = false, ...options }) =>
      withShop(options, async ({ returns }, { dryRun, act }) => {
        const decision = accept ? 'accept' : decline ? 'decline' : refund ? 'refund' : undefined;
        if (!decision) return { refused: 'Choose one of --accept, --decline and --refund.' };
        const decided = await returns.decide(id, { decision, note, restock }, { dryRun, act });
        return toOutcome(decided, ({ status }) => `Return ${id} is ${status}.`, `Return ${id}`);
      }),
    );
};
