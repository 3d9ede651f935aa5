import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import type { AccountChanges, ChangeRefused } from '../account/index.ts';
import { selectAddress } from '../addresses/index.ts';
import { selectHandlingDays } from '../catalog/index.ts';
import type { Checkout, RateRefusal } from '../checkout/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, OrderId } from '../platform/ids.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { type Delivery, expectDelivery, findChangeableDelivery, toOrderAddress } from './delivery.rules.ts';
import { selectLeft } from './fulfilment.service.ts';
import { selectFulfilments, selectParcels } from './fulfilment.sql.ts';
import { notifyAddressChanged } from './merchant-notices.service.ts';
import { mailAddressChanged } from './order.mails.ts';
import { productQuantities } from './order.rules.ts';
import { readOrder } from './order.service.ts';
import * as store from './order.sql.ts';

/** The destination of an order's delivery. */
const toDestination = ({ ship_to: { address_line1, address_line2, address_line3, ...place } }: Delivery) => ({
  ...place,
  line1: address_line1,
  line2: address_line2,
  line3: address_line3,
});

/** @returns the delivery of the account's order, if its address can be changed now */
const readDelivery = async (
  db: Database,
  order: store.OrderRow | undefined,
  accountId: AccountId,
): Promise<Delivery | Refused<'not_found' | 'address_not_changeable'>> => {
  if (order?.account_id !== accountId) return refuse('not_found');
  return findChangeableDelivery(order, await selectParcels(db, [order.id])) ?? refuse('address_not_changeable');
};

/** Whether two delivery addresses are the same in every part. */
export const isSameAddress = (a: store.OrderAddress, b: store.OrderAddress): boolean =>
  Object.entries(a).every(([field, value]) => b[field as keyof typeof b] === value);

/**
 * Stores another delivery address of an order, and mails the buyer and the merchants with something left to ship (ORDER-64, FULFIL-13).
 * @param trx a transaction of `withOrder`
 * @param expected when the order should arrive there; null for an order of release 1.0
 */
export const replaceAddress = async (
  trx: Database,
  order: store.OrderRow,
  shipTo: store.OrderAddress,
  expected: { from: string; to: string } | null,
  by: 'buyer' | 'shop',
): Promise<void> => {
  await store.updateDeliveryAddress(trx, order.id, shipTo, expected);
  await mailAddressChanged(trx, order, shipTo, expected, by);
  const lines = await store.selectLines(trx, order.id);
  const left = await selectLeft(trx, order.id);
  for (const fulfilment of await selectFulfilments(trx, order.id)) {
    const own = left.filter(({ fulfilment_id }) => fulfilment_id === fulfilment.id);
    if (own.length > 0) await notifyAddressChanged(trx, fulfilment, lines, own, shipTo);
  }
};

/**
 * Changes the delivery address of an order to one of the account's addresses, and mails the buyer and the merchants
 * (ORDER-64, FULFIL-13). Both addresses are quoted
 * before the transaction, because the carrier may be asked: the price of today decides, not that of order time. Safe to repeat.
 * @param addressId the unvalidated id from the request
 * @returns the order; not_found if order or address are not the account's; address_not_changeable if the order is not paid, a part of it is
 *   shipped, or release 1.0 placed it; delivery_price_differs; why the carrier has no price; token_invalid if the account is deleted during
 *   the call; too_many_requests if it stays locked or has requested too many prices. A refusal changes nothing
 */
export const changeOrderAddress = async (
  { db, accountChanges, checkout }: { db: Database; accountChanges: AccountChanges; checkout: Checkout },
  accountId: AccountId,
  orderId: OrderId,
  addressId: string,
): Promise<
  Order | ChangeRefused | Refused<RateRefusal | 'not_found' | 'address_not_changeable' | 'delivery_price_differs'>
> => {
  const current = await readDelivery(db, await store.selectOrder(db, accountId, orderId), accountId);
  // Under the account's lock: token_invalid if the account was deleted since its token was checked.
  const refuseUnknown = () => accountChanges.run(accountId, async () => refuse('not_found'));
  if (isRefused(current)) return current.refused === 'not_found' ? refuseUnknown() : current;
  const address = await selectAddress(db, accountId, addressId);
  if (!address) return refuseUnknown();
  const currentRate = await checkout.quoteDelivery(accountId, toDestination(current), current.weight_grams);
  if (isRefused(currentRate)) return currentRate;
  const rate = await checkout.quoteDelivery(accountId, address, current.weight_grams);
  if (isRefused(rate)) return rate;
  if (rate.kobo !== currentRate.kobo) return refuse('delivery_price_differs');

  return accountChanges.run(accountId, async (trx) => {
    const order = await store.lockOrder(trx, orderId);
    // A merchant may have shipped it meanwhile.
    const delivery = await readDelivery(trx, order, accountId);
    if (!order || isRefused(delivery)) return isRefused(delivery) ? delivery : refuse('not_found');
    const shipTo = toOrderAddress(address);
    if (!isSameAddress(shipTo, delivery.ship_to)) {
      const products = productQuantities(await store.selectLines(trx, orderId)).map(({ productId }) => productId);
      const expected = expectDelivery(
        order.paid_at ?? order.created_at,
        { min: rate.minDays, max: rate.maxDays },
        await selectHandlingDays(trx, products),
      );
      await replaceAddress(trx, order, shipTo, expected, 'buyer');
    }
    // In the same transaction, because the account may be deleted after it.
    return readOrder(trx, accountId, orderId);
  });
};
