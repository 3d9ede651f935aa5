import type { NewCoupon, OperatorCoupon } from '@sokuwa/contract/checkout/operator-coupons.schemas.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { formatCount, formatDayAndTime } from '../lib/format.ts';
import { fromLagosField } from '../lib/lagos-time.ts';

/** '10% off', '₦500 off'. */
export const describeDiscount = ({ percent, fixed }: Pick<OperatorCoupon, 'percent' | 'fixed'>): string =>
  percent === null ? `${formatNairaPrice(fixed ?? 0)} off` : `${percent}% off`;

/** When a coupon can be used: 'From 24 Nov, 18:00', 'Until 1 Dec, 00:00', 'Without an end'. */
export const describePeriod = ({ status, starts_at, ends_at }: OperatorCoupon): string => {
  if (status === 'scheduled')
    return `From ${formatDayAndTime(starts_at)}${ends_at ? ` to ${formatDayAndTime(ends_at)}` : ''}`;
  if (ends_at === null) return 'Without an end';
  return `${status === 'ended' ? 'Ended' : 'Until'} ${formatDayAndTime(ends_at)}`;
};

/** '3', '3 of 100'. */
export const describeUses = ({ uses, max_uses }: Pick<OperatorCoupon, 'uses' | 'max_uses'>): string =>
  max_uses === null ? formatCount(uses) : `${formatCount(uses)} of ${formatCount(max_uses)}`;

/** What the form of a new coupon has. Times are those of their fields. */
export type CouponValues = {
  code: string;
  kind: 'percent' | 'fixed';
  percent: string;
  fixed: string;
  minimum: string;
  max_uses: string;
  starts_at: string;
  ends_at: string;
  reason: string;
};
export const NO_COUPON: CouponValues = {
  code: '',
  kind: 'percent',
  percent: '',
  fixed: '',
  minimum: '',
  max_uses: '',
  starts_at: '',
  ends_at: '',
  reason: '',
};

/** '1,500' → 1500. */
const toNumber = (text: string): number => Number(text.replaceAll(/[\s,]/g, ''));

/** The body of the call. What is empty is left out. */
export const toNewCoupon = (values: CouponValues): NewCoupon => {
  const starts_at = fromLagosField(values.starts_at);
  const ends_at = fromLagosField(values.ends_at);
  return {
    code: values.code,
    ...(values.kind === 'percent' ? { percent: toNumber(values.percent) } : { fixed: toNumber(values.fixed) }),
    ...(values.minimum !== '' && { minimum: toNumber(values.minimum) }),
    ...(values.max_uses !== '' && { max_uses: toNumber(values.max_uses) }),
    ...(starts_at && { starts_at }),
    ...(ends_at && { ends_at }),
    ...(values.reason.trim() !== '' && { reason: values.reason }),
  };
};

const isCount = (text: string): boolean => /^[\d\s,]+$/.test(text) && toNumber(text) >= 1;
const isAmount = (text: string): boolean => /^[\d\s,]+(\.\d{1,2})?$/.test(text);

/** Whether a field is right, or what is wrong. */
export const checks = {
  percent: (text: string) => (isCount(text) && toNumber(text) <= 100) || 'Write a whole percentage from 1 to 100.',
  fixed: (text: string) => (isAmount(text) && toNumber(text) > 0) || 'Write an amount such as 500.',
  minimum: (text: string) => text === '' || isAmount(text) || 'Write an amount such as 5,000.',
  maxUses: (text: string) => text === '' || isCount(text) || 'Write a whole number of 1 or more.',
};
