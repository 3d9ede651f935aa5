import { type Selectable, sql } from 'kysely';
import { merchantContacts, merchantHandling } from '../catalog/index.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId, OrderId } from '../platform/ids.ts';
import { toJsonRows } from '../platform/sql.ts';
import { TABLE_COLUMNS, type Tables } from '../platform/tables.gen.ts';
import { webhookSubscribers } from '../webhooks/index.ts';
import { openDisputeExists } from './dispute.sql.ts';
import type { FulfilmentStatus, LineProgress, Pieces } from './fulfilment.rules.ts';
import { paidStatuses } from './order.sql.ts';
import { releasableFrom } from './return-window.rules.ts';

export type FulfilmentRow = Selectable<Tables['fulfilment']>;
/** `not_received_quantity`: how many of the pieces were refunded because they did not arrive. */
type ParcelLine = { position: number; quantity: number; not_received_quantity: number };
export type ParcelRow = Selectable<Tables['parcel']> & { lines: ParcelLine[] };
export type OrderParcelRow = ParcelRow & { order_id: OrderId; merchant_id: MerchantId | null };
/** A line of an order, with its fulfilment and its progress. */
export type FulfilmentLine = LineProgress & { fulfilment_id: string };

/** A fulfilment, and how to reach its merchant: null for the shop itself or without a mail address. */
export type NewFulfilment = Pick<FulfilmentRow, 'id' | 'merchant_id' | 'ship_by'> & {
  store_name: string | null;
  email: string | null;
  has_webhook: boolean;
};

/**
 * Inserts one fulfilment for each merchant of the order, which is paid now (FULFIL-1). Safe to repeat. One statement, because each order needs it.
 * @returns those that are new
 */
export const insertFulfilments = async (trx: Database, orderId: OrderId): Promise<NewFulfilment[]> => {
  const { rows } = await sql<NewFulfilment>`
    with inserted as (
      insert into fulfilment (id, order_id, merchant_id, sold_kobo, ship_by)
      select ${orderId}::text || '-' || row_number() over (order by min(l.position)), l.order_id, l.merchant_id,
        sum(l.unit_kobo * (l.quantity - l.cancelled_quantity)), now() + make_interval(days => coalesce(max(h.handling_days), 2)::integer)
      from order_line l left join ${merchantHandling} h on h.id = l.merchant_id
      where l.order_id = ${orderId} group by l.order_id, l.merchant_id
      on conflict do nothing returning id, merchant_id, ship_by)
    select i.id, i.merchant_id, i.ship_by, m.name as store_name, m.email,
      exists (select from ${webhookSubscribers('order.paid')} w where w.merchant_id = i.merchant_id) as has_webhook
    from inserted i left join ${merchantContacts} m on m.id = i.merchant_id order by i.id`.execute(trx);
  return rows;
};

/** Orders of fulfilments that were not shipped in time, and of which nobody was reminded. Not those whose payment is disputed. */
export const selectOverdue = async (db: Database, limit: number): Promise<OrderId[]> => {
  const { rows } = await sql<{ order_id: OrderId }>`
    select distinct order_id from (
      select order_id from fulfilment f
      where status = 'to_ship' and reminded_at is null and ship_by < now() and not ${openDisputeExists(sql.ref('f.order_id'))}
      order by ship_by limit ${limit}) overdue`.execute(db);
  return rows.map(({ order_id }) => order_id);
};

export const updateReminded = async (trx: Database, id: string): Promise<void> => {
  await trx.updateTable('fulfilment').set({ reminded_at: new Date() }).where('id', '=', id).execute();
};

/** The fulfilments of an order, in the sequence of its lines. */
export const selectFulfilments = (db: Database, orderId: OrderId): Promise<FulfilmentRow[]> =>
  db.selectFrom('fulfilment').select(TABLE_COLUMNS.fulfilment).where('order_id', '=', orderId).orderBy('id').execute();

/** The order of a fulfilment. */
export const selectOrderOf = async (db: Database, fulfilmentId: string): Promise<OrderId | undefined> =>
  (await db.selectFrom('fulfilment').select('order_id').where('id', '=', fulfilmentId).executeTakeFirst())?.order_id;

/** The lines of an order with what is shipped and cancelled of each, sorted by position. */
export const selectProgress = async (db: Database, orderId: OrderId): Promise<FulfilmentLine[]> => {
  const { rows } = await sql<FulfilmentLine>`
    select f.id as fulfilment_id, l.position, l.quantity, l.cancelled_quantity as cancelled,
      coalesce((
        select sum(pl.quantity) from parcel p join parcel_line pl on pl.parcel_id = p.id
        where p.fulfilment_id = f.id and pl.position = l.position), 0)::integer as shipped
    from order_line l join fulfilment f on f.order_id = l.order_id and f.merchant_id is not distinct from l.merchant_id
    where l.order_id = ${orderId} order by l.position`.execute(db);
  return rows;
};

/** The parcels of orders, oldest first. */
export const selectParcels = async (db: Database, orderIds: readonly OrderId[]): Promise<OrderParcelRow[]> => {
  const { rows } = await sql<OrderParcelRow>`
    select p.id, p.fulfilment_id, p.carrier, p.tracking_number, p.shipped_at, p.delivered_at, f.order_id, f.merchant_id,
      (select json_agg(json_build_object('position', position, 'quantity', quantity, 'not_received_quantity', not_received_quantity) order by position)
        from parcel_line where parcel_id = p.id) as lines
    from parcel p join fulfilment f on f.id = p.fulfilment_id
    where f.order_id = any(${[...orderIds]}::text[]) order by p.shipped_at, p.id`.execute(db);
  return rows;
};

/** Pieces that were cancelled or returned at one time. */
export type TakenPieces = {
  order_id: OrderId;
  kind: 'cancelled' | 'returned';
  not_received: boolean;
  taken_at: Date;
  pieces: { position: number; quantity: number }[];
};

/** The pieces of paid orders that were cancelled or returned, oldest first. */
export const selectTakenPieces = async (db: Database, orderIds: readonly OrderId[]): Promise<TakenPieces[]> => {
  const { rows } = await sql<TakenPieces>`
    select order_id, kind, not_received, taken_at,
      json_agg(json_build_object('position', position, 'quantity', quantity) order by position) as pieces
    from taken_pieces where order_id = any(${[...orderIds]}::text[]) and kind in ('cancelled', 'returned')
    group by order_id, kind, not_received, taken_at order by taken_at`.execute(db);
  return rows;
};

/** Notes that the merchants of an order were paid for it outside the shop. */
export const updateSettledOutside = async (trx: Database, orderId: OrderId): Promise<void> => {
  await trx.updateTable('fulfilment').set({ settled_outside: true }).where('order_id', '=', orderId).execute();
};

/** Inserts a parcel, unless the fulfilment has one with this number of this carrier already. @param shippedAt default: now */
export const insertParcel = async (
  trx: Database,
  fulfilmentId: string,
  {
    carrier,
    trackingNumber,
    lines,
    shippedAt = new Date(),
  }: {
    carrier: string;
    trackingNumber: string;
    lines: Pieces;
    shippedAt?: Date;
  },
): Promise<void> => {
  await sql`
    with inserted as (
      insert into parcel (fulfilment_id, carrier, tracking_number, shipped_at)
      values (${fulfilmentId}, ${carrier}, ${trackingNumber}, ${shippedAt})
      on conflict do nothing returning id)
    insert into parcel_line (parcel_id, position, quantity)
    select inserted.id, line.position, line.quantity
    from inserted, jsonb_to_recordset(${toJsonRows(lines)}) as line (position smallint, quantity integer)`.execute(trx);
};

/**
 * Sets when parcels arrived that have not arrived yet, and when the first of their pieces cannot be returned any more.
 * @param parcelId one of them; default: all of the fulfilment
 * @param at default: now
 */
export const updateParcelsDelivered = async (
  trx: Database,
  fulfilmentId: string,
  { parcelId, at = new Date() }: { parcelId?: number | undefined; at?: Date } = {},
): Promise<void> => {
  await sql`
    update parcel set delivered_at = ${at}, release_at = case
      when exists (
        select from parcel_line pl join fulfilment f on f.id = parcel.fulfilment_id
          join order_line l on l.order_id = f.order_id and l.position = pl.position
        where pl.parcel_id = parcel.id and l.perishable) then ${releasableFrom(at, true)}::timestamptz
      else ${releasableFrom(at, false)}::timestamptz end
    where fulfilment_id = ${fulfilmentId} and delivered_at is null
      and (${parcelId ?? null}::integer is null or id = ${parcelId ?? null}::integer)`.execute(trx);
};

/** Sets the status of a fulfilment, and the time of its first shipment or of its delivery. @param at default: now */
export const updateFulfilment = async (
  trx: Database,
  id: string,
  status: FulfilmentStatus,
  at = new Date(),
): Promise<void> => {
  await trx
    .updateTable('fulfilment')
    .set({
      status,
      updated_at: new Date(),
      ...(status === 'shipped' && { shipped_at: sql<Date>`coalesce(shipped_at, ${at})` }),
      ...(status === 'delivered' && {
        shipped_at: sql<Date>`coalesce(shipped_at, ${at})`,
        delivered_at: sql<Date>`coalesce(delivered_at, ${at})`,
      }),
    })
    .where('id', '=', id)
    .execute();
};

/** Pieces of a line in one parcel. */
export type ParcelPieces = { parcel_id: number; position: number; quantity: number };

export type TakenRow = Selectable<Tables['taken_pieces']>;

/**
 * Counts pieces of lines as cancelled, returned or released.
 * @param options `settledOutside`: released pieces for which the merchant was paid outside; `notReceived`: returned pieces that did not arrive
 * @throws if a line has fewer pieces
 */
export const insertTaken = async (
  trx: Database,
  orderId: OrderId,
  kind: TakenRow['kind'],
  pieces: Pieces,
  { settledOutside = false, notReceived = false }: { settledOutside?: boolean; notReceived?: boolean } = {},
): Promise<void> => {
  await sql`
    with piece as (select * from jsonb_to_recordset(${toJsonRows(pieces)}) as piece (position smallint, quantity integer)),
    taken as (
      insert into taken_pieces (order_id, position, first_piece, quantity, kind, settled_outside, not_received)
      select l.order_id, l.position, l.cancelled_quantity + l.returned_quantity + l.released_quantity, piece.quantity, ${kind},
        ${settledOutside}, ${notReceived}
      from order_line l join piece using (position) where l.order_id = ${orderId}),
    sold as (
      update fulfilment f set sold_kobo = f.sold_kobo - cancelled.kobo
      from (
        select l.merchant_id, sum(l.unit_kobo * piece.quantity) as kobo from order_line l join piece using (position)
        where l.order_id = ${orderId} and ${kind} = 'cancelled' group by l.merchant_id) cancelled
      where f.order_id = ${orderId} and f.merchant_id is not distinct from cancelled.merchant_id)
    update order_line set ${sql.ref(`${kind}_quantity`)} = ${sql.ref(`${kind}_quantity`)} + piece.quantity
    from piece where order_id = ${orderId} and order_line.position = piece.position`.execute(trx);
};

/** Notes pieces of parcels that were refunded because they did not arrive. @throws if a parcel has fewer */
export const updateNotReceived = async (trx: Database, pieces: readonly ParcelPieces[]): Promise<void> => {
  await sql`
    update parcel_line l set not_received_quantity = l.not_received_quantity + piece.quantity
    from jsonb_to_recordset(${toJsonRows(pieces)}) as piece (parcel_id integer, position smallint, quantity integer)
    where l.parcel_id = piece.parcel_id and l.position = piece.position`.execute(trx);
};

/** The pieces of an order that were cancelled, returned or released, sorted by position, then as they were taken. */
export const selectTaken = (db: Database, orderId: OrderId): Promise<TakenRow[]> =>
  db
    .selectFrom('taken_pieces')
    .select(TABLE_COLUMNS.taken_pieces)
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('first_piece')
    .execute();

/** Those of the orders whose status is not the one that follows from their fulfilments: a release before 1.1 has changed them. */
export const selectOrdersWithOtherStatus = async (db: Database, ids: readonly OrderId[]): Promise<OrderId[]> => {
  const { rows } = await sql<{ id: OrderId }>`
    select o.id from shop_order o left join fulfilment f on f.order_id = o.id
    where o.id = any(${[...ids]}::text[])
      and (o.status in (${paidStatuses}) or (o.status = 'Cancelled' and f.id is not null))
    group by o.id
    having o.status <> case
      when count(f.id) = 0 then 'none'
      when bool_or(f.status = 'to_ship') then 'Paid'
      when bool_or(f.status = 'shipped') then 'Shipped'
      when bool_or(f.status = 'delivered') then 'Delivered'
      else 'Cancelled' end
    order by o.id`.execute(db);
  return rows.map(({ id }) => id);
};
