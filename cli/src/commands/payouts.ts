import { InvalidArgumentError } from '@commander-js/extra-typings';
import { formatNaira } from '@sokuwa/contract/money.ts';
import type { Operator } from '@sokuwa/server/operator.ts';
import { formatCount, formatTime } from '../format.ts';
import { dryRunOption, parseId, parseOrderId, parsePayoutId, reasonOption, requiredReasonOption } from '../parse.ts';
import { type AddCommands, toOutcome } from '../topic.ts';

type Payouts = Operator['payouts'];
type Batch = Awaited<ReturnType<Payouts['list']>>['batches'][number];
type Waiting = Awaited<ReturnType<Payouts['list']>>['waiting'][number];
type Payout = NonNullable<Awaited<ReturnType<Payouts['show']>>>['payouts'][number];

const formatPayouts = (count: number): string => `${formatCount(count)} ${count === 1 ? 'payout' : 'payouts'}`;
const formatBatch = ({ id, status, created_at, file_made_at, payouts, amount }: Batch): string => {
  const file = file_made_at === null ? '' : `, file made at ${formatTime(file_made_at.toISOString())}`;
  return `batch ${id}  ${formatTime(created_at.toISOString())}  ${status}: ${formatPayouts(payouts)}, ${formatNaira(amount)}${file}`;
};

const REASONS: Record<Waiting['reason'], string> = {
  suspended: 'suspended',
  in_draft: 'in a drafted batch',
  no_bank_account: 'no bank account',
  below_minimum: 'less than the minimum',
  ready: 'in the next batch',
};
const formatWaiting = ({ merchant_id, name, kobo, reason }: Waiting): string =>
  `merchant ${merchant_id}  ${name ?? '(deleted)'}: ${formatNaira(kobo)}, ${REASONS[reason]}`;

const formatPayout = (payout: Payout): string => {
  const account = payout.last_digits === null ? '' : ` to the account that ends with ${payout.last_digits}`;
  const stopped = payout.status === 'sending' && payout.stopped_at !== null ? ', stopped' : '';
  const reason = payout.reason === null ? '' : ` (${payout.reason})`;
  return `${payout.id}  merchant ${payout.merchant_id}  ${formatNaira(payout.amount_kobo)}${account}: ${payout.status}${stopped}${reason}`;
};

type Anomaly = Awaited<ReturnType<Payouts['list']>>['anomalies'][number];
/** The reason of a payout says why it needs a person, unless nobody asks the provider about it. */
const formatAnomaly = (payout: Anomaly): string =>
  payout.anomaly === 'overdue' && payout.ask_at !== null
    ? `${formatPayout(payout)}, sent by ${payout.provider}, which should have been asked about it at ${formatTime(payout.ask_at.toISOString())}`
    : formatPayout(payout);

/** 'po-…' or 'po-…=reason'. */
const parseFailed = (text: string, before: { id: string; reason: string }[] = []): { id: string; reason: string }[] => {
  const [id = '', ...rest] = text.split('=');
  const reason = rest.join('=').trim();
  if (reason === '') throw new InvalidArgumentError('Write the id of the payout, = and what the bank says.');
  return [...before, { id: parsePayoutId(id), reason }];
};

const addReadCommands: AddCommands = (payouts, { withShop }) => {
  payouts
    .command('list')
    .description('List payouts that need a person, batches, and merchants with money that can be paid.')
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async (operator) => {
        const { anomalies, batches, waiting } = await operator.payouts.list();
        const lines = [...anomalies.map(formatAnomaly), ...batches.map(formatBatch), ...waiting.map(formatWaiting)];
        return { done: lines.join('\n') || 'There are no payouts, and no merchant can be paid.' };
      }),
    );

  payouts
    .command('show')
    .description('List the payouts of a batch.')
    .argument('<batch>', 'its number, from the list of batches', parseId)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator) => {
        const found = await operator.payouts.show(id);
        if (!found) return { refused: `There is no batch ${id}.` };
        return { done: [formatBatch(found.batch), ...found.payouts.map(formatPayout)].join('\n') };
      }),
    );
};

const addBatchCommands: AddCommands = (payouts, { withShop }) => {
  payouts
    .command('draft')
    .description('Draft a batch now, instead of waiting for the weekly one.')
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.payouts.draft(act),
          ({ id, payouts: count }) => `Batch ${id} has ${formatPayouts(count)}. Approve it to send them.`,
        ),
      ),
    );

  payouts
    .command('approve')
    .description('Approve a drafted batch. The shop sends it then.')
    .argument('<batch>', 'its number', parseId)
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.payouts.approve(id, act),
          ({ approved, cancelled, amount }) =>
            `Batch ${id}: ${formatPayouts(approved)} approved, ${formatNaira(amount)}; ${formatCount(cancelled)} cancelled.`,
        ),
      ),
    );

  payouts
    .command('cancel')
    .description('Cancel a drafted batch. The money stays for the next one.')
    .argument('<batch>', 'its number', parseId)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.payouts.cancel(id, act),
          ({ cancelled }) => `Batch ${id}: ${formatPayouts(cancelled)} cancelled.`,
        ),
      ),
    );
};

const addSinglePayoutCommands: AddCommands = (payouts, { withShop }) => {
  payouts
    .command('retry')
    .description('Look up a payout that hangs, or draft the money of one that failed or was reversed again.')
    .argument('<payout>', 'its id, from the list of a batch', parsePayoutId)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(await operator.payouts.retry(id, act), ({ batchId }) => `See batch ${batchId}.`),
      ),
    );

  payouts
    .command('stop')
    .description('Stop a payout that is approved or being sent, unless the provider has it already.')
    .argument('<payout>', 'its id, from the list of a batch', parsePayoutId)
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(await operator.payouts.stop(id, act), ({ status }) =>
          status === 'failed'
            ? `${id} has failed. Its money can be paid again.`
            : `${id} is not sent again. It fails if the provider does not know it in 20 minutes; otherwise the provider's outcome counts.`,
        ),
      ),
    );
};

const addBankFileCommands: AddCommands = (payouts, { withShop }) => {
  payouts
    .command('file')
    .description('Print the file for the bank, if payouts are made by file (PAYOUTS=file).')
    .argument('<batch>', 'its number', parseId)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator, act) =>
        // A dry run is not in the audit log, so it shows no account numbers.
        toOutcome(await operator.payouts.file(id, act), ({ file, payouts: count }) =>
          act.dryRun ? `The file for batch ${id} has ${formatPayouts(count)}.` : file.trimEnd(),
        ),
      ),
    );

  payouts
    .command('confirm')
    .description('Say which payouts were paid and which not: those of a file, and those that are lost or overdue.')
    .argument('<batch>', 'its number', parseId)
    .option('--paid <payout>', 'a payout that was paid; can be repeated', (text: string, before: string[] = []) => [
      ...before,
      parsePayoutId(text),
    ])
    .option('--failed <payout=reason>', 'a payout that was not paid, and why; can be repeated', parseFailed)
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((id, { paid = [], failed = [], ...options }) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.payouts.confirm(id, { paid, failed }, act),
          (changed) => changed.map((payout) => `${payout.id}: ${payout.status}`).join('\n') || 'Nothing has changed.',
        ),
      ),
    );
};

const addOtherCommands: AddCommands = (payouts, { withShop }) => {
  payouts
    .command('release')
    .description(
      'Release the sale of an order whose dispute was lost: the shop bears the loss, its merchants are paid.',
    )
    .argument('<order-id>', 'the order', parseOrderId)
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.payouts.release(id, act),
          (pieces) => `Order ${id}: ${formatCount(pieces)} ${pieces === 1 ? 'piece' : 'pieces'} released.`,
        ),
      ),
    );

  payouts
    .command('revoke-account')
    .description('Revoke a change of a merchant’s bank account that has not taken effect.')
    .argument('<merchant-id>', 'the merchant', parseId)
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.payouts.revokeAccount(id, act),
          () => `Payouts of merchant ${id} go on to the current account.`,
        ),
      ),
    );
};

export const addPayoutCommands: AddCommands = (program, context) => {
  const payouts = program.command('payouts').description('Pay merchants: draft, approve and confirm batches.');
  addReadCommands(payouts, context);
  addBatchCommands(payouts, context);
  addSinglePayoutCommands(payouts, context);
  addBankFileCommands(payouts, context);
  addOtherCommands(payouts, context);
};
