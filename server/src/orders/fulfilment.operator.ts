import { type ActOptions, acted } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId, OrderId } from '../platform/ids.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { type CancelledPieces, cancelPieces } from './cancellation.service.ts';
import { countLeft, type FulfilmentStatus } from './fulfilment.rules.ts';
import { deliverParcels, type NewParcel, shipParcel } from './fulfilment.service.ts';
import * as store from './fulfilment.sql.ts';
import { type OrderRow, selectLines } from './order.sql.ts';
import { actOnOrder } from './with-order.ts';

/** A fulfilment with its lines and parcels, for an operator. */
export type FulfilmentView = {
  id: string;
  merchantId: MerchantId | null;
  status: FulfilmentStatus;
  lines: { position: number; title: string; quantity: number; left: number }[];
  parcels: { id: number; carrier: string; trackingNumber: string; shippedAt: Date; deliveredAt: Date | null }[];
};
/** The new status of the order. */
export type FulfilmentChanged = { status: OrderRow['status'] };

/** The fulfilments of an order; empty if it does not exist or is not paid. */
export const readFulfilments = async (db: Database, id: OrderId): Promise<FulfilmentView[]> => {
  const lines = await selectLines(db, id);
  const progress = await store.selectProgress(db, id);
  const parcels = await store.selectParcels(db, [id]);
  return (await store.selectFulfilments(db, id)).map((fulfilment) => ({
    id: fulfilment.id,
    merchantId: fulfilment.merchant_id,
    status: fulfilment.status,
    lines: progress
      .filter(({ fulfilment_id }) => fulfilment_id === fulfilment.id)
      .map((line) => ({
        position: line.position,
        title: lines.find(({ position }) => position === line.position)?.title ?? '',
        quantity: line.quantity,
        left: countLeft(line),
      })),
    parcels: parcels
      .filter(({ fulfilment_id }) => fulfilment_id === fulfilment.id)
      .map((parcel) => ({
        id: parcel.id,
        carrier: parcel.carrier,
        trackingNumber: parcel.tracking_number,
        shippedAt: parcel.shipped_at,
        deliveredAt: parcel.delivered_at,
      })),
  }));
};

/** Operator actions on fulfilments, which act for their merchants. Each returns not_found for an unknown fulfilment. */
export const fulfilmentOperator = (db: Database) => {
  const change = async <R extends Refused>(
    step: 'ship' | 'deliver' | 'cancel',
    fulfilmentId: string,
    details: object,
    options: ActOptions,
    run: (trx: Database, order: OrderRow) => Promise<OrderRow['status'] | R>,
  ): Promise<FulfilmentChanged | R | Refused<'not_found'>> => {
    const orderId = await store.selectOrderOf(db, fulfilmentId);
    if (orderId === undefined) return refuse('not_found');
    const changed = await actOnOrder(db, orderId, options, async (trx, order) => {
      const status = await run(trx, order);
      if (isRefused(status)) return status;
      const states = { before: { order: order.status }, after: { order: status, ...details } };
      return acted({ status }, { action: `fulfilments ${step}`, subject: `fulfilment ${fulfilmentId}`, ...states });
    });
    return changed ?? refuse('not_found');
  };
  return {
    /** Ships pieces in one parcel. Refusals as `shipParcel`. */
    ship: (fulfilmentId: string, parcel: NewParcel, options: ActOptions) =>
      change('ship', fulfilmentId, parcel, options, (trx, order) => shipParcel(trx, order, fulfilmentId, parcel)),
    /** Records that parcels have arrived. Refusals as `deliverParcels`. @param parcelId default: all parcels */
    deliver: (fulfilmentId: string, parcelId: number | undefined, options: ActOptions) =>
      change('deliver', fulfilmentId, { parcel: parcelId }, options, (trx, order) =>
        deliverParcels(trx, order, fulfilmentId, parcelId),
      ),
    /** Cancels pieces and refunds them. Refusals as `cancelPieces`. */
    cancel: (fulfilmentId: string, pieces: CancelledPieces, options: ActOptions) =>
      change('cancel', fulfilmentId, { pieces }, options, (trx, order) =>
        cancelPieces(trx, order, fulfilmentId, pieces),
      ),
  };
};
