import { Option } from '@commander-js/extra-typings';
import { ADDRESS_LINE_MAX, CITY_MAX, NAME_MAX, POSTAL_CODE_MAX } from '@sokuwa/contract/addresses/addresses.rules.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { trackingNumber } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import {
  type OperatorOrder,
  type OrderSummary,
  operatorOrdersQuery,
  orderSearch,
} from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import { ORDER_STATUSES } from '@sokuwa/contract/orders/orders.rules.ts';
import { line } from '@sokuwa/contract/text.schemas.ts';
import type { Operator } from '@sokuwa/server/operator.ts';
import { formatNext, formatTime } from '../format.ts';
import {
  cursorOption,
  dryRunOption,
  parseEmail,
  parseId,
  parseOrderId,
  parseText,
  parseTime,
  parseWith,
  reasonOption,
  requiredReasonOption,
} from '../parse.ts';
import { type AddCommands, type Outcome, toOutcome } from '../topic.ts';

export const parseTrackingNumber = parseWith(trackingNumber);

/** @param naira an amount of the API */
const formatAmount = (naira: number): string => formatNairaPrice(naira);

export const formatOrder = ({ id, status, created_at, total, buyer, merchants }: OrderSummary): string =>
  [
    `${id}  ${formatTime(created_at)}  ${status}  ${formatAmount(total)}`,
    buyer ? `${buyer.first_name} ${buyer.last_name} <${buyer.email}>` : 'deleted account',
    ...(merchants.length > 0 ? [`merchants ${merchants.join(', ')}`] : []),
  ].join('  ');

const formatEverything = (found: OperatorOrder): string => {
  const { order, fulfilments, payments, refunds, disputes, ledger } = found;
  const { user, ...address } = order.shipping_address;
  const section = (title: string, rows: readonly string[]) =>
    rows.length > 0 ? [`${title}:`, ...rows.map((row) => `    ${row}`)] : [];
  return [
    `${order.id}  ${formatTime(order.created_at)}  ${order.status}  ${formatAmount(order.total_price)}`,
    `Buyer: ${user.first_name} ${user.last_name} <${user.email}>`,
    `Address: ${Object.values(address).filter(Boolean).join(', ')}`,
    ...section(
      'Items',
      order.items.map(({ quantity, product_name, price }) => `${quantity} × ${product_name}, ${formatAmount(price)}`),
    ),
    ...section(
      'Fulfilments',
      fulfilments.map(({ id, merchant_id, status, parcels }) =>
        [
          `${id}  ${merchant_id === null ? 'the shop' : `merchant ${merchant_id}`}: ${status.replace('_', ' ')}`,
          ...parcels.map(({ carrier, tracking_number }) => `${carrier} ${tracking_number}`),
        ].join('; '),
      ),
    ),
    ...section(
      'Payments',
      payments.map(
        ({ reference, provider, status, amount }) => `${reference}  ${provider}: ${status}, ${formatAmount(amount)}`,
      ),
    ),
    ...section(
      'Refunds',
      refunds.map(
        ({ reference, amount, reason, status }) => `${reference}  ${formatAmount(amount)} (${reason}): ${status}`,
      ),
    ),
    ...section(
      'Disputes',
      disputes.map(
        ({ id, payment_reference, status, resolution }) => `${id} of ${payment_reference}: ${resolution ?? status}`,
      ),
    ),
    ...section(
      'Books',
      ledger.map(
        ({ at, kind, account, merchant_id, amount }) =>
          `${formatTime(at)}  ${kind}: ${account}${merchant_id === null ? '' : ` ${merchant_id}`} ${formatAmount(amount)}`,
      ),
    ),
  ].join('\n');
};

const describeStep = (id: string, taken: Awaited<ReturnType<Operator['orders']['takeStep']>>): Outcome =>
  toOutcome(taken, ({ from, to }) => `Order ${id}: ${from} -> ${to}`, `Order ${id}`);

const textOption = (flags: string, description: string, max: number) =>
  new Option(flags, description).argParser(parseText(line(max)));

export const addOrderCommands: AddCommands = (program, { withShop }) => {
  const orders = program.command('orders').description('List, correct, ship, deliver and cancel orders.');
  const list = orders
    .command('list')
    .description('List orders, newest first.')
    .addOption(new Option('--status <status>', 'only orders with this status').choices(ORDER_STATUSES))
    .option('--from <time>', 'placed at this time or later, such as 2026-12-01', parseTime)
    .option('--to <time>', 'placed before this time', parseTime)
    .option('--merchant <id>', 'paid orders with products of this merchant', parseId)
    .option('--email <address>', 'of this account', parseEmail)
    .option('--order <id>', 'only this order', parseOrderId)
    .option(
      '--search <text>',
      'instead of --email and --order: an id, an email address, or how a name begins',
      parseWith(orderSearch),
    )
    .option('--late', 'of which a merchant should have shipped something')
    .addOption(cursorOption(operatorOrdersQuery.shape.cursor.unwrap()))
    .addOption(dryRunOption)
    .action((options) => {
      if (options.search !== undefined && (options.email !== undefined || options.order !== undefined))
        return list.error('error: give one of --search, --email and --order');
      return withShop(options, async (operator) => {
        const { results, cursor } = await operator.orders.search(options);
        return { done: formatNext(results.map(formatOrder), cursor, 'No orders.') };
      });
    });
  orders
    .command('show')
    .description('Show everything about an order: items, fulfilments, payments, refunds, disputes, books.')
    .argument('<order-id>', 'the order', parseOrderId)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator) => toOutcome(await operator.orders.read(id), formatEverything, `Order ${id}`)),
    );
  const address = orders
    .command('address')
    .description('Correct the delivery address of an order of which nothing is shipped. The country and region stay.')
    .argument('<order-id>', 'the order', parseOrderId)
    .addOption(textOption('--first-name <name>', 'the first name', NAME_MAX))
    .addOption(textOption('--last-name <name>', 'the last name', NAME_MAX))
    .addOption(textOption('--phone <number>', 'the phone number', 40))
    .addOption(textOption('--line1 <text>', 'the first line of the address', ADDRESS_LINE_MAX))
    .addOption(textOption('--line2 <text>', 'the second line', ADDRESS_LINE_MAX))
    .addOption(textOption('--line3 <text>', 'the third line', ADDRESS_LINE_MAX))
    .addOption(textOption('--city <name>', 'the city', CITY_MAX))
    .addOption(textOption('--postal-code <code>', 'the postal code', POSTAL_CODE_MAX))
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, { firstName, lastName, phone, line1, line2, line3, city, postalCode, ...options }) => {
      const correction = {
        ...{ first_name: firstName, last_name: lastName, phone_number: phone, city, postal_code: postalCode },
        ...{ address_line1: line1, address_line2: line2, address_line3: line3 },
      };
      if (Object.values(correction).every((value) => value === undefined))
        return address.error('error: give at least one part of the address');
      return withShop(options, async (operator, act) => {
        const corrected = await operator.orders.correctAddress(id, correction, act);
        return toOutcome(corrected, () => `Order ${id}: the address is corrected`, `Order ${id}`);
      });
    });
  orders
    .command('ship')
    .description('Mark a paid order as shipped, and mail the buyer.')
    .argument('<order-id>', 'the order', parseOrderId)
    .requiredOption('--tracking <number>', 'the carrier’s tracking number (required)', parseTrackingNumber)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, { tracking, ...options }) =>
      withShop(options, async (operator, act) =>
        describeStep(id, await operator.orders.takeStep(id, { step: 'ship', tracking }, act)),
      ),
    );
  orders
    .command('deliver')
    .description('Mark a shipped order as delivered, and mail the buyer.')
    .argument('<order-id>', 'the order', parseOrderId)
    .addOption(reasonOption)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator, act) =>
        describeStep(id, await operator.orders.takeStep(id, { step: 'deliver' }, act)),
      ),
    );
  orders
    .command('cancel')
    .description('Cancel an order that is not shipped, and refund what was paid.')
    .argument('<order-id>', 'the order', parseOrderId)
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((id, options) =>
      withShop(options, async (operator, act) =>
        describeStep(id, await operator.orders.takeStep(id, { step: 'cancel' }, act)),
      ),
    );
};
