import { Option } from '@commander-js/extra-typings';
import { formatNairaAmount, formatNairaPrice, kobo } from '@sokuwa/contract/money.ts';
import { orderSearch } from '@sokuwa/contract/orders/operator-orders.schemas.ts';
import { PAYMENT_STATUSES } from '@sokuwa/contract/orders/operator-payments.rules.ts';
import { type OperatorPayment, operatorPaymentsQuery } from '@sokuwa/contract/orders/operator-payments.schemas.ts';
import type { Operator, RefundMethod } from '@sokuwa/server/operator.ts';
import { formatNext, formatTime } from '../format.ts';
import {
  cursorOption,
  dryRunOption,
  parsePaymentReference,
  parseRefundReference,
  parseWith,
  requiredReasonOption,
} from '../parse.ts';
import { type AddCommands, toOutcome } from '../topic.ts';

/** @param amount in the subunit of its currency */
const formatMoney = (amount: number, currency: string | null): string =>
  `${currency === null || currency === 'NGN' ? '₦' : `${currency} `}${formatNairaAmount(kobo(amount))}`;

const formatPayment = ({ reference, created_at, provider, status, amount, buyer }: OperatorPayment): string =>
  `${reference}  ${formatTime(created_at)}  ${provider}: ${status}, ${formatNairaPrice(amount)}  ${buyer ? `${buyer.first_name} ${buyer.last_name}` : 'deleted account'}`;

type Held = Awaited<ReturnType<Operator['orders']['payments']['list']>>[number];
/** The name of each kind of row, and advice for the operator. */
const KINDS: Record<Held['kind'], { name: string; advice(row: Held): string }> = {
  payment: {
    name: 'held payment',
    advice: ({ reference }) => `run "payments accept ${reference}" or "payments refund ${reference}"`,
  },
  stuck: {
    name: 'stuck refund',
    advice: ({ reference }) => `check the payment provider’s dashboard, then run "payments refund ${reference} --by …"`,
  },
  'needs attention': {
    name: 'refund needs attention',
    advice: () => 'ask the buyer for a bank account, and enter it in the payment provider’s dashboard',
  },
  waiting: {
    name: 'waiting refund',
    advice: () => 'the shop retries it; make sure that the balance at the payment provider is high enough',
  },
  failed: {
    name: 'failed refund',
    advice: () => 'it is in the buyer’s wallet instead; there is nothing to do',
  },
  'lost dispute': {
    name: 'lost dispute',
    advice: ({ order_id }) =>
      `the bank has returned the money: run "orders cancel ${order_id}", unless it returned only a part`,
  },
  dispute: {
    name: 'dispute',
    advice: ({ due_at }) =>
      `respond at the payment provider${due_at ? ` before ${formatTime(due_at.toISOString())}` : ''}; the order is not shipped until it is resolved`,
  },
};
const formatHeld = (row: Held): string => {
  const { name, advice } = KINDS[row.kind];
  const received = formatMoney(row.paid_amount ?? row.amount_kobo, row.paid_currency);
  const expected = formatMoney(row.amount_kobo, null);
  return [
    `${row.reference}  ${formatTime(row.since.toISOString())}  ${name}: ${row.reason}`,
    `    received ${received}, expected ${expected}; order ${row.order_id} is ${row.order_status}`,
    `    ${advice(row)}`,
  ].join('\n');
};

const DESTINATIONS: Record<RefundMethod, string> = {
  provider: 'through the provider, within minutes',
  wallet: 'to the buyer’s wallet',
  hand: 'by hand',
};
const WAYS = ['provider', 'wallet', 'hand'] as const satisfies readonly RefundMethod[];

export const addPaymentCommands: AddCommands = (program, { withShop }) => {
  const payments = program.command('payments').description('List and settle held payments, refunds and disputes.');

  payments
    .command('list')
    .description('List payments, newest first.')
    .addOption(new Option('--status <status>', 'only these').choices(PAYMENT_STATUSES))
    .option('--search <text>', 'an id, an email address, or how a name begins', parseWith(orderSearch))
    .addOption(cursorOption(operatorPaymentsQuery.shape.cursor.unwrap()))
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async (operator) => {
        const { results, cursor } = await operator.orders.payments.search(options);
        return { done: formatNext(results.map(formatPayment), cursor, 'No payments.') };
      }),
    );

  payments
    .command('held')
    .description('List held payments, refunds that need attention, and open disputes, with advice.')
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async (operator) => {
        const rows = await operator.orders.payments.list();
        return {
          done: rows.map(formatHeld).join('\n') || 'No payment is held or disputed, and no refund needs attention.',
        };
      }),
    );

  payments
    .command('accept')
    .description('Accept a held payment as full payment of its order.')
    .argument('<payment>', 'its reference, from the list of payments held', parsePaymentReference)
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((reference, options) =>
      withShop(options, async (operator, act) => {
        const settled = await operator.orders.payments.accept(reference, act);
        return toOutcome(
          settled,
          ({ orderId }) => `Payment ${reference} accepted: order ${orderId} is Paid`,
          `Payment ${reference}`,
        );
      }),
    );

  payments
    .command('refund')
    .description('Refund a held payment, or retry a stuck refund.')
    .argument('<reference>', 'of the payment or the refund, from the list of payments held', parseRefundReference)
    .addOption(
      new Option(
        '--by <way>',
        'through the payment provider, as credit in the buyer’s wallet, or by hand outside the shop',
      )
        .choices(WAYS)
        .default('provider' as const),
    )
    .addOption(requiredReasonOption)
    .addOption(dryRunOption)
    .action((reference, { by, ...options }) =>
      withShop(options, async (operator, act) => {
        const settled = await operator.orders.payments.refund(reference, by, act);
        return toOutcome(
          settled,
          ({ amount, currency }) =>
            `Payment ${reference}: ${formatMoney(amount, currency)} refunded ${DESTINATIONS[by]}`,
          `Payment ${reference}`,
        );
      }),
    );
};
