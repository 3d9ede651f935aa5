import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import type { WorkKind } from '@sokuwa/contract/operators/overview.rules.ts';
import type { WaitingWork } from '@sokuwa/contract/operators/overview.schemas.ts';
import { currentTime } from '../lib/clock.ts';
import { countDays, formatAge, formatCount, formatDay, formatNumberOf, formatTime } from '../lib/format.ts';

type WorkText = {
  /** What waits, after its number. */
  one: string;
  many: string;
  /** What the button says. */
  action: string;
  /** What happens while it waits, or what to do. */
  advice: string;
};

/** What each kind of work is called, and what is done about it. */
export const WORK_TEXTS: Record<WorkKind, WorkText> = {
  refunds_stuck: {
    one: 'refund is stuck',
    many: 'refunds are stuck',
    action: 'Try again or pay otherwise',
    advice: 'Buyers wait for their money.',
  },
  payments_held: {
    one: 'payment is held',
    many: 'payments are held',
    action: 'Settle',
    advice: 'Not what the order asks for. Accept it, or give it back.',
  },
  disputes_open: {
    one: 'dispute is open',
    many: 'disputes are open',
    action: 'Look',
    advice: 'Without an answer in time the bank takes the money back.',
  },
  disputes_lost: {
    one: 'dispute was lost before shipping',
    many: 'disputes were lost before shipping',
    action: 'Decide',
    advice: 'The bank has taken the money back, and the order is still to be shipped.',
  },
  payouts_unclear: {
    one: 'payout is unclear',
    many: 'payouts are unclear',
    action: 'Look',
    advice: 'Lost, overdue, or paid after they had failed.',
  },
  returns_appealed: {
    one: 'return was appealed',
    many: 'returns were appealed',
    action: 'Decide',
    advice: 'The merchant declined, and the buyer asks you.',
  },
  returns_overdue: {
    one: 'return was left by its merchant',
    many: 'returns were left by their merchants',
    action: 'Decide',
    advice: 'Neither decided nor confirmed in time.',
  },
  orders_late: {
    one: 'part of an order is late',
    many: 'parts of orders are late',
    action: 'Look',
    advice: 'Should have been shipped.',
  },
  applications: {
    one: 'store has applied',
    many: 'stores have applied',
    action: 'Look',
    advice: 'Approve or decline.',
  },
  products_to_moderate: {
    one: 'product to moderate',
    many: 'products to moderate',
    action: 'Look',
    advice: 'Reported by shoppers, or changed by the merchant after a takedown.',
  },
  payout_batches: {
    one: 'batch of payouts to approve',
    many: 'batches of payouts to approve',
    action: 'Check and approve',
    advice: 'Merchants are paid when it is approved.',
  },
  bank_account_changes: {
    one: 'new bank account',
    many: 'new bank accounts',
    action: 'Look',
    advice: 'They take effect unless somebody revokes them.',
  },
  mails_unsent: {
    one: 'mail could not be sent',
    many: 'mails could not be sent',
    action: 'Look',
    advice: 'It is tried again by itself, less and less often.',
  },
  jobs_failed: {
    one: 'background job has failed',
    many: 'background jobs have failed',
    action: 'Look',
    advice: 'It is not tried again by itself.',
  },
};

/** Counts stop there. */
const sayCount = (count: number, max: number): string =>
  count >= max ? `${formatCount(max)} or more` : formatCount(count);

/** '3 payments are held'. @param max where counts stop */
export const sayWork = ({ kind, count }: Pick<WaitingWork, 'kind' | 'count'>, max: number): string => {
  const { one, many } = WORK_TEXTS[kind];
  return `${sayCount(count, max)} ${count === 1 ? one : many}`;
};

/** 'today 17:00', 'tomorrow 17:00', '3 Dec, 17:00'. */
const sayDeadline = (due: string, now: Date): string => {
  const days = countDays(due, now);
  if (days === 0) return `today ${formatTime(due)}`;
  return days === 1 ? `tomorrow ${formatTime(due)}` : `${formatDay(due, now)}, ${formatTime(due)}`;
};

/** The details of a row: the deadline, the sum, the number of merchants, and the longest wait. */
export const describeWork = (
  { due, amount, oldest, merchants, count }: Omit<WaitingWork, 'kind' | 'urgency' | 'list'>,
  now = currentTime(),
): string => {
  const age = formatAge(oldest, now);
  const parts = [
    due !== null && `${new Date(due) < now ? 'Was due' : 'Due'} ${sayDeadline(due, now)}`,
    amount !== null && `${formatNairaPrice(amount)}${count > 1 ? ' together' : ''}`,
    merchants !== null && `of ${formatNumberOf(merchants, 'merchant')}`,
    `${count > 1 ? 'the oldest ' : ''}${age === 'just now' ? 'came just now' : `waits ${age}`}`,
  ].filter((part) => part !== false);
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};
