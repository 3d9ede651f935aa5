import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { Operator } from '@sokuwa/server/operator.ts';
import { dryRunOption, parseOrderId } from '../parse.ts';
import type { AddCommands, Outcome } from '../topic.ts';

export const parseTrackingNumber = (text: string): string => {
  if (/^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/.test(text)) return text;
  throw new InvalidArgumentError('It must be 1 to 64 letters, digits and signs.');
};

const toOutcome = (id: string, moved: Awaited<ReturnType<Operator['orders']['takeStep']>>): Outcome => {
  if (!moved) return { refused: `There is no order ${id}.` };
  if (moved.refused === 'partly shipped')
    return { refused: `A part of order ${id} is shipped. Cancel the other lines of its fulfilments instead.` };
  if (moved.refused === 'disputed')
    return {
      refused: `Order ${id} is disputed: the buyer’s bank may take the money back. Run "payments held", respond at the payment provider, and ship the order when the dispute is resolved.`,
    };
  if (!moved.to) return { refused: `Order ${id} is ${moved.from}, which does not allow this.` };
  return { done: `Order ${id}: ${moved.from} -> ${moved.to}` };
};

export const addOrderCommands: AddCommands = (program, { withShop }) => {
  const orders = program.command('orders').description('Ship, deliver and cancel orders.');
  orders
    .command('ship')
    .description('Mark a paid order as shipped, and mail the buyer.')
    .argument('<order-id>', 'the order', parseOrderId)
    .requiredOption('--tracking <number>', 'the carrier’s tracking number (required)', parseTrackingNumber)
    .addOption(dryRunOption)
    .action((id, { tracking, ...options }) =>
      withShop(options, async (operator, { dryRun }) =>
        toOutcome(id, await operator.orders.takeStep(id, { step: 'ship', tracking }, { dryRun })),
      ),
    );
  for (const { step, description } of [
    { step: 'deliver', description: 'Mark a shipped order as delivered, and mail the buyer.' },
    { step: 'cancel', description: 'Cancel an order that is not shipped, and refund what was paid.' },
  ] as const)
    orders
      .command(step)
      .description(description)
      .argument('<order-id>', 'the order', parseOrderId)
      .addOption(dryRunOption)
      .action((id, options) =>
        withShop(options, async (operator, { dryRun }) =>
          toOutcome(id, await operator.orders.takeStep(id, { step }, { dryRun })),
        ),
      );
};
