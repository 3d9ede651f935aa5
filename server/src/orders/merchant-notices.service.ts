import { selectMerchantContact } from '../catalog/index.ts';
import { type Mail, queueMail, queueMails } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import { queueWebhook } from '../webhooks/index.ts';
import type { Pieces } from './fulfilment.rules.ts';
import type { FulfilmentRow, NewFulfilment } from './fulfilment.sql.ts';
import type { LineRow, OrderAddress, OrderRow } from './order.sql.ts';

/** Who has cancelled pieces of a fulfilment. */
export type CancelledBy = 'buyer' | 'shop' | 'merchant';

/** Pieces with the titles of their lines. */
export const withTitles = (pieces: Pieces, lines: readonly Pick<LineRow, 'position' | 'title'>[]) =>
  pieces.map(({ position, quantity }) => ({
    position,
    title: lines.find((line) => line.position === position)?.title ?? '',
    quantity,
  }));

/**
 * Notifies each merchant of a paid order of what to ship, by mail and webhook (FULFIL-10, WEBHOOK-13).
 * @param otherMails are queued in the same statement
 */
export const notifyPaid = async (
  trx: Database,
  order: OrderRow,
  fulfilments: readonly NewFulfilment[],
  lines: readonly LineRow[],
  otherMails: readonly Mail[],
): Promise<void> => {
  const mails: Mail[] = [...otherMails];
  for (const { id: fulfilment_id, merchant_id, ship_by, store_name, email, has_webhook } of fulfilments) {
    if (merchant_id === null) continue;
    const own = lines.filter((line) => line.merchant_id === merchant_id);
    const sale = { order_id: order.id, fulfilment_id, ship_by: ship_by.toISOString() };
    if (email !== null)
      mails.push({
        kind: 'sale_to_ship',
        key: fulfilment_id,
        to: email,
        store_name: store_name ?? '',
        ...sale,
        lines: own.map(({ position, title, quantity }) => ({ position, title, quantity })),
        ship_to: order.ship_to,
      });
    if (!has_webhook) continue;
    await queueWebhook(trx, merchant_id, 'order.paid', {
      ...sale,
      currency: 'NGN',
      lines: own.map(({ position, title, quantity, product_id, unit_kobo }) => ({
        position,
        title,
        quantity,
        product_id,
        unit_price: unit_kobo / 100,
      })),
      destination: order.ship_to && {
        country: order.ship_to.country,
        region: order.ship_to.region,
        city: order.ship_to.city,
      },
    });
  }
  await queueMails(trx, mails);
};

/**
 * Notifies a merchant that pieces are cancelled, so that nobody packs them: by webhook, and by mail unless it has cancelled them (FULFIL-11).
 * @param isComplete whether nothing is left to ship
 */
export const notifyCancelled = async (
  trx: Database,
  order: OrderRow,
  { id: fulfilment_id, merchant_id }: Pick<FulfilmentRow, 'id' | 'merchant_id'>,
  {
    lines,
    pieces,
    by,
    isComplete,
  }: { lines: readonly LineRow[]; pieces: Pieces; by: CancelledBy; isComplete: boolean },
): Promise<void> => {
  if (merchant_id === null) return;
  const sale = { order_id: order.id, fulfilment_id, lines: withTitles(pieces, lines), is_complete: isComplete };
  await queueWebhook(trx, merchant_id, 'order.cancelled', { ...sale, cancelled_by: by });
  if (by === 'merchant') return;
  const contact = await selectMerchantContact(trx, merchant_id);
  if (contact?.email)
    await queueMail(trx, { kind: 'sale_cancelled', to: contact.email, store_name: contact.name, ...sale, by });
};

/** Notifies a merchant that what is left to ship has another delivery address (FULFIL-13). */
export const notifyAddressChanged = async (
  trx: Database,
  { id: fulfilment_id, order_id, merchant_id }: Pick<FulfilmentRow, 'id' | 'order_id' | 'merchant_id'>,
  lines: readonly LineRow[],
  left: Pieces,
  ship_to: OrderAddress,
): Promise<void> => {
  if (merchant_id === null) return;
  const contact = await selectMerchantContact(trx, merchant_id);
  if (!contact?.email) return;
  await queueMail(trx, {
    kind: 'sale_address_changed',
    to: contact.email,
    store_name: contact.name,
    order_id,
    fulfilment_id,
    lines: withTitles(left, lines),
    ship_to,
  });
};

/** Reminds a merchant of what was to be shipped (FULFIL-12). */
export const remind = async (
  trx: Database,
  {
    id: fulfilment_id,
    order_id,
    merchant_id,
    ship_by,
  }: Pick<FulfilmentRow, 'id' | 'order_id' | 'merchant_id' | 'ship_by'>,
  lines: readonly LineRow[],
  left: Pieces,
): Promise<void> => {
  if (merchant_id === null) return;
  const contact = await selectMerchantContact(trx, merchant_id);
  if (!contact?.email) return;
  await queueMail(trx, {
    kind: 'sale_overdue',
    key: fulfilment_id,
    to: contact.email,
    store_name: contact.name,
    order_id,
    fulfilment_id,
    lines: withTitles(left, lines),
    ship_by: ship_by.toISOString(),
  });
};
