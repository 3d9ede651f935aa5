import { kobo } from '@sokuwa/contract/money.ts';
import type { MerchantArea } from '@sokuwa/contract/staff/roles.ts';
import { LOW_STOCK_SHOWN, SALES_DAYS } from '@sokuwa/contract/today/today.rules.ts';
import { selectLowStock } from '../catalog/index.ts';
import { selectUnanswered } from '../messages/index.ts';
import { type DayOfSales, selectSales, selectToShip } from '../orders/index.ts';
import { readNextPayout } from '../payouts/index.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { addDays, lagosDayOf } from '../platform/lagos-day.rules.ts';
import { selectUndecided } from '../returns/index.ts';
import type { ShopParts } from '../shop.ts';

export type Sales = { days: DayOfSales[]; previous: Omit<DayOfSales, 'day'> };

/** What was sold on all of some days together. */
export const sumSales = (days: readonly DayOfSales[]): Sales['previous'] => ({
  orders: days.reduce((sum, { orders }) => sum + orders, 0),
  kobo: kobo(days.reduce((sum, { kobo: amount }) => sum + amount, 0)),
});

/** The last 30 days in Lagos, and the sum of the 30 days before. */
const readSales = async (db: Database, merchantId: MerchantId, now: Date): Promise<Sales> => {
  const first = addDays(lagosDayOf(now), 1 - 2 * SALES_DAYS);
  const days = Array.from({ length: 2 * SALES_DAYS }, (_, n) => addDays(first, n));
  const sales = await selectSales(db, merchantId, days);
  return { days: sales.slice(SALES_DAYS), previous: sumSales(sales.slice(0, SALES_DAYS)) };
};

/**
 * What waits for a merchant, its sales and its next payout (DESK-1 to DESK-3). One statement after the other, so that one page takes one
 * connection.
 * @param mayRead whether the reader's role may read an area; what it may not is null
 */
export const readToday = async (
  { db, config }: Pick<ShopParts, 'db' | 'config'>,
  merchantId: MerchantId,
  mayRead: (area: MerchantArea) => boolean,
  now = new Date(),
) => ({
  toShip: await selectToShip(db, merchantId),
  unanswered: mayRead('messages') ? await selectUnanswered(db, merchantId) : null,
  undecided: mayRead('returns') ? await selectUndecided(db, merchantId) : null,
  lowStock: mayRead('products') ? await selectLowStock(db, merchantId, LOW_STOCK_SHOWN) : null,
  sales: await readSales(db, merchantId, now),
  nextPayout: mayRead('payouts') ? await readNextPayout({ db, config }, merchantId, now) : null,
});
export type TodayView = Awaited<ReturnType<typeof readToday>>;
