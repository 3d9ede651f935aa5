/**
 * A program that makes a payout of the shop of DATA_DIR look as if its provider did not know it any more, for the journeys:
 * `lose-payout.ts <merchant-id>`.
 */
import type { MerchantId } from '../platform/ids.ts';
import { withRunningShop } from './running-shop.ts';

await withRunningShop(async (db) => {
  await db
    .updateTable('payout')
    .set({ lost_at: new Date() })
    .where('merchant_id', '=', Number(process.argv[2]) as MerchantId)
    .where('status', '=', 'sending')
    .execute();
});
