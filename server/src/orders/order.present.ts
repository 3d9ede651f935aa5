import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { InitializedPayment, Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import type { OrderAddress } from './order.sql.ts';
import { type LineRow, type OrderRow, selectLinesOf } from './order.sql.ts';
import type { Payable } from './payment.service.ts';

const streetOf = ({ address_line1, address_line2, address_line3 }: OrderAddress): string =>
  [address_line1, address_line2, address_line3].filter(Boolean).join(', ');

/** An order with its items; amounts in naira. Deleted personal data is presented as empty strings. */
const presentOrder = (row: OrderRow, lines: readonly LineRow[]): Order => ({
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
  tracking_number: row.tracking_number,
  items: lines.map(({ product_id, title, picture_key, unit_kobo, quantity }) => ({
    product_id,
    product_name: title,
    product_image: picture_key === null ? '' : pictureUrl(picture_key, 400, 'webp'),
    price: unit_kobo / 100,
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

/** Orders with their items, in the order given. */
export const withItems = async (db: Database, rows: readonly OrderRow[]): Promise<Order[]> => {
  const lines = await selectLinesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentOrder(row, lines.get(row.id) ?? []));
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
