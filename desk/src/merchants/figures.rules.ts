import type { MerchantFigures } from '@sokuwa/contract/today/merchant-figures.schemas.ts';
import { formatPerMille } from './merchant.rules.ts';

/** Below this share of orders that left in time, it is shown as a problem. */
const GOOD_SHARE = 0.9;

const formatShare = (part: number, whole: number): string => formatPerMille(Math.round((part * 1000) / whole));

/** Orders that left in time: '71%', and whether that is a problem. */
export const sayInTime = ({ due, in_time }: NonNullable<MerchantFigures['orders']>['shipping']) =>
  due === 0
    ? { share: '–', detail: 'None was due', isBad: false }
    : { share: formatShare(in_time, due), detail: `${in_time} of ${due} due`, isBad: in_time / due < GOOD_SHARE };

/** The share of orders that came back: '2.4%'. @param sold orders of the same time */
export const sayReturned = (returned: number, sold: number) =>
  sold === 0
    ? { share: '–', detail: 'None was sold' }
    : { share: formatShare(returned, sold), detail: `${returned} of ${sold} orders` };

/** Everything that the shop owes to a merchant, in naira; negative if the merchant owes the shop. */
export const sumOwed = ({ pending, payable, on_the_way }: NonNullable<MerchantFigures['payouts']>['balance']): number =>
  Math.round((pending + payable + on_the_way) * 100) / 100;
