/** A program that creates a coupon of 10% in the shop of DATA_DIR and writes its code, for the journeys. */
import { addCoupon } from './checkout.ts';
import { withRunningShop } from './running-shop.ts';

await withRunningShop(async (db) => {
  const { code } = await addCoupon(db);
  process.stdout.write(code);
});
