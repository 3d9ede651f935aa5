import { type Kobo, kobo } from '@sokuwa/contract/money.ts';
import type { FULFILMENT_STATUSES } from '@sokuwa/contract/orders/merchant-orders.rules.ts';
import type { PaidStatus } from '@sokuwa/contract/orders/orders.rules.ts';

export type FulfilmentStatus = (typeof FULFILMENT_STATUSES)[number];

/** Pieces of lines, by their position in the order. */
export type Pieces = readonly { position: number; quantity: number }[];

/** Pieces of one line. All are at least 0; shipped and cancelled together are at most the quantity. */
export type LineProgress = { position: number; quantity: number; shipped: number; cancelled: number };

/** Pieces of a line that are neither shipped nor cancelled. */
export const countLeft = ({ quantity, shipped, cancelled }: LineProgress): number => quantity - shipped - cancelled;

/**
 * All transitions of a fulfilment: its status follows from its pieces and parcels (FULFIL-2).
 * - `to_ship` while pieces are left
 * - `cancelled` if all pieces are cancelled
 * - `delivered` if nothing is left and each parcel has arrived
 * - `shipped` otherwise
 */
export const deriveFulfilmentStatus = (
  lines: readonly LineProgress[],
  parcels: readonly { delivered_at: Date | null }[],
): FulfilmentStatus => {
  if (lines.some((line) => countLeft(line) > 0)) return 'to_ship';
  if (lines.every(({ shipped }) => shipped === 0)) return 'cancelled';
  return parcels.every(({ delivered_at }) => delivered_at !== null) ? 'delivered' : 'shipped';
};

/**
 * The status of a paid order: Shipped when nothing is left to ship, Delivered when everything has arrived, Cancelled when everything is
 * cancelled (FULFIL-3).
 * @param statuses those of its fulfilments, at least one
 */
export const deriveOrderStatus = (statuses: readonly FulfilmentStatus[]): PaidStatus | 'Cancelled' => {
  if (statuses.includes('to_ship')) return 'Paid';
  if (statuses.includes('shipped')) return 'Shipped';
  return statuses.includes('delivered') ? 'Delivered' : 'Cancelled';
};

/**
 * The share of some pieces in an amount of their line. The shares of all pieces add up to the amount, in whichever steps they are taken
 * (FULFIL-8).
 * @param amount of all pieces of the line
 * @param quantity of the line, at least 1
 * @param before pieces whose share was taken before
 * @param pieces at most `quantity - before`
 */
export const shareOfPieces = (amount: number, quantity: number, before: number, pieces: number): Kobo => {
  const upTo = (count: number) => (BigInt(amount) * BigInt(count)) / BigInt(quantity);
  return kobo(Number(upTo(before + pieces) - upTo(before)));
};

type PricedLine = {
  unit_kobo: Kobo;
  quantity: number;
  discount_kobo: Kobo;
  commission_kobo: Kobo;
  shipment_kobo: Kobo;
  cancelled_quantity: number;
  returned_quantity: number;
  released_quantity: number;
};
/** Amounts of some pieces of a line. */
export type PieceAmounts = {
  /** Before the discount. */
  price: Kobo;
  discount: Kobo;
  commission: Kobo;
  /** Their share of the delivery price. */
  shipment: Kobo;
  /** What the buyer paid for them: price and delivery, without the discount. */
  paid: Kobo;
};

/** What the buyer gets back for pieces that are returned: their price less the discount, without the delivery (RETURN-7). */
export const returnValue = ({ price, discount }: PieceAmounts): Kobo => kobo(price - discount);

/** Pieces whose amounts were taken out of the sale: cancelled, returned, or released to the merchant. */
export const countTaken = (
  line: Pick<PricedLine, 'cancelled_quantity' | 'returned_quantity' | 'released_quantity'>,
): number => line.cancelled_quantity + line.returned_quantity + line.released_quantity;

/** The amounts of pieces of a line that are cancelled, returned or released now. @param pieces at most those that are not yet */
export const amountsOfPieces = (line: PricedLine, pieces: number): PieceAmounts => {
  const { unit_kobo, quantity, discount_kobo, commission_kobo, shipment_kobo } = line;
  const shareOf = (amount: number) => shareOfPieces(amount, quantity, countTaken(line), pieces);
  const [price, discount, shipment] = [shareOf(unit_kobo * quantity), shareOf(discount_kobo), shareOf(shipment_kobo)];
  return { price, discount, commission: shareOf(commission_kobo), shipment, paid: kobo(price - discount + shipment) };
};

/** The lines of which pieces are taken out of the sale now, with the amounts of these pieces. @param pieces at most those that are not yet */
export const soldPieces = <Line extends PricedLine & { position: number }>(
  lines: readonly Line[],
  pieces: Pieces,
): { line: Line; quantity: number; amounts: PieceAmounts }[] =>
  lines.flatMap((line) => {
    const quantity = pieces.find(({ position }) => position === line.position)?.quantity ?? 0;
    return quantity > 0 ? [{ line, quantity, amounts: amountsOfPieces(line, quantity) }] : [];
  });
