import { kobo, nairaText } from '@sokuwa/contract/money.ts';
import type { Operator, Unsettled, Way } from '@sokuwa/server/operator.ts';
import type { Command } from './command.ts';
import { UsageError } from './usage.ts';

const readReference = (text = ''): string => {
  const reference = text.toUpperCase();
  if (/^[0-9A-HJKMNP-TV-Z]{12}-\d{1,3}$/.test(reference)) return reference;
  throw new UsageError(`A payment is named such as 7F3KQ2M9XW4T-1, not "${text}".`);
};

/** What arrived, in words. @param amount in the subunit of its currency */
const money = (amount: number, currency: string | null): string =>
  `${currency === null || currency === 'NGN' ? '₦' : `${currency} `}${nairaText(kobo(amount))}`;

const shown = (one: Awaited<ReturnType<Operator['payments']['list']>>[number]): string => {
  const arrived = money(one.paid_amount ?? one.amount_kobo, one.paid_currency);
  return [
    `${one.reference}  ${one.since.toISOString().slice(0, 16).replace('T', ' ')}  ${one.kind === 'payment' ? 'held payment' : 'stuck refund'}: ${one.reason}`,
    `    ${arrived} arrived, ${money(one.amount_kobo, null)} were asked for; order ${one.order_id} is ${one.order_status}`,
  ].join('\n');
};

const held: Command = {
  name: 'payments held',
  args: [],
  options: {},
  summary: 'List payments that are not what was asked for, and refunds that could not be made.',
  prepare: () => async (operator) => {
    const rows = await operator.payments.list();
    return { done: rows.map(shown).join('\n') || 'No payment is held, and no refund is stuck.' };
  },
};

const WHY_NOT: Record<Unsettled, (reference: string) => string> = {
  'not held': (reference) => `Payment ${reference} is not held, and no refund of it is stuck.`,
  foreign: (reference) =>
    `Payment ${reference} came in another currency: give it back at the provider’s, then say --by hand.`,
  'no wallet': () => 'The buyer’s account is gone, and the wallet with it.',
  'paid twice': (reference) => `The order of ${reference} is paid already: give the money back.`,
  cancelled: (reference) => `The order of ${reference} was cancelled or replaced: give the money back.`,
  'too late': (reference) =>
    `The order of ${reference} was given up, and its pieces, coupon or credit are gone: give the money back.`,
};

const accept: Command = {
  name: 'payments accept',
  args: ['<payment>'],
  options: {},
  summary: 'Take a held payment for its order, as if it were paid in full.',
  prepare: ({ args: [payment] }) => {
    const reference = readReference(payment);
    return async (operator, dryRun) => {
      const settled = await operator.payments.accept(reference, dryRun);
      if (typeof settled === 'string') return { refused: WHY_NOT[settled](reference) };
      return { done: `Payment ${reference} is taken: order ${settled.order} is Paid` };
    };
  },
};

const WAYS: Record<Way, string> = {
  provider: 'by the provider, within minutes',
  wallet: 'into the buyer’s wallet',
  hand: 'by hand',
};
const readWay = (text: string): Way => {
  const way = (Object.keys(WAYS) as Way[]).find((name) => name === text);
  if (way) return way;
  throw new UsageError(`--by must be one of ${Object.keys(WAYS).join(', ')}, not "${text}".`);
};

const refund: Command = {
  name: 'payments refund',
  args: ['<payment>'],
  options: {
    by: 'provider: the way it came (when left out); wallet: as credit; hand: you gave it back yourself',
  },
  summary: 'Give a held payment back, or try a stuck refund again or otherwise.',
  prepare: ({ args: [payment], options }) => {
    const reference = readReference(payment);
    const way = readWay(options.by ?? 'provider');
    return async (operator, dryRun) => {
      const settled = await operator.payments.payBack(reference, way, dryRun);
      if (typeof settled === 'string') return { refused: WHY_NOT[settled](reference) };
      return { done: `${money(settled.amount, settled.currency)} of payment ${reference} go back ${WAYS[way]}` };
    };
  },
};

export const paymentCommands: readonly Command[] = [held, accept, refund];
