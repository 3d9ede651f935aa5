import type { Kobo } from '@sokuwa/contract/money.ts';
import { type ActOptions, acted, runAct } from '../platform/audit.ts';
import type { ShopParts } from '../shop.ts';
import { insertCoupon } from './coupon.sql.ts';

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
  createCoupon: (coupon: NewCoupon, options: ActOptions): Promise<true | false> =>
    runAct(db, options, async (trx) => {
      if (!(await insertCoupon(trx, coupon))) return false;
      return acted(true, { action: 'coupons create', subject: `coupon ${coupon.code}`, after: coupon });
    }),
});
