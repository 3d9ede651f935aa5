import type { Kobo } from '@sokuwa/contract/money.ts';
import { ORDERS_PAGE_SIZE, PAID_STATUSES } from '@sokuwa/contract/orders/orders.rules.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import { lockAccount } from '../account/index.ts';
import type { UnpaidOrders } from '../cart/index.ts';
import { merchantCommissions, merchantNames, productMerchants, productSummaries } from '../catalog/index.ts';
import { allocate } from '../checkout/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, MerchantId, OrderId, ProductId } from '../platform/ids.ts';
import { columnsOf, toJsonRows } from '../platform/sql.ts';
import { TABLE_COLUMNS, type Tables } from '../platform/tables.gen.ts';
import { ordersWithEntries } from '../wallet/index.ts';
import { STEPS, type StepName } from './order.rules.ts';

export type OrderRow = Selectable<Tables['shop_order']>;
/** The delivery address, as it was when the order was placed. */
export type OrderAddress = NonNullable<OrderRow['ship_to']>;
export type LineRow = Selectable<Tables['order_line']>;
type Shares = 'discount_kobo' | 'shipment_kobo' | 'commission_kobo';
/** A line with its shares of discount, delivery price and commission. Lines that a release before 1.1 wrote lack them: see `completeLines`. */
export type CompleteLine = Omit<LineRow, Shares> & Record<Shares, Kobo>;

/** PAID_STATUSES for `in (…)`. */
export const paidStatuses = sql.join(PAID_STATUSES.map((status) => sql.lit(status)));

/** Locks the order until the transaction ends. Lock its owner first: see `lockOwner`. */
export const lockOrder = (trx: Database, orderId: OrderId): Promise<OrderRow | undefined> =>
  trx
    .selectFrom('shop_order')
    .select(TABLE_COLUMNS.shop_order)
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();

/** Coupons, wallet credit and stock that unpaid orders reserve. */
export const unpaidOrders: UnpaidOrders = {
  orders: sql`(select account_id, coupon_id, credit_kobo from shop_order where status = 'Pending')`,
  lines: sql`(select o.account_id, l.product_id, l.quantity
    from shop_order o join order_line l on l.order_id = o.id where o.status = 'Pending')`,
};

/**
 * A product of an account's order, with the merchant who sold it.
 * @returns undefined if the account has no such order, it does not contain the product, or the merchant is not known
 */
export const selectOrderedProduct = async (
  db: Database,
  accountId: AccountId,
  orderId: OrderId,
  productId: ProductId,
): Promise<{ merchant_id: MerchantId; title: string } | undefined> => {
  const { rows } = await sql<{ merchant_id: MerchantId; title: string }>`
    select l.merchant_id, l.title from shop_order o join order_line l on l.order_id = o.id
      join ${merchantNames} m on m.id = l.merchant_id
    where o.id = ${orderId} and o.account_id = ${accountId} and l.product_id = ${productId}
    order by l.position limit 1`.execute(db);
  return rows[0];
};

/**
 * The buyer of a paid order that contains a product of the merchant, and the first such product.
 * @returns undefined when there is no such order, or its buyer deleted the account
 */
export const selectPurchase = async (
  db: Database,
  orderId: OrderId,
  merchantId: MerchantId,
): Promise<{ accountId: AccountId; productId: ProductId; title: string } | undefined> => {
  const { rows } = await sql<{ accountId: AccountId; productId: ProductId; title: string }>`
    select o.account_id as "accountId", l.product_id as "productId", l.title
    from shop_order o join order_line l on l.order_id = o.id join ${productMerchants} p on p.id = l.product_id
    where o.id = ${orderId} and o.status in (${paidStatuses}) and o.account_id is not null
      and p.merchant_id = ${merchantId}
    order by l.position limit 1`.execute(db);
  return rows[0];
};

/** Locks the account that owns the order, if it still has an owner. */
export const lockOwner = async (trx: Database, orderId: OrderId): Promise<void> => {
  await lockAccount(trx, sql`(select account_id from shop_order where id = ${orderId})`);
};

/** Selects the customer, the state and the amounts to charge. */
export const selectAmounts = (
  db: Database,
  orderId: OrderId,
): Promise<Pick<OrderRow, 'customer' | 'status' | 'cancelled_for' | 'total_kobo' | 'credit_kobo'> | undefined> =>
  db
    .selectFrom('shop_order')
    .select(['customer', 'status', 'cancelled_for', 'total_kobo', 'credit_kobo'])
    .where('id', '=', orderId)
    .executeTakeFirst();

/** The newest order with this fingerprint, created after `since`, that was paid entirely from the wallet. */
export const selectOrderPaidByWallet = (
  db: Database,
  accountId: AccountId,
  fingerprint: Buffer,
  since: Date,
): Promise<OrderRow | undefined> =>
  db
    .selectFrom('shop_order')
    .select(TABLE_COLUMNS.shop_order)
    .where('account_id', '=', accountId)
    .where('fingerprint', '=', fingerprint)
    .where('created_at', '>', since)
    .whereRef('credit_kobo', '=', 'total_kobo')
    .where('status', '=', 'Paid')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();

export const selectOrder = (db: Database, accountId: AccountId, orderId: OrderId): Promise<OrderRow | undefined> =>
  db
    .selectFrom('shop_order')
    .select(TABLE_COLUMNS.shop_order)
    .where('id', '=', orderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();

/** The account that placed an order; undefined if there is no such order, or its account is deleted. */
export const selectBuyerOf = async (db: Database, orderId: OrderId): Promise<AccountId | undefined> =>
  (await selectAnyOrder(db, orderId))?.account_id ?? undefined;

/** The order of any account. */
export const selectAnyOrder = (db: Database, orderId: OrderId): Promise<OrderRow | undefined> =>
  db.selectFrom('shop_order').select(TABLE_COLUMNS.shop_order).where('id', '=', orderId).executeTakeFirst();

const newestFirst = (db: Database, accountId: AccountId) =>
  db
    .selectFrom('shop_order')
    .select(TABLE_COLUMNS.shop_order)
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id');

/** Newest first. */
export const selectAllOrders = (db: Database, accountId: AccountId): Promise<OrderRow[]> =>
  newestFirst(db, accountId).execute();

/** Newest first. @param page from 1 */
export const selectOrders = (db: Database, accountId: AccountId, page: number): Promise<OrderRow[]> =>
  newestFirst(db, accountId)
    .limit(ORDERS_PAGE_SIZE)
    .offset((page - 1) * ORDERS_PAGE_SIZE)
    .execute();

/** Locks the account's unpaid orders. Lock the account first, otherwise a concurrent order can be missed. */
export const lockPending = (trx: Database, accountId: AccountId): Promise<OrderRow[]> =>
  trx
    .selectFrom('shop_order')
    .select(TABLE_COLUMNS.shop_order)
    .where('account_id', '=', accountId)
    .where('status', '=', 'Pending')
    .orderBy('created_at')
    .forUpdate()
    .execute();

/** The lines of each order, sorted by position. */
export const selectLinesOf = async (db: Database, orderIds: readonly OrderId[]): Promise<Map<OrderId, LineRow[]>> => {
  const { rows } = await sql<LineRow>`
    select ${columnsOf('order_line')} from order_line where order_id = any(${[...orderIds]}::text[]) order by order_id, position`.execute(
    db,
  );
  return Map.groupBy(rows, ({ order_id }) => order_id);
};

/** What refunds of orders depend on. */
export const selectTotalsOf = async (
  db: Database,
  orderIds: readonly OrderId[],
): Promise<Pick<OrderRow, 'id' | 'account_id' | 'total_kobo' | 'credit_kobo'>[]> => {
  const { rows } = await sql<Pick<OrderRow, 'id' | 'account_id' | 'total_kobo' | 'credit_kobo'>>`
    select id, account_id, total_kobo, credit_kobo from shop_order where id = any(${[...orderIds]}::text[])`.execute(
    db,
  );
  return rows;
};

/** The lines of one order, sorted by position. */
export const selectLines = (db: Database, orderId: OrderId): Promise<LineRow[]> =>
  db
    .selectFrom('order_line')
    .select(TABLE_COLUMNS.order_line)
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();

/** @param commissionPerMille the shop's commission on prices of merchants without a rate of their own, rounded down to a kobo */
export const insertOrder = async (
  trx: Database,
  order: Insertable<Tables['shop_order']>,
  lines: readonly Pick<
    CompleteLine,
    'product_id' | 'title' | 'picture_key' | 'unit_kobo' | 'quantity' | 'discount_kobo' | 'shipment_kobo'
  >[],
  commissionPerMille: number,
): Promise<void> => {
  // Not the default, which is when the transaction began: an account's orders are sorted as they were placed, under its lock.
  await trx
    .insertInto('shop_order')
    .values({ ...order, created_at: sql<Date>`clock_timestamp()` })
    .execute();
  const rows = lines.map((line, position) => ({ ...line, position }));
  await sql`
    insert into order_line (order_id, position, product_id, title, picture_key, unit_kobo, quantity, discount_kobo, shipment_kobo, merchant_id,
      perishable, commission_kobo)
    select ${order.id}, line.*, p.merchant_id, p.perishable,
      line.unit_kobo * line.quantity * coalesce(m.commission_per_mille, ${commissionPerMille}::integer) / 1000 from jsonb_to_recordset(${toJsonRows(rows)}) as line
      (position smallint, product_id integer, title text, picture_key text, unit_kobo bigint, quantity integer, discount_kobo bigint,
        shipment_kobo bigint)
    join ${productSummaries} p on p.id = line.product_id join ${merchantCommissions} m on m.id = p.merchant_id`.execute(
    trx,
  );
};

export const isComplete = (line: LineRow): line is CompleteLine => line.discount_kobo !== null;

/**
 * Fills in what lines lack that a release before 1.1 wrote: the merchant, the shares, and a commission of nothing.
 * @param trx a transaction that has locked the order
 */
export const completeLines = async (
  trx: Database,
  { id, discount_kobo, shipment_kobo }: OrderRow,
  lines: readonly LineRow[],
): Promise<CompleteLine[]> => {
  if (lines.every(isComplete)) return lines as CompleteLine[];
  const totals = lines.map(({ unit_kobo, quantity }) => unit_kobo * quantity);
  const discounts = allocate(discount_kobo, totals);
  const shipments = allocate(shipment_kobo, totals);
  const rows = lines.map(({ position }, n) => ({ position, discount: discounts[n], shipment: shipments[n] }));
  const { rows: completed } = await sql<CompleteLine>`
    update order_line set discount_kobo = share.discount, shipment_kobo = share.shipment, commission_kobo = 0,
      merchant_id = (select p.merchant_id from ${productMerchants} p where p.id = order_line.product_id)
    from jsonb_to_recordset(${toJsonRows(rows)}) as share (position smallint, discount bigint, shipment bigint)
    where order_id = ${id} and order_line.position = share.position
    returning ${columnsOf('order_line')}`.execute(trx);
  return completed.toSorted((a, b) => a.position - b.position);
};

/**
 * Sets the status by one step of the transition table. Statuses after the payment follow from the fulfilments: see `updateDerivedStatus`.
 * @returns false when the order's status does not allow the step; nothing is changed then
 */
export const updateStatus = async (
  trx: Database,
  orderId: OrderId,
  step: Exclude<StepName, 'ship' | 'deliver'>,
  change: Partial<Pick<OrderRow, 'cancelled_for' | 'expected_from' | 'expected_to'>> = {},
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('shop_order')
    .set({
      status: STEPS[step].to,
      // The time of the refunds and wallet entries of this transaction, so that the timeline sorts them by rank.
      updated_at: sql<Date>`now()`,
      ...(STEPS[step].to === 'Paid' && { paid_at: new Date() }),
      ...change,
    })
    .where('id', '=', orderId)
    .where('status', 'in', STEPS[step].from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Sets the status of a paid order that follows from its fulfilments.
 * @param trackingNumber of the last parcel; null if there is none
 */
export const updateDerivedStatus = async (
  trx: Database,
  orderId: OrderId,
  status: OrderRow['status'],
  trackingNumber: string | null,
): Promise<void> => {
  await trx
    .updateTable('shop_order')
    .set({
      status,
      updated_at: sql<Date>`now()`,
      cancelled_for: status === 'Cancelled' ? 'shop' : null,
      tracking_number: status === 'Shipped' || status === 'Delivered' ? trackingNumber : null,
    })
    .where('id', '=', orderId)
    .where('status', 'in', PAID_STATUSES)
    .execute();
};

/** Sets another delivery address, with the days on which the order should arrive there. */
export const updateDeliveryAddress = async (
  trx: Database,
  orderId: OrderId,
  shipTo: OrderAddress,
  expected: { from: string; to: string } | null,
): Promise<void> => {
  const now = new Date();
  await trx
    .updateTable('shop_order')
    .set({
      ship_to: JSON.stringify(shipTo),
      expected_from: expected?.from ?? null,
      expected_to: expected?.to ?? null,
      updated_at: now,
      address_changed_at: now,
    })
    .where('id', '=', orderId)
    .execute();
};

/** Expired unpaid orders, oldest expiry first. */
export const selectOverdue = async (db: Database, now: Date, limit: number): Promise<OrderId[]> => {
  const rows = await db
    .selectFrom('shop_order')
    .select('id')
    .where('status', '=', 'Pending')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

export const selectKey = (trx: Database, accountId: AccountId, key: string) =>
  trx
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'order_id'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst();

export const upsertKey = async (trx: Database, row: Insertable<Tables['idempotency_key']>): Promise<void> => {
  await trx
    .insertInto('idempotency_key')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'key']).doUpdateSet({ order_id: row.order_id, fingerprint: row.fingerprint }),
    )
    .execute();
};

/** Deletes idempotency keys older than a day; clients retry within that time. */
export const deleteOldKeys = async (db: Database): Promise<void> => {
  await sql`delete from idempotency_key where created_at < now() - interval '1 day'`.execute(db);
};

/**
 * Deletes cancelled orders that have no received payment, refund or wallet entry.
 * @param before deletes only orders that were last changed before this time
 */
export const deleteUnpaidOrders = async (db: Database, before: Date, limit: number): Promise<void> => {
  await sql`
    delete from shop_order where id in (
      select id from shop_order o where status = 'Cancelled' and updated_at < ${before}
        and not exists (select from payment p where p.order_id = o.id and (p.status in ('success', 'held') or p.paid_amount is not null))
        and not exists (select from payment p join refund r on r.payment_reference = p.reference where p.order_id = o.id)
        and not exists (select from ${ordersWithEntries} w where w.order_id = o.id)
      order by updated_at limit ${limit})`.execute(db);
};

/**
 * Selects the payment deadline that a new order of these products inherits, if the account has just reserved one of
 * them in an unpaid order: repeated orders cannot extend a reservation (ORDER-53). Lock the account first.
 * @returns null if there was no such order
 */
export const selectHoldEnd = async (
  trx: Database,
  accountId: AccountId,
  productIds: readonly ProductId[],
): Promise<Date | null> => {
  const { rows } = await sql<{ ends: Date | null }>`
    select min(o.expires_at) as ends from shop_order o
    where o.account_id = ${accountId} and o.created_at > now() - interval '1 day' and o.expires_at > now() and o.credit_kobo < o.total_kobo
      and (o.status = 'Pending' or o.cancelled_for in ('replaced', 'buyer'))
      and not exists (select from payment p where p.order_id = o.id and p.status in ('success', 'held'))
      and exists (select from order_line l where l.order_id = o.id and l.product_id = any(${[...productIds]}::integer[]))`.execute(
    trx,
  );
  return rows[0]?.ends ?? null;
};

/**
 * Selects when the account may place an order again: an hour after the oldest of its last `limit` orders. Lock the
 * account first.
 * @returns null if it may place one now
 */
export const selectOrderLimitEnd = async (trx: Database, accountId: AccountId, limit: number): Promise<Date | null> => {
  const { rows } = await sql<{ ends: Date }>`
    select created_at + interval '1 hour' as ends from shop_order
    where account_id = ${accountId} and created_at > now() - interval '1 hour'
    order by created_at desc offset ${limit - 1} limit 1`.execute(trx);
  return rows[0]?.ends ?? null;
};

/** Clears names and addresses of completed orders: all of one account, or a single order without an owner. */
export const clearPersonalData = async (
  trx: Database,
  where: { accountId: AccountId } | { orderId: OrderId },
): Promise<void> => {
  const query = trx
    .updateTable('shop_order')
    .set({ customer: null, ship_to: null })
    .where('status', 'in', ['Delivered', 'Cancelled']);
  await ('accountId' in where
    ? query.where('account_id', '=', where.accountId)
    : query.where('id', '=', where.orderId).where('account_id', 'is', null)
  ).execute();
};

/** Selects the ids of an account's orders that are paid and not delivered, oldest first. */
export const selectUndelivered = async (db: Database, accountId: AccountId): Promise<OrderId[]> => {
  const rows = await db
    .selectFrom('shop_order')
    .select('id')
    .where('account_id', '=', accountId)
    .where('status', 'in', ['Paid', 'Shipped'])
    .orderBy('created_at')
    .execute();
  return rows.map(({ id }) => id);
};

export const clearOwner = async (trx: Database, accountId: AccountId): Promise<void> => {
  await trx.updateTable('shop_order').set({ account_id: null }).where('account_id', '=', accountId).execute();
};

/** How many orders are in each status. */
export const countOrders = (db: Database): Promise<{ status: string; count: number }[]> =>
  db
    .selectFrom('shop_order')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
