import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { Kobo } from '@sokuwa/contract/money.ts';
import type { CancelReason } from '@sokuwa/contract/orders/orders.rules.ts';
import type { InitializedPayment, Order, OrderRefund } from '@sokuwa/contract/orders/orders.schemas.ts';
import { type ExchangeQuote, formatConverted, formatRate } from '../geo/index.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { type ParcelRow, selectParcels } from './fulfilment.sql.ts';
import { canTake, isPayable } from './order.rules.ts';
import type { OrderAddress } from './order.sql.ts';
import { type LineRow, type OrderRow, selectLinesOf } from './order.sql.ts';
import type { Payable } from './payment.service.ts';
import { type RefundRow, selectRefundsOf } from './payment.sql.ts';

const streetOf = ({ address_line1, address_line2, address_line3 }: OrderAddress): string =>
  [address_line1, address_line2, address_line3].filter(Boolean).join(', ');

const CANCEL_REASONS: Record<NonNullable<OrderRow['cancelled_for']>, CancelReason> = {
  expired: 'expired',
  buyer: 'buyer',
  shop: 'shop',
  declined: 'payment_refused',
  replaced: 'replaced',
};

/** A `stuck` refund waits for the operator; the buyer sees it as pending. */
const REFUNDS: Record<RefundRow['status'], Pick<OrderRefund, 'to' | 'status'>> = {
  requested: { to: 'payment_method', status: 'pending' },
  accepted: { to: 'payment_method', status: 'pending' },
  stuck: { to: 'payment_method', status: 'pending' },
  done: { to: 'payment_method', status: 'done' },
  wallet: { to: 'wallet', status: 'done' },
  'by hand': { to: 'other', status: 'done' },
};

/** Presents the refunds of an order's payments, and the wallet credit that its cancellation returned. */
const presentRefunds = (order: OrderRow, refunds: readonly RefundRow[]): OrderRefund[] => {
  const isCreditReturned = order.status === 'Cancelled' && order.credit_kobo > 0 && order.account_id !== null;
  return [
    ...refunds.map(({ amount_kobo, status }) => ({ amount: amount_kobo / 100, ...REFUNDS[status] })),
    ...(isCreditReturned ? [{ amount: order.credit_kobo / 100, to: 'wallet', status: 'done' } as const] : []),
  ];
};

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

/** Presents an order with its items and refunds; amounts in naira. Deleted personal data becomes empty strings. */
const presentOrder = (
  row: OrderRow,
  lines: readonly LineRow[],
  refunds: readonly RefundRow[],
  parcels: readonly ParcelRow[],
): Order => ({
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
  cancelled_for: row.cancelled_for && CANCEL_REASONS[row.cancelled_for],
  can_cancel: canTake('cancel', row.status) && parcels.length === 0,
  payment_deadline: isPayable(row) ? row.expires_at.toISOString() : null,
  refunds: presentRefunds(row, refunds),
  items: lines.map(({ product_id, title, picture_key, unit_kobo, quantity }) => ({
    product_id,
    product_name: title,
    product_image: picture_key === null ? '' : pictureUrl(picture_key, 400, 'webp'),
    price: unit_kobo / 100,
    converted_price: convertAmount(row, unit_kobo),
    quantity,
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
  const parcels = Map.groupBy(await selectParcels(db, ids), ({ order_id }) => order_id);
  return rows.map(({ id, ...row }) =>
    presentOrder({ id, ...row }, lines.get(id) ?? [], refunds.get(id) ?? [], parcels.get(id) ?? []),
  );
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
