import type { PaidStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import type { Mail } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { CARRIER_KEYS, OTHER_CARRIER, UNKNOWN_NUMBER } from './carriers.rules.ts';
import { selectDisputeState } from './dispute.sql.ts';
import {
  countLeft,
  deriveFulfilmentStatus,
  deriveOrderStatus,
  type FulfilmentStatus,
  type Pieces,
} from './fulfilment.rules.ts';
import * as store from './fulfilment.sql.ts';
import { notifyPaid, remind } from './merchant-notices.service.ts';
import * as mails from './order.mails.ts';
import * as orders from './order.sql.ts';
import { changeOrders } from './with-order.ts';

/** Adds up pieces of the same line. */
export const mergePieces = (pieces: Pieces): Pieces =>
  [...Map.groupBy(pieces, ({ position }) => position)].map(([position, same]) => ({
    position,
    quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
  }));

type LeftPieces = { fulfilment_id: string; position: number; quantity: number };

/** The pieces of an order that are neither shipped nor cancelled, without lines of which none are left. */
export const selectLeft = async (trx: Database, orderId: OrderId): Promise<LeftPieces[]> =>
  (await store.selectProgress(trx, orderId))
    .map((line) => ({ fulfilment_id: line.fulfilment_id, position: line.position, quantity: countLeft(line) }))
    .filter(({ quantity }) => quantity > 0);

/** Whether all of these pieces are left. */
export const areLeft = (pieces: Pieces, left: readonly LeftPieces[]): boolean =>
  pieces.every(({ position, quantity }) =>
    left.some((line) => line.position === position && line.quantity >= quantity),
  );

export type NewParcel = {
  /** A key of carriers.json. */
  carrier: string;
  /** 1 to 64 characters. */
  trackingNumber: string;
  /** Default: everything that is left. */
  lines?: Pieces | undefined;
};
export type ShipRefusal = 'order_disputed' | 'nothing_to_ship' | 'too_many_pieces';

/**
 * Computes the statuses of an order's fulfilments and of the order again, after pieces were shipped, delivered or cancelled. The buyer gets a
 * mail when everything has arrived.
 * @param trx a transaction of `withOrder`
 * @param at when that happened; default: now
 * @returns the order's status
 */
export const updateStatuses = async (
  trx: Database,
  order: orders.OrderRow,
  at?: Date,
): Promise<PaidStatus | 'Cancelled'> => {
  const progress = await store.selectProgress(trx, order.id);
  const parcels = await store.selectParcels(trx, [order.id]);
  const statuses: FulfilmentStatus[] = [];
  for (const fulfilment of await store.selectFulfilments(trx, order.id)) {
    const isOwn = ({ fulfilment_id }: { fulfilment_id: string }) => fulfilment_id === fulfilment.id;
    const status = deriveFulfilmentStatus(progress.filter(isOwn), parcels.filter(isOwn));
    if (status !== fulfilment.status) await store.updateFulfilment(trx, fulfilment.id, status, at);
    statuses.push(status);
  }
  const status = deriveOrderStatus(statuses);
  await orders.updateDerivedStatus(trx, order.id, status, parcels.at(-1)?.tracking_number ?? null);
  if (status === 'Delivered' && order.status !== 'Delivered') {
    await mails.mailDelivered(trx, order);
    await orders.clearPersonalData(trx, { orderId: order.id });
  }
  return status;
};

/**
 * Creates the fulfilments of an order that is paid now, and notifies the merchants. Safe to repeat.
 * @param trx a transaction of `withOrder`
 * @param otherMails are queued with those to the merchants
 */
export const startFulfilments = async (
  trx: Database,
  order: orders.OrderRow,
  lines: readonly orders.CompleteLine[],
  otherMails: readonly Mail[] = [],
): Promise<void> => notifyPaid(trx, order, await store.insertFulfilments(trx, order.id), lines, otherMails);

/** Reminds merchants of what they have not shipped in time, once. */
export const remindMerchants = (db: Database): Promise<number> =>
  changeOrders(db, 'merchants could not be reminded', store.selectOverdue, async (trx, order) => {
    const overdue = (await store.selectFulfilments(trx, order.id)).filter(
      ({ status, reminded_at, ship_by }) => status === 'to_ship' && reminded_at === null && ship_by < new Date(),
    );
    const lines = await orders.selectLines(trx, order.id);
    const left = await selectLeft(trx, order.id);
    for (const fulfilment of overdue) {
      await store.updateReminded(trx, fulfilment.id);
      const own = left.filter(({ fulfilment_id }) => fulfilment_id === fulfilment.id);
      await remind(trx, fulfilment, lines, own);
    }
  });

/**
 * Adds a parcel with pieces of a fulfilment (FULFIL-4). Safe to repeat: the same number of the same carrier is one parcel.
 * @param trx a transaction of `withOrder`
 * @returns its pieces, undefined if it is not new; order_disputed while the buyer's bank may take the money back (PAYMENT-44); nothing_to_ship if the
 *   fulfilment has no pieces left; too_many_pieces if there are more than those left. Nothing is changed then
 */
const addParcel = async (
  trx: Database,
  order: orders.OrderRow,
  fulfilmentId: string,
  { carrier, trackingNumber, lines }: NewParcel,
): Promise<Pieces | undefined | Refused<ShipRefusal>> => {
  const parcels = await store.selectParcels(trx, [order.id]);
  const isRepeated = parcels.some(
    (parcel) =>
      parcel.fulfilment_id === fulfilmentId && parcel.carrier === carrier && parcel.tracking_number === trackingNumber,
  );
  if (isRepeated) return undefined;
  if ((await selectDisputeState(trx, order.id)) === 'open') return refuse('order_disputed');
  const left = (await selectLeft(trx, order.id)).filter(({ fulfilment_id }) => fulfilment_id === fulfilmentId);
  if (left.length === 0) return refuse('nothing_to_ship');
  const shipped = lines ? mergePieces(lines) : left;
  if (!areLeft(shipped, left)) return refuse('too_many_pieces');
  await store.insertParcel(trx, fulfilmentId, { carrier, trackingNumber, lines: shipped });
  return shipped;
};

/**
 * Ships pieces of a fulfilment in one parcel, and mails the buyer. Safe to repeat.
 * @param trx a transaction of `withOrder`
 * @returns the order's status; unknown_carrier; or why `addParcel` refuses it. Nothing is changed then
 */
export const shipParcel = async (
  trx: Database,
  order: orders.OrderRow,
  fulfilmentId: string,
  parcel: NewParcel,
): Promise<orders.OrderRow['status'] | Refused<ShipRefusal | 'unknown_carrier'>> => {
  if (!CARRIER_KEYS.includes(parcel.carrier)) return refuse('unknown_carrier', { carrier: [CARRIER_KEYS.join(', ')] });
  const added = await addParcel(trx, order, fulfilmentId, parcel);
  if (isRefused(added)) return added;
  if (added) await mails.mailShipped(trx, order, { ...parcel, lines: added });
  return updateStatuses(trx, order);
};

export type DeliverRefusal = 'nothing_shipped' | 'not_found';

/**
 * Records that parcels of a fulfilment have arrived. Safe to repeat.
 * @param trx a transaction of `withOrder`
 * @param parcelId one parcel; default: all
 * @returns the order's status; nothing_shipped if the fulfilment has no parcel; not_found for a parcel of another one. Nothing is changed then
 */
export const deliverParcels = async (
  trx: Database,
  order: orders.OrderRow,
  fulfilmentId: string,
  parcelId?: number,
): Promise<orders.OrderRow['status'] | Refused<DeliverRefusal>> => {
  const parcels = (await store.selectParcels(trx, [order.id])).filter(
    ({ fulfilment_id }) => fulfilment_id === fulfilmentId,
  );
  if (parcels.length === 0) return refuse('nothing_shipped');
  if (parcelId !== undefined && !parcels.some(({ id }) => id === parcelId)) return refuse('not_found');
  await store.updateParcelsDelivered(trx, fulfilmentId, { parcelId });
  return updateStatuses(trx, order);
};

/**
 * Ships everything that is left of an order under one tracking number, for an operator.
 * @returns the order's status; or why it is refused, with nothing changed
 */
export const shipOrder = async (
  trx: Database,
  order: orders.OrderRow,
  trackingNumber: string,
): Promise<orders.OrderRow['status'] | Refused<ShipRefusal>> => {
  for (const { id, status } of await store.selectFulfilments(trx, order.id)) {
    if (status !== 'to_ship') continue;
    const added = await addParcel(trx, order, id, { carrier: OTHER_CARRIER, trackingNumber });
    if (isRefused(added)) return added;
  }
  await mails.mailShipped(trx, order, { carrier: OTHER_CARRIER, trackingNumber });
  return updateStatuses(trx, order);
};

/** Records that everything of an order has arrived. */
export const deliverOrder = async (trx: Database, order: orders.OrderRow): Promise<void> => {
  const shipped = (await store.selectFulfilments(trx, order.id)).filter(({ status }) => status === 'shipped');
  for (const { id } of shipped) await store.updateParcelsDelivered(trx, id);
  await updateStatuses(trx, order);
};

/**
 * Makes the fulfilments of an order follow its status, which a node of release 1.0 has changed. What it had shipped or delivered counts from the
 * time of that change, not from now (FULFIL-9).
 * @param settledBefore merchants were paid outside for orders that were delivered before
 */
export const followStatus = async (trx: Database, order: orders.OrderRow, settledBefore: Date): Promise<void> => {
  if (order.status === 'Cancelled') {
    await store.insertTaken(trx, order.id, 'cancelled', await selectLeft(trx, order.id));
    for (const { id } of await store.selectFulfilments(trx, order.id))
      await store.updateFulfilment(trx, id, 'cancelled');
    return;
  }
  const lines = await orders.completeLines(trx, order, await orders.selectLines(trx, order.id));
  if (order.status === 'Paid') return startFulfilments(trx, order, lines);
  const changedAt = order.updated_at;
  const isNew = (await store.insertFulfilments(trx, order.id)).length > 0;
  if (isNew && order.status === 'Delivered' && changedAt < settledBefore)
    await store.updateSettledOutside(trx, order.id);
  const left = await selectLeft(trx, order.id);
  for (const { id } of await store.selectFulfilments(trx, order.id)) {
    const lines = left.filter(({ fulfilment_id }) => fulfilment_id === id);
    const trackingNumber = order.tracking_number ?? UNKNOWN_NUMBER;
    const parcel = { carrier: OTHER_CARRIER, trackingNumber, lines, shippedAt: changedAt };
    if (lines.length > 0) await store.insertParcel(trx, id, parcel);
    if (order.status === 'Delivered') await store.updateParcelsDelivered(trx, id, { at: changedAt });
  }
  await updateStatuses(trx, order, changedAt);
};
