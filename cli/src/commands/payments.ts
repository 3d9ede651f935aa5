import { Option } from '@commander-js/extra-typings';
import { formatNairaAmount, kobo } from '@sokuwa/contract/money.ts';
import type { Operator, RefundMethod, SettlementRefusal } from '@sokuwa/server/operator.ts';
import { formatTime } from '../format.ts';
import { dryRunOption, parsePaymentReference } from '../parse.ts';
import type { AddCommands } from '../topic.ts';

/** @param amount in the subunit of its currency */
const formatMoney = (amount: number, currency: string | null): string =>
  `${currency === null || currency === 'NGN' ? '₦' : `${currency} `}${formatNairaAmount(kobo(amount))}`;

type Held = Awaited<ReturnType<Operator['orders']['payments']['list']>>[number];
const formatHeld = (row: Held): string => {
  const kind = row.kind === 'payment' ? 'held payment' : 'stuck refund';
  const received = formatMoney(row.paid_amount ?? row.amount_kobo, row.paid_currency);
  const expected = formatMoney(row.amount_kobo, null);
  return [
    `${row.reference}  ${formatTime(row.since.toISOString())}  ${kind}: ${row.reason}`,
    `    received ${received}, expected ${expected}; order ${row.order_id} is ${row.order_status}`,
  ].join('\n');
};

const REFUSALS: Record<SettlementRefusal, (reference: string) => string> = {
  'not held': (reference) => `Payment ${reference} is not held, and no refund of it is stuck.`,
  foreign: (reference) =>
    `Payment ${reference} is in another currency: refund it at the provider, then record this with --by hand.`,
  'no wallet': () => 'The buyer’s account is deleted, and its wallet with it.',
  'paid twice': (reference) => `The order of ${reference} is paid already: refund the payment.`,
  cancelled: (reference) => `The order of ${reference} was cancelled or replaced: refund the payment.`,
  'too late': (reference) =>
    `The order of ${reference} expired, and its stock, coupon or credit is no longer available: refund the payment.`,
};

const DESTINATIONS: Record<RefundMethod, string> = {
  provider: 'through the provider, within minutes',
  wallet: 'to the buyer’s wallet',
  hand: 'by hand',
};
const WAYS = ['provider', 'wallet', 'hand'] as const satisfies readonly RefundMethod[];

export const addPaymentCommands: AddCommands = (program, { withShop }) => {
  const payments = program.command('payments').description('Settle held payments and stuck refunds.');

  payments
    .command('held')
    .description('List payments with a wrong amount or currency, and refunds that failed.')
    .addOption(dryRunOption)
    .action((options) =>
      withShop(options, async (operator) => {
        const rows = await operator.orders.payments.list();
        return { done: rows.map(formatHeld).join('\n') || 'No payment is held, and no refund is stuck.' };
      }),
    );

  payments
    .command('accept')
    .description('Accept a held payment as full payment of its order.')
    .argument('<payment>', 'its reference, from the list of payments held', parsePaymentReference)
    .addOption(dryRunOption)
    .action((reference, options) =>
      withShop(options, async (operator, { dryRun }) => {
        const settled = await operator.orders.payments.accept(reference, { dryRun });
        if (typeof settled === 'string') return { refused: REFUSALS[settled](reference) };
        return { done: `Payment ${reference} accepted: order ${settled.orderId} is Paid` };
      }),
    );

  payments
    .command('refund')
    .description('Refund a held payment, or retry a stuck refund.')
    .argument('<payment>', 'its reference, from the list of payments held', parsePaymentReference)
    .addOption(
      new Option(
        '--by <way>',
        'through the payment provider, as credit in the buyer’s wallet, or by hand outside the shop',
      )
        .choices(WAYS)
        .default('provider' as const),
    )
    .addOption(dryRunOption)
    .action((reference, { by, ...options }) =>
      withShop(options, async (operator, { dryRun }) => {
        const settled = await operator.orders.payments.refund(reference, by, { dryRun });
        if (typeof settled === 'string') return { refused: REFUSALS[settled](reference) };
        const amount = formatMoney(settled.amount, settled.currency);
        return { done: `Payment ${reference}: ${amount} refunded ${DESTINATIONS[by]}` };
      }),
    );
};
