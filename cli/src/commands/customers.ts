import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { Customer, CustomerSummary } from '@sokuwa/contract/operators/operators.schemas.ts';
import { line } from '@sokuwa/contract/text.schemas.ts';
import { isRefused } from '@sokuwa/server/operator.ts';
import { formatTime } from '../format.ts';
import {
  dryRunOption,
  parseEmail,
  parseId,
  parseOrderId,
  parseText,
  reasonOption,
  requiredReasonOption,
} from '../parse.ts';
import { type AddCommands, toOutcome } from '../topic.ts';
import { formatOrder } from './orders.ts';

const formatCustomer = ({ id, first_name, last_name, email, created_at, is_verified }: CustomerSummary): string =>
  `${id}  ${first_name} ${last_name} <${email}>, since ${formatTime(created_at)}${is_verified ? '' : ', not verified'}`;

const formatEverything = ({ credit, orders, sessions, ...account }: Customer): string =>
  [
    formatCustomer(account),
    `Phone: ${account.phone_number || 'none'}`,
    `Credit: ${formatNairaPrice(credit)}`,
    `Open sessions: ${sessions.length}`,
    'Orders:',
    ...(orders.length > 0 ? orders.map((order) => `    ${formatOrder(order)}`) : ['    none']),
  ].join('\n');

export const addCustomerCommands: AddCommands = (program, { withShop }) => {
  const customers = program.command('customers').description('Find accounts, end their sessions and erase them.');
  const find = customers
    .command('find')
    .description('Find accounts by email address, name or order.')
    .option('--email <address>', 'the email address', parseEmail)
    .option('--name <name>', 'the beginning of the first or last name, or of both', parseText(line(200)))
    .option('--order <id>', 'an order of the account', parseOrderId)
    .addOption(dryRunOption)
    .action(({ email, name, order, ...options }) => {
      if ([email, name, order].filter((given) => given !== undefined).length !== 1)
        return find.error('error: give one of --email, --name and --order');
      return withShop(options, async (operator) => {
        const found = await operator.operators.findCustomers({ email, name, order });
        return { done: found.map(formatCustomer).join('\n') || 'No accounts.' };
      });
    });
  customers
    .command('show')
    .description('Show an account with its credit, orders and sessions.')
    .argument('<account-id>', 'the account, from customers find', parseId)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator) => {
        const found = await operator.operators.readCustomer(id);
        return isRefused(found) ? { refused: `There is no account ${id}.` } : { done: formatEverything(found) };
      }),
    );
  customers
    .command('end-sessions')
    .description('Sign an account out everywhere, of shop and desk.')
    .argument('<account-id>', 'the account, from customers find', parseId)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.operators.endSessions(id, act),
          ({ ended }) => `Account ${id}: ${ended} ${ended === 1 ? 'session' : 'sessions'} ended`,
          `Account ${id}`,
        ),
      ),
    );
  customers
    .command('erase')
    .description('Delete an account and its data, and mail the person. It cannot be undone.')
    .argument('<account-id>', 'the account, from customers find', parseId)
    .option('--confirm-undelivered', 'also with orders that are paid and not delivered', false)
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((id, { confirmUndelivered, ...options }) =>
      withShop(options, async (operator, act) =>
        toOutcome(
          await operator.operators.eraseCustomer(id, { confirmUndelivered }, act),
          () => `Account ${id} is erased.`,
          `Account ${id}`,
        ),
      ),
    );
};
