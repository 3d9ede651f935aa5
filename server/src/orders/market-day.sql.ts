import type { Kobo } from '@sokuwa/contract/money.ts';
import { MARKET_TIME_ZONE } from '@sokuwa/contract/operators/overview.rules.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';

export type SoldInHour = { hour: number; orders: number; kobo: Kobo };

/**
 * Paid orders of a day of the market by the hour in which they were placed, without cancelled ones. Hours without orders are missing.
 * @param daysAgo 0: today
 */
export const selectSoldByHour = async (db: Database, daysAgo: number): Promise<SoldInHour[]> => {
  const midnight = (days: number) => sql`
    ((date_trunc('day', now() at time zone ${MARKET_TIME_ZONE}) - make_interval(days => ${days}::integer)) at time zone ${MARKET_TIME_ZONE})`;
  const { rows } = await sql<SoldInHour>`
    select extract(hour from created_at at time zone ${MARKET_TIME_ZONE})::integer as hour, count(*)::integer as orders,
      sum(total_kobo)::bigint as kobo
    from shop_order
    where created_at >= ${midnight(daysAgo)} and created_at < ${midnight(daysAgo - 1)} and status in ('Paid', 'Shipped', 'Delivered')
    group by 1`.execute(db);
  return rows;
};
