import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import { selectMerchantBalances } from '../ledger/index.ts';
import type { MerchantId } from '../platform/ids.ts';
import type { ShopParts } from '../shop.ts';
import { nextBatchDay } from './payouts.rules.ts';
import { type PayoutUnderWay, selectNextPayout } from './payouts.sql.ts';

export type NextPayout = {
  /** Of the payout that is being made, or what can be paid. */
  amount: Kobo;
  /** Of the payout that is being made; null if there is none. */
  status: PayoutUnderWay['status'] | null;
  /** The day (UTC, YYYY-MM-DD) of the next batch; null if a payout is being made already, or if the merchant gets none in it. */
  expectedAt: string | null;
  /** What can be paid when it cannot be returned any more. */
  waiting: Kobo;
  /** All that the shop owes to the merchant: the next payout, what waits, and what is on the way. */
  owed: Kobo;
  /** Of the bank account in effect; null without one. */
  lastDigits: string | null;
};

/** A merchant's payout that is being made, or else what the next batch would pay (PAYOUT-3, PAYOUT-9). */
export const readNextPayout = async (
  { db, config }: Pick<ShopParts, 'db' | 'config'>,
  merchantId: MerchantId,
  now = new Date(),
): Promise<NextPayout> => {
  const { merchant: waiting, payable, payouts } = await selectMerchantBalances(db, merchantId);
  const { underWay, isSuspended, lastDigits } = await selectNextPayout(db, merchantId, now);
  const balance = { waiting, owed: kobo(waiting + payable + payouts), lastDigits };
  if (underWay) return { amount: underWay.kobo, status: underWay.status, expectedAt: null, ...balance };
  const isPaid = payable >= config.payouts.minimumKobo && lastDigits !== null && !isSuspended;
  const expectedAt = isPaid ? nextBatchDay(config.payouts.weekday, now) : null;
  return { amount: payable, status: null, expectedAt, ...balance };
};
