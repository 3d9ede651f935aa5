import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import type { PARCEL_REFUSALS } from '@sokuwa/contract/orders/merchant-orders.rules.ts';
import type { Carrier, MerchantOrder, ParcelResults } from '@sokuwa/contract/orders/merchant-orders.schemas.ts';
import { formatCsvLine } from '../platform/csv.rules.ts';
import { getRefusalText, isRefused, type Refused } from '../platform/refusal.ts';
import { CARRIERS, describeTracking } from './carriers.rules.ts';
import { countLeft } from './fulfilment.rules.ts';
import type { ParcelRow } from './fulfilment.sql.ts';
import type { MerchantOrderRow } from './merchant-order.sql.ts';
import type { LineRow } from './order.sql.ts';

type ParcelRefusal = (typeof PARCEL_REFUSALS)[number];
type ParcelResult = ParcelResults['results'][number];

/** The carriers that a parcel can name, in the order in which they are offered. */
export const presentCarriers = (): Carrier[] =>
  CARRIERS.map(({ key, name, trackingUrl }) => ({ key, name, tracking_url: trackingUrl }));

const toNaira = (kobo: number | null): number => (kobo ?? 0) / 100;

const presentLine = (line: LineRow, parcels: readonly ParcelRow[]): MerchantOrder['lines'][number] => {
  const { position, quantity, cancelled_quantity: cancelled, unit_kobo } = line;
  const shipped = parcels
    .flatMap(({ lines }) => lines)
    .reduce((sum, one) => (one.position === position ? sum + one.quantity : sum), 0);
  return {
    position,
    product_id: line.product_id,
    title: line.title,
    image: line.picture_key === null ? '' : pictureUrl(line.picture_key, 400, 'webp'),
    quantity,
    left: countLeft({ position, quantity, shipped, cancelled }),
    cancelled,
    returned: line.returned_quantity,
    unit_price: toNaira(unit_kobo),
    discount: toNaira(line.discount_kobo),
    commission: toNaira(line.commission_kobo),
    net: toNaira(unit_kobo * quantity - (line.commission_kobo ?? 0)),
  };
};

const presentParcel = ({ id, carrier, tracking_number, shipped_at, delivered_at, lines }: ParcelRow) => {
  const tracking = describeTracking(carrier, tracking_number);
  return {
    id,
    carrier,
    carrier_name: tracking.carrier,
    tracking_number: tracking.tracking_number,
    tracking_url: tracking.tracking_url,
    shipped_at: shipped_at.toISOString(),
    delivered_at: delivered_at?.toISOString() ?? null,
    lines: lines.map(({ position, quantity }) => ({ position, quantity })),
  };
};

/** The address is shown only while something is to be shipped: nobody needs it afterwards. */
const presentAddress = ({ status, ship_to }: MerchantOrderRow): MerchantOrder['shipping_address'] => {
  if (status !== 'to_ship' || ship_to === null) return null;
  const { address_line1, address_line2, address_line3, first_name, last_name, phone_number } = ship_to;
  return {
    first_name,
    last_name,
    phone_number,
    street: [address_line1, address_line2, address_line3].filter(Boolean),
    postal_code: ship_to.postal_code,
    city: ship_to.city,
    region: ship_to.region,
    country: ship_to.country,
  };
};

/**
 * Presents a merchant's part of an order; amounts in naira.
 * @param lines those of the merchant, by position
 * @param parcels those of the fulfilment, oldest first
 */
export const presentMerchantOrder = (
  row: MerchantOrderRow,
  lines: readonly LineRow[],
  parcels: readonly ParcelRow[],
  now = new Date(),
): MerchantOrder => ({
  id: row.id,
  order_id: row.order_id,
  status: row.status,
  paid_at: row.created_at.toISOString(),
  ship_by: row.ship_by.toISOString(),
  is_late: row.status === 'to_ship' && row.ship_by < now,
  shipped_at: row.shipped_at?.toISOString() ?? null,
  delivered_at: row.delivered_at?.toISOString() ?? null,
  currency: row.currency,
  buyer_name: row.customer ? `${row.customer.first_name} ${row.customer.last_name}`.trim() : '',
  shipping_address: presentAddress(row),
  lines: lines.map((line) => presentLine(line, parcels)),
  parcels: parcels.map(presentParcel),
});

/** The first line of a file of orders; `formatOrderLines` makes the others. */
export const ORDER_FILE_HEADER = formatCsvLine([
  'order',
  'paid at',
  'ship by',
  'status',
  'shipped at',
  'delivered at',
  'buyer',
  'city',
  'country',
  'product',
  'title',
  'pieces',
  'cancelled',
  'returned',
  'price of a piece',
  'commission',
  'you receive',
  'tracking',
]);

const fromNaira = (amount: number) => kobo(Math.round(amount * 100));

/** An order as lines of a CSV file, one for each of its lines, with amounts in naira. */
export const formatOrderLines = (order: MerchantOrder): string =>
  order.lines
    .map((line) =>
      formatCsvLine([
        order.id,
        order.paid_at,
        order.ship_by,
        order.status,
        order.shipped_at ?? '',
        order.delivered_at ?? '',
        order.buyer_name,
        order.shipping_address?.city ?? '',
        order.shipping_address?.country ?? '',
        String(line.product_id),
        line.title,
        ...[line.quantity, line.cancelled, line.returned].map(String),
        ...[line.unit_price, line.commission, line.net].map(fromNaira),
        order.parcels
          .filter(({ lines }) => lines.some(({ position }) => position === line.position))
          .map(({ carrier_name: name, tracking_number: number }) => [name, number].filter(Boolean).join(' '))
          .join(', '),
      ]),
    )
    .join('');

/**
 * Presents what became of one of several parcels.
 * @param id as in the request
 */
export const presentParcelResult = (id: string, order: MerchantOrder | Refused<ParcelRefusal>): ParcelResult =>
  isRefused(order)
    ? { result: 'refused', id, code: order.refused, message: getRefusalText(order), errors: order.errors }
    : { result: 'shipped', id, order };
