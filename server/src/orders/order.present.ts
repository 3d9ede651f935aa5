import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { Kobo } from '@sokuwa/contract/money.ts';
import type { CancelReason } from '@sokuwa/contract/orders/orders.rules.ts';
import type { InitializedPayment, Order, OrderParcel, OrderRefund } from '@sokuwa/contract/orders/orders.schemas.ts';
import { selectMerchants } from '../catalog/index.ts';
import { type ExchangeQuote, formatConverted, formatRate } from '../geo/index.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId, OrderId } from '../platform/ids.ts';
import { selectReturnedCredit } from '../wallet/index.ts';
import { describeTracking } from './carriers.rules.ts';
import { expectRefund, findChangeableDelivery } from './delivery.rules.ts';
import type { Pieces } from './fulfilment.rules.ts';
import { type OrderParcelRow, selectParcels, selectTakenPieces, type TakenPieces } from './fulfilment.sql.ts';
import { withTitles } from './merchant-notices.service.ts';
import { canTake, isPayable } from './order.rules.ts';
import type { OrderAddress } from './order.sql.ts';
import { type LineRow, type OrderRow, selectLinesOf } from './order.sql.ts';
import type { Payable } from './payment.service.ts';
import { type ReceivedPayment, type RefundRow, selectReceivedPayments, selectRefundsOf } from './payment.sql.ts';
import { presentTimeline } from './timeline.present.ts';

const streetOf = ({ address_line1, address_line2, address_line3 }: OrderAddress): string =>
  [address_line1, address_line2, address_line3].filter(Boolean).join(', ');

const CANCEL_REASONS: Record<NonNullable<OrderRow['cancelled_for']>, CancelReason> = {
  expired: 'expired',
  buyer: 'buyer',
  shop: 'shop',
  declined: 'payment_refused',
  replaced: 'replaced',
};

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A `stuck` refund waits for the operator; the buyer sees it as pending. */
const REFUNDS: Record<RefundRow['status'], Pick<OrderRefund, 'to' | 'status'>> = {
  requested: { to: 'payment_method', status: 'pending' },
  accepted: { to: 'payment_method', status: 'pending' },
  stuck: { to: 'payment_method', status: 'pending' },
  done: { to: 'payment_method', status: 'done' },
  wallet: { to: 'wallet', status: 'done' },
  'by hand': { to: 'other', status: 'done' },
};

/** Presents the refunds of an order's payments, and the wallet credit that was returned. */
const presentRefunds = ({ refunds, returnedCredit }: OrderParts): OrderRefund[] => [
  ...refunds.map(({ amount_kobo, status, created_at, updated_at }) => {
    const isPending = REFUNDS[status].status === 'pending';
    return {
      amount: amount_kobo / 100,
      ...REFUNDS[status],
      requested_at: created_at.toISOString(),
      done_at: isPending ? null : updated_at.toISOString(),
      expected: isPending ? expectRefund(created_at) : null,
    };
  }),
  ...returnedCredit.map(({ amount_kobo, created_at }) => ({
    amount: amount_kobo / 100,
    to: 'wallet' as const,
    status: 'done' as const,
    requested_at: created_at.toISOString(),
    done_at: created_at.toISOString(),
    expected: null,
  })),
];

/** Names pieces of lines. */
const presentPieces = (lines: readonly LineRow[], pieces: Pieces) =>
  withTitles(pieces, lines).map(({ title, ...piece }) => ({ ...piece, product_name: title }));

const presentParcels = ({ lines, parcels, merchants }: OrderParts): OrderParcel[] =>
  parcels.map((parcel) => ({
    id: parcel.id,
    ...describeTracking(parcel.carrier, parcel.tracking_number),
    merchant_name: merchants.find(({ id }) => id === parcel.merchant_id)?.name ?? null,
    shipped_at: parcel.shipped_at.toISOString(),
    delivered_at: isoOf(parcel.delivered_at),
    items: presentPieces(lines, parcel.lines),
  }));

/** Returns the exchange rate at order time; undefined for older orders, which have no stored rate. */
const toExchangeQuote = (row: OrderRow): ExchangeQuote | undefined => {
  const { converted_currency: currency, converted_decimals: decimals, converted_micro_naira: microNaira } = row;
  if (currency === null || decimals === null || microNaira === null) return undefined;
  return { currency, decimals, microNaira: BigInt(microNaira) };
};

/** Converts an amount at the order's exchange rate; empty without one. */
export const convertAmount = (row: OrderRow, amount: Kobo): string => {
  const quote = toExchangeQuote(row);
  return quote ? formatConverted(amount, quote) : '';
};

/** Presents the exchange rate and its date; both are empty without a stored rate. */
const presentExchangeRate = (row: OrderRow) => {
  const quote = toExchangeQuote(row);
  return {
    exchange_rate: quote ? formatRate(quote) : '',
    exchange_rate_date: row.converted_as_of?.toISOString().slice(0, 10) ?? '',
  };
};

/** When an order should have arrived; null for orders of release 1.0. */
export const presentExpectedDelivery = ({
  expected_from: from,
  expected_to: to,
}: OrderRow): Order['expected_delivery'] => (from === null || to === null ? null : { from, to });

/** What belongs to an order. */
type OrderParts = {
  lines: readonly LineRow[];
  refunds: readonly RefundRow[];
  returnedCredit: readonly { amount_kobo: Kobo; created_at: Date }[];
  parcels: readonly OrderParcelRow[];
  takenPieces: readonly TakenPieces[];
  payments: readonly ReceivedPayment[];
  /** The merchants of the lines. */
  merchants: readonly { id: MerchantId; name: string }[];
};

/** Presents the parcels and refunds of an order, and the timeline that they belong to. */
const presentProgress = (row: OrderRow, parts: OrderParts): Pick<Order, 'parcels' | 'refunds' | 'timeline'> => {
  const progress = { parcels: presentParcels(parts), refunds: presentRefunds(parts) };
  const toPieces = (pieces: Pieces) => presentPieces(parts.lines, pieces);
  return { ...progress, timeline: presentTimeline(row, progress, parts.takenPieces, toPieces) };
};

/** Presents an order with what belongs to it; amounts in naira. Deleted personal data becomes empty strings. */
const presentOrder = (row: OrderRow, parts: OrderParts): Order => ({
  id: row.id,
  status: row.status,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  total_price: row.total_kobo / 100,
  sub_total: row.subtotal_kobo / 100,
  total_shipment_rate: row.shipment_kobo / 100,
  discount: row.discount_kobo / 100,
  wallet_credit: row.credit_kobo / 100,
  currency: row.currency,
  converted_total: convertAmount(row, row.total_kobo),
  ...presentExchangeRate(row),
  estimated_delivery_duration: row.estimated_delivery,
  tracking_number: row.tracking_number,
  expected_delivery: presentExpectedDelivery(row),
  ...presentProgress(row, parts),
  merchants: parts.merchants.map(({ id, name }) => ({ id, name })),
  payments: parts.payments.map(({ provider, reference, amount_kobo }) => ({
    provider,
    reference,
    amount: amount_kobo / 100,
  })),
  cancelled_for: row.cancelled_for && CANCEL_REASONS[row.cancelled_for],
  can_cancel: canTake('cancel', row.status) && parts.parcels.length === 0,
  can_change_address: findChangeableDelivery(row, parts.parcels) !== undefined,
  payment_deadline: isPayable(row) ? row.expires_at.toISOString() : null,
  items: parts.lines.map(({ product_id, title, picture_key, unit_kobo, quantity, ...line }) => ({
    product_id,
    product_name: title,
    product_image: picture_key === null ? '' : pictureUrl(picture_key, 400, 'webp'),
    price: unit_kobo / 100,
    converted_price: convertAmount(row, unit_kobo),
    quantity,
    discount: line.discount_kobo === null ? null : line.discount_kobo / 100,
    position: line.position,
    cancelled_quantity: line.cancelled_quantity,
    returned_quantity: line.returned_quantity,
    merchant_id: line.merchant_id,
  })),
  shipping_address: {
    first_name: row.ship_to?.first_name ?? '',
    last_name: row.ship_to?.last_name ?? '',
    phone_number: row.ship_to?.phone_number ?? '',
    street_address: row.ship_to ? streetOf(row.ship_to) : '',
    postal_code: row.ship_to?.postal_code ?? '',
    city: row.ship_to?.city ?? '',
    region: row.ship_to?.region ?? '',
    country: row.ship_to?.country ?? '',
    user: row.customer ?? { first_name: '', last_name: '', email: '' },
  },
});

/** Presents orders with their items and refunds, in the given sequence. */
export const withItems = async (db: Database, rows: readonly OrderRow[]): Promise<Order[]> => {
  const ids = rows.map(({ id }) => id);
  const lines = await selectLinesOf(db, ids);
  const refunds = await selectRefundsOf(db, ids);
  const returnedCredit = Map.groupBy(await selectReturnedCredit(db, ids), ({ order_id }) => order_id);
  const parcels = Map.groupBy(await selectParcels(db, ids), ({ order_id }) => order_id);
  const takenPieces = Map.groupBy(await selectTakenPieces(db, ids), ({ order_id }) => order_id);
  const payments = await selectReceivedPayments(db, ids);
  const merchantIds = (ordered: readonly LineRow[]) => [
    ...new Set(ordered.flatMap(({ merchant_id }) => merchant_id ?? [])),
  ];
  const merchants = new Map(
    (await selectMerchants(db, merchantIds([...lines.values()].flat()))).map((merchant) => [merchant.id, merchant]),
  );
  return rows.map((row) => {
    const ordered = lines.get(row.id) ?? [];
    return presentOrder(row, {
      lines: ordered,
      refunds: refunds.get(row.id) ?? [],
      returnedCredit: returnedCredit.get(row.id) ?? [],
      parcels: parcels.get(row.id) ?? [],
      takenPieces: takenPieces.get(row.id) ?? [],
      payments: payments.get(row.id) ?? [],
      merchants: merchantIds(ordered).flatMap((id) => merchants.get(id) ?? []),
    });
  });
};

/** The shape of Paystack's response to "initialize transaction" (PAYMENT-6). */
export const presentPayment = (
  order_id: OrderId,
  { reference, authorizationUrl, accessCode }: Payable,
): InitializedPayment => ({
  order_id,
  payment: {
    status: true,
    message: 'Authorization URL created',
    data: { authorization_url: authorizationUrl, access_code: accessCode, reference },
  },
});
