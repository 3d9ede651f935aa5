import type { MerchantMetrics } from '@sokuwa/contract/today/merchant-metrics.schemas.ts';
import { formatWeekday } from '../lib/format.ts';
import { formatPerMille } from './merchant.rules.ts';

/** Below this, the orders that were shipped on time are too few. */
const GOOD_PER_MILLE = 900;

/** The share of orders that were shipped on time, rounded down: '71.4%', and whether it is too small. */
export const sayOnTime = ({ due, on_time }: NonNullable<MerchantMetrics['orders']>['shipping']) => {
  if (due === 0) return { share: '–', detail: 'No orders due', isBad: false };
  const perMille = Math.floor((on_time * 1000) / due);
  return { share: formatPerMille(perMille), detail: `${on_time} of ${due} due`, isBad: perMille < GOOD_PER_MILLE };
};

/** The share of orders with a return: '2.4%'. @param sold orders of the same time */
export const sayReturns = (withReturn: number, sold: number) =>
  sold === 0
    ? { share: '–', detail: 'No sales' }
    : { share: formatPerMille(Math.round((withReturn * 1000) / sold)), detail: `${withReturn} of ${sold} orders` };

/** When the next payout is made, or why it is not. */
export const sayNextPayout = (
  {
    status,
    expected_at,
    bank_account_label,
  }: Pick<NonNullable<MerchantMetrics['payouts']>['next_payout'], 'status' | 'expected_at' | 'bank_account_label'>,
  isSuspended: boolean,
): string => {
  if (isSuspended) return 'After the suspension';
  if (status !== null) return 'Being paid';
  if (bank_account_label === null) return 'With a bank account';
  return expected_at === null ? 'Not scheduled yet' : formatWeekday(`${expected_at}T12:00:00Z`);
};

/** What an operator can do about late orders, as a sentence; empty if nothing. */
export const sayWhatHelps = (acts: { write: boolean; cancel: boolean; suspend: boolean }): string => {
  const words = [
    acts.write && 'write to the merchant',
    acts.cancel && 'cancel what is left',
    acts.suspend && 'suspend it',
  ].filter((word) => word !== false);
  return words.length === 0 ? '' : `You can ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)}.`;
};
