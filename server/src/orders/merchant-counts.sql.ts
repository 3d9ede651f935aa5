import { MAX_COUNTED } from '@sokuwa/contract/counts.rules.ts';
import type { Kobo } from '@sokuwa/contract/money.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId, OrderId } from '../platform/ids.ts';
import { addDays, startOfLagosDay } from '../platform/lagos-day.rules.ts';
import { countUpTo, toJsonRows } from '../platform/sql.ts';
import { openDisputeExists } from './dispute.sql.ts';
import type { FulfilmentStatus } from './fulfilment.rules.ts';

/** Counts up to MAX_COUNTED + 1 of a merchant's fulfilments. @param condition an index has it */
const countFulfilments = (merchantId: MerchantId, condition: RawBuilder<unknown>): RawBuilder<number> =>
  countUpTo(MAX_COUNTED + 1, sql`from fulfilment where merchant_id = ${merchantId} and ${condition}`);

/** What a merchant has to ship: how many orders, how many of them are late (up to MAX_COUNTED + 1), and until when the first one is due. */
export const selectToShip = async (
  db: Database,
  merchantId: MerchantId,
): Promise<{ count: number; late: number; oldest: Date | null }> => {
  const { rows } = await sql<{ count: number; late: number; oldest: Date | null }>`
    select ${countFulfilments(merchantId, sql`status = 'to_ship'`)} as count,
      ${countFulfilments(merchantId, sql`status = 'to_ship' and ship_by < now()`)} as late,
      (select ship_by from fulfilment where merchant_id = ${merchantId} and status = 'to_ship' order by ship_by limit 1) as oldest`.execute(
    db,
  );
  return rows[0] ?? { count: 0, late: 0, oldest: null };
};

/** When each merchant got its newest order, of those that have one. */
export const selectNewestOrders = async (
  db: Database,
  merchantIds: readonly MerchantId[],
): Promise<{ id: MerchantId; last: Date }[]> => {
  const { rows } = await sql<{ id: MerchantId; last: Date }>`
    select asked.id, newest.created_at as last from unnest(${[...merchantIds]}::integer[]) asked (id) cross join lateral (
      select created_at from fulfilment where merchant_id = asked.id order by created_at desc limit 1) newest`.execute(
    db,
  );
  return rows;
};

/** How many orders a merchant has: all, of each status, and late ones, each up to MAX_COUNTED + 1. */
export const selectOrderCounts = async (
  db: Database,
  merchantId: MerchantId,
): Promise<Record<FulfilmentStatus | 'all' | 'late', number>> => {
  const counts = {
    all: sql`true`,
    to_ship: sql`status = 'to_ship'`,
    late: sql`status = 'to_ship' and ship_by < now()`,
    shipped: sql`status = 'shipped'`,
    delivered: sql`status = 'delivered'`,
    cancelled: sql`status = 'cancelled'`,
  };
  const columns = Object.entries(counts).map(
    ([name, condition]) => sql`${countFulfilments(merchantId, condition)} as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Record<keyof typeof counts, number>>`select ${sql.join(columns)}`.execute(db);
  return rows[0] ?? { all: 0, to_ship: 0, late: 0, shipped: 0, delivered: 0, cancelled: 0 };
};

export type DayOfSales = { day: string; orders: number; kobo: Kobo };

/**
 * The orders of a merchant that were paid on each of these days in Lagos, without cancelled pieces. One range of the index for each day costs
 * a third of grouping all orders by a computed day.
 * @param days YYYY-MM-DD
 */
export const selectSales = async (
  db: Database,
  merchantId: MerchantId,
  days: readonly string[],
): Promise<DayOfSales[]> => {
  const spans = days.map((day) => ({ day, from: startOfLagosDay(day), until: startOfLagosDay(addDays(day, 1)) }));
  const { rows } = await sql<DayOfSales>`
    select span.day, sold.orders, sold.kobo
    from jsonb_to_recordset(${toJsonRows(spans)}) as span (day text, "from" timestamptz, until timestamptz) cross join lateral (
      select count(*)::integer as orders, coalesce(sum(sold_kobo), 0)::bigint as kobo from fulfilment
      where merchant_id = ${merchantId} and created_at >= span."from" and created_at < span.until and sold_kobo > 0) sold
    order by span.day`.execute(db);
  return rows;
};

/**
 * How a merchant ships the orders that were paid since a time. One that was cancelled counts if it was late then; one that cannot be shipped
 * because of a dispute does not.
 * @returns how many were shipped or should have been, and how many of them were shipped on time
 */
export const selectShipping = async (
  db: Database,
  merchantId: MerchantId,
  since: Date,
): Promise<{ due: number; onTime: number }> => {
  const isDue = sql`case
    when shipped_at is not null then true
    when status = 'cancelled' then updated_at > ship_by
    else ship_by < now() and not ${openDisputeExists(sql.ref('fulfilment.order_id'))} end`;
  const { rows } = await sql<{ due: number; onTime: number }>`
    select count(*)::integer as due, (count(*) filter (where shipped_at <= ship_by))::integer as "onTime" from fulfilment
    where merchant_id = ${merchantId} and created_at >= ${since} and ${isDue}`.execute(db);
  return rows[0] ?? { due: 0, onTime: 0 };
};

/** How many of these orders were paid to the merchant since a time. */
export const countPaidSince = async (
  db: Database,
  merchantId: MerchantId,
  orderIds: readonly OrderId[],
  since: Date,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer from fulfilment
    where order_id = any(${[...orderIds]}::text[]) and merchant_id = ${merchantId} and created_at >= ${since}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
};

/** Whether a merchant has shipped an order. */
export const hasShippedOrder = async (db: Database, merchantId: MerchantId): Promise<boolean> => {
  const { rows } = await sql`
    select from fulfilment where merchant_id = ${merchantId} and status in ('shipped', 'delivered') limit 1`.execute(
    db,
  );
  return rows.length > 0;
};
