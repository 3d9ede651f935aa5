import type { ActOptions } from '../platform/audit.ts';
import type { ShopParts } from '../shop.ts';
import { changeCoupon, createCoupon, endCoupon, type NewCoupon } from './coupon-changes.service.ts';

export const checkoutCommands = ({ db }: ShopParts) => ({
  createCoupon: (coupon: NewCoupon, options: ActOptions) => createCoupon(db, coupon, options),
  changeCoupon: (code: string, change: Parameters<typeof changeCoupon>[2], options: ActOptions) =>
    changeCoupon(db, code, change, options),
  endCoupon: (code: string, options: ActOptions) => endCoupon(db, code, options),
});
