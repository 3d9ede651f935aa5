import type { Database, DryRunOption } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { getRefusalText, isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { cancelPieces } from './cancellation.service.ts';
import { countLeft, type FulfilmentStatus } from './fulfilment.rules.ts';
import { deliverParcels, type NewParcel, type Pieces, shipParcel } from './fulfilment.service.ts';
import * as store from './fulfilment.sql.ts';
import { type OrderRow, selectLines } from './order.sql.ts';
import { withOrder } from './with-order.ts';

/** A fulfilment with its lines and parcels, for an operator. */
export type FulfilmentView = {
  id: string;
  merchantId: MerchantId | null;
  status: FulfilmentStatus;
  lines: { position: number; title: string; quantity: number; left: number }[];
  parcels: { id: number; carrier: string; trackingNumber: string; isDelivered: boolean }[];
};
/** The new status of the order; or the text of a refusal, with nothing changed. */
export type FulfilmentOutcome = { status: OrderRow['status'] } | { refused: string };

/** Operator actions on fulfilments, which act for their merchants. */
export const fulfilmentOperator = (db: Database) => {
  const change = async (
    fulfilmentId: string,
    options: DryRunOption,
    run: (trx: Database, order: OrderRow) => Promise<OrderRow['status'] | Refused>,
  ): Promise<FulfilmentOutcome> => {
    const orderId = await store.selectOrderOf(db, fulfilmentId);
    const result = (orderId && (await withOrder(db, orderId, run, options))) ?? refuse('not_found');
    return isRefused(result) ? { refused: getRefusalText(result) } : { status: result };
  };
  return {
    /** The fulfilments of an order; empty if it does not exist or is not paid. */
    list: async (orderId: string): Promise<FulfilmentView[]> => {
      const id = orderId as OrderRow['id'];
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
            isDelivered: parcel.delivered_at !== null,
          })),
      }));
    },
    ship: (fulfilmentId: string, parcel: NewParcel, options: DryRunOption) =>
      change(fulfilmentId, options, (trx, order) => shipParcel(trx, order, fulfilmentId, parcel)),
    /** @param parcelId default: all parcels */
    deliver: (fulfilmentId: string, parcelId: number | undefined, options: DryRunOption) =>
      change(fulfilmentId, options, (trx, order) => deliverParcels(trx, order, fulfilmentId, parcelId)),
    cancel: (fulfilmentId: string, pieces: Pieces, options: DryRunOption) =>
      change(fulfilmentId, options, (trx, order) => cancelPieces(trx, order, fulfilmentId, pieces)),
  };
};
