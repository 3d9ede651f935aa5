/**
 * A program that makes money payable to a merchant of the shop of DATA_DIR, for the journeys: `make-payable.ts <merchant-id> <kobo>`.
 */
import type { MerchantId } from '../platform/ids.ts';
import { makePayable } from './payouts.ts';
import { withRunningShop } from './running-shop.ts';

await withRunningShop(async (db) => {
  await makePayable(db, Number(process.argv[2]) as MerchantId, Number(process.argv[3]));
});
