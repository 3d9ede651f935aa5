import type { OperatorArea } from '@sokuwa/contract/staff/roles.ts';
import type { MerchantMetrics } from '@sokuwa/contract/today/merchant-metrics.schemas.ts';
import { SALES_DAYS } from '@sokuwa/contract/today/today.rules.ts';
import { selectMerchantContact } from '../catalog/index.ts';
import { countPaidSince, selectSales, selectShipping, selectToShip } from '../orders/index.ts';
import { readNextPayout } from '../payouts/index.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { addDays, lagosDayOf, startOfLagosDay } from '../platform/lagos-day.rules.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { selectReturnedOrders, selectUndecided } from '../returns/index.ts';
import type { ShopParts } from '../shop.ts';
import { presentNextPayout, presentSales, presentToShip } from './today.present.ts';
import { sumSales } from './today.service.ts';

type Span = { firstDay: string; since: Date };

const readOrders = async (db: Database, merchantId: MerchantId, { firstDay, since }: Span) => {
  const days = Array.from({ length: SALES_DAYS }, (_, n) => addDays(firstDay, n));
  const sold = await selectSales(db, merchantId, days);
  const { due, onTime } = await selectShipping(db, merchantId, since);
  return {
    to_ship: presentToShip(await selectToShip(db, merchantId)),
    sales: presentSales(sumSales(sold)),
    shipping: { due, on_time: onTime },
  };
};

const readReturns = async (db: Database, merchantId: MerchantId, { since }: Span) => ({
  undecided: (await selectUndecided(db, merchantId)).count,
  orders_with_return: await countPaidSince(db, merchantId, await selectReturnedOrders(db, merchantId, since), since),
});

const readPayouts = async (shop: Pick<ShopParts, 'db' | 'config'>, merchantId: MerchantId, now: Date) => {
  const nextPayout = await readNextPayout(shop, merchantId, now);
  return { owed: nextPayout.owed / 100, next_payout: presentNextPayout(nextPayout) };
};

/**
 * How a merchant sells and ships, for an operator (DESK-18). One statement after the other, so that one page takes one connection.
 * @param mayRead whether the reader's role may read an area; what it may not is null
 */
export const readMerchantMetrics = async (
  shop: Pick<ShopParts, 'db' | 'config'>,
  merchantId: MerchantId,
  mayRead: (area: OperatorArea) => boolean,
  now = new Date(),
): Promise<MerchantMetrics | Refused<'not_found'>> => {
  const { db } = shop;
  if (!(await selectMerchantContact(db, merchantId))) return refuse('not_found');
  const firstDay = addDays(lagosDayOf(now), 1 - SALES_DAYS);
  const span = { firstDay, since: startOfLagosDay(firstDay) };
  return {
    orders: mayRead('orders') ? await readOrders(db, merchantId, span) : null,
    returns: mayRead('returns') ? await readReturns(db, merchantId, span) : null,
    payouts: mayRead('payouts') ? await readPayouts(shop, merchantId, now) : null,
  };
};
