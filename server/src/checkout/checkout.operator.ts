import type { Kobo } from '@sokuwa/contract/money.ts';
import type { DryRunOption } from '../platform/database.ts';
import type { ShopParts } from '../shop.ts';
import { couponExists, insertCoupon } from './coupon.sql.ts';

/** An operator's input for a new coupon. Exactly one of `percent` and `fixed_kobo` is set. */
type NewCoupon = {
  code: string;
  percent: number | null;
  fixed_kobo: Kobo | null;
  starts_at: Date;
  ends_at: Date | null;
  minimum_kobo: Kobo;
  max_uses: number | null;
};

export const checkoutCommands = ({ db }: ShopParts) => ({
  /** @returns false when a coupon with this code exists */
  createCoupon: async (coupon: NewCoupon, { dryRun }: DryRunOption): Promise<boolean> =>
    dryRun ? !(await couponExists(db, coupon.code)) : insertCoupon(db, coupon),
});
