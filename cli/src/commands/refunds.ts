import { randomUUID } from 'node:crypto';
import { Option } from '@commander-js/extra-typings';
import { formatNaira, formatNairaPrice } from '@sokuwa/contract/money.ts';
import { type OperatorRefund, operatorRefundsQuery } from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import { REFUND_TARGETS } from '@sokuwa/contract/orders/orders.rules.ts';
import { getRefusalText, isRefused } from '@sokuwa/server/operator.ts';
import { formatNext, formatTime } from '../format.ts';
import { cursorOption, dryRunOption, keyOption, parseGiven, parseOrderId, requiredReasonOption } from '../parse.ts';
import type { AddCommands } from '../topic.ts';

const formatRefund = ({ reference, created_at, amount, reason, status, refused_for }: OperatorRefund): string =>
  `${reference}  ${formatTime(created_at)}  ${formatNairaPrice(amount)} (${reason}): ${status}${refused_for === null ? '' : `, ${refused_for}`}`;

const TARGETS = { original: 'back to the payment', wallet: 'to the buyer’s wallet' };

export const addRefundCommands: AddCommands = (program, { withShop }) => {
  const refunds = program.command('refunds').description('List refunds, and refund orders out of goodwill.');
  refunds
    .command('list')
    .description('List refunds, newest first.')
    .option('--order <id>', 'only those of this order', parseOrderId)
    .option('--waiting', 'only those that are stuck, need the bank account of the buyer, or have waited for long')
    .addOption(cursorOption(operatorRefundsQuery.shape.cursor.unwrap()))
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async (operator) => {
        const { results, cursor } = await operator.orders.refunds.list(options);
        return { done: formatNext(results.map(formatRefund), cursor, 'No refunds.') };
      }),
    );
  refunds
    .command('create')
    .description('Refund a paid order, or a part of it, out of goodwill. The goods stay with the buyer.')
    .argument('<order-id>', 'the order', parseOrderId)
    .argument('<naira>', 'the amount, at most what the buyer has paid and not got back', parseGiven)
    .addOption(
      new Option('--to <where>', 'back to the payment, or into the wallet')
        .choices(REFUND_TARGETS)
        .default('original' as const),
    )
    .addOption(keyOption)
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((id, amount, { to, key = randomUUID(), ...options }) =>
      withShop(options, async (operator, act) => {
        const created = await operator.orders.refunds.create(id, { amount, to, key }, act);
        if (isRefused(created)) return { refused: `Order ${id}: ${getRefusalText(created)}` };
        return { done: `Order ${id}: ${formatNaira(amount)} refunded ${TARGETS[to]}` };
      }),
    );
};
