/**
 * A program that makes a delivered order's return windows close in the shop of DATA_DIR and releases its sales to the merchants, for the
 * journeys: `release-sales.ts <order-id>`.
 */
import { releaseSales } from '../orders/index.ts';
import type { OrderId } from '../platform/ids.ts';
import { openReturns } from '../returns/index.ts';
import { withRunningShop } from './running-shop.ts';
import { ageDeliveries } from './sales.ts';

const RETURN_WINDOW_HOURS = 31 * 24;

await withRunningShop(async (db) => {
  await ageDeliveries(db, (process.argv[2] ?? '') as OrderId, RETURN_WINDOW_HOURS);
  await releaseSales(db, { openReturns });
});
