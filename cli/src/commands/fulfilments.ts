import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { CARRIER_KEYS, type FulfilmentView, type Refused } from '@sokuwa/server/operator.ts';
import {
  dryRunOption,
  parseFulfilmentId,
  parseId,
  parseOrderId,
  reasonOption,
  requiredReasonOption,
} from '../parse.ts';
import { type AddCommands, type Outcome, toOutcome } from '../topic.ts';
import { parseTrackingNumber } from './orders.ts';

/** '0:2,3:1': two pieces of line 0 and one of line 3. */
const parsePieces = (text: string): { position: number; quantity: number }[] =>
  text.split(',').map((part) => {
    const [, position, quantity] = /^(\d{1,5}):([1-9]\d{0,8})$/.exec(part) ?? [];
    if (position === undefined || quantity === undefined)
      throw new InvalidArgumentError('It must be lines and quantities, such as 0:2,3:1.');
    return { position: Number(position), quantity: Number(quantity) };
  });

/** '0:2:3': two of the three pieces that are left of line 0. A repeated command then cancels nothing again. */
const parseCancelled = (text: string): { position: number; quantity: number; left: number }[] =>
  text.split(',').map((part) => {
    const [, pieces, left] = /^(\d+:\d+):(\d{1,9})$/.exec(part) ?? [];
    const [piece] = pieces === undefined ? [] : parsePieces(pieces);
    if (piece === undefined)
      throw new InvalidArgumentError('It must be lines, quantities, and how many are left, such as 0:2:3,3:1:1.');
    return { ...piece, left: Number(left) };
  });

const formatFulfilment = ({ id, merchantId, status, lines, parcels }: FulfilmentView): string =>
  [
    `${id}  ${merchantId === null ? 'the shop' : `merchant ${merchantId}`}: ${status.replace('_', ' ')}`,
    ...lines.map(
      ({ position, title, quantity, left }) => `    line ${position}: ${quantity} × ${title}, ${left} left to ship`,
    ),
    ...parcels.map(
      (parcel) =>
        `    parcel ${parcel.id}: ${parcel.carrier} ${parcel.trackingNumber}${parcel.deliveredAt ? ', delivered' : ''}`,
    ),
  ].join('\n');

const describeChange = (id: string, result: { status: string } | Refused): Outcome =>
  toOutcome(result, ({ status }) => `Fulfilment ${id} is changed; the order is ${status}.`, `Fulfilment ${id}`);

export const addFulfilmentCommands: AddCommands = (program, { withShop }) => {
  const fulfilments = program
    .command('fulfilments')
    .description('Ship, deliver and cancel what one merchant sends of an order.');
  fulfilments
    .command('list')
    .description('List the fulfilments of an order, with lines and parcels.')
    .argument('<order-id>', 'the order', parseOrderId)
    .addOption(dryRunOption)
    .action((orderId, options) =>
      withShop(options, async ({ orders }) => {
        const found = await orders.fulfilments.list(orderId);
        if (found.length === 0)
          return { refused: `Order ${orderId} has no fulfilments: it does not exist, or is not paid.` };
        return { done: found.map(formatFulfilment).join('\n') };
      }),
    );
  fulfilments
    .command('ship')
    .description('Record a parcel, and mail the buyer.')
    .argument('<fulfilment-id>', 'the fulfilment', parseFulfilmentId)
    .addOption(new Option('--carrier <name>', 'who carries it').choices(CARRIER_KEYS).makeOptionMandatory())
    .requiredOption('--tracking <number>', 'the carrier’s tracking number (required)', parseTrackingNumber)
    .addOption(
      new Option('--pieces <list>', 'lines and quantities, such as 0:2,3:1 (default: all that are left)').argParser(
        parsePieces,
      ),
    )
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, { carrier, tracking, pieces, ...options }) =>
      withShop(options, async ({ orders }, act) =>
        describeChange(
          id,
          await orders.fulfilments.ship(id, { carrier, trackingNumber: tracking, lines: pieces }, act),
        ),
      ),
    );
  fulfilments
    .command('deliver')
    .description('Record that parcels have arrived.')
    .argument('<fulfilment-id>', 'the fulfilment', parseFulfilmentId)
    .option('--parcel <id>', 'one parcel (default: all)', parseId)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, { parcel, ...options }) =>
      withShop(options, async ({ orders }, act) =>
        describeChange(id, await orders.fulfilments.deliver(id, parcel, act)),
      ),
    );
  fulfilments
    .command('cancel')
    .description('Cancel pieces that are not shipped, and refund what was paid for them.')
    .argument('<fulfilment-id>', 'the fulfilment', parseFulfilmentId)
    .addOption(
      new Option(
        '--pieces <list>',
        'lines, quantities, and how many are left, such as 0:2:3,3:1:1 (see fulfilments list)',
      )
        .argParser(parseCancelled)
        .makeOptionMandatory(),
    )
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((id, { pieces, ...options }) =>
      withShop(options, async ({ orders }, act) =>
        describeChange(id, await orders.fulfilments.cancel(id, pieces, act)),
      ),
    );
};
