import { sql } from 'kysely';
import { deliverOrder, shipOrder } from '../orders/fulfilment.service.ts';
import { settlePayment } from '../orders/payment.service.ts';
import { withOrder } from '../orders/with-order.ts';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { type Buyer, createBuyer, sandboxPaymentsOf } from './buyer.ts';
import type { TestShop } from './shop.ts';

type Lines = readonly (readonly [productId: number, quantity: number])[];

/** Pays an order at the sandbox provider. */
export const payOrder = async (shop: TestShop, reference: string): Promise<void> => {
  const provider = sandboxPaymentsOf(shop);
  await provider.choose(reference, 'approve');
  const state = await provider.verify(reference);
  if (state === 'unknown') throw new Error('the sandbox must know the payment');
  await settlePayment({ db: shop.db, log: shop.app.log }, state);
};

/** A buyer with a paid order. */
export type PaidOrder = { buyer: Buyer; id: OrderId; reference: string };

/** Creates a buyer who orders products and pays for them. */
export const placePaidOrder = async (shop: TestShop, lines: Lines): Promise<PaidOrder> => {
  const buyer = await createBuyer(shop, lines);
  const { id, reference } = await buyer.placeOrder();
  await payOrder(shop, reference);
  return { buyer, id: id as OrderId, reference };
};

/** Buys and pays for products. @returns the order's id */
export const buy = async (shop: TestShop, lines: Lines): Promise<OrderId> => (await placePaidOrder(shop, lines)).id;

/** Ships what is left of an order, and records that everything has arrived. */
export const deliver = async (db: Database, orderId: OrderId): Promise<void> => {
  await withOrder(db, orderId, (trx, order) => shipOrder(trx, order, 'T1'));
  await withOrder(db, orderId, (trx, order) => deliverOrder(trx, order));
};

/** Moves the deliveries of an order into the past. */
export const ageDeliveries = async (db: Database, orderId: OrderId, hours: number): Promise<void> => {
  await sql`
    update parcel set delivered_at = parcel.delivered_at - make_interval(hours => ${hours}::integer),
      release_at = parcel.release_at - make_interval(hours => ${hours}::integer)
    from fulfilment f where f.id = parcel.fulfilment_id and f.order_id = ${orderId}`.execute(db);
};

/** What the ledger says about each of the merchant's accounts; debits are positive. */
export const merchantBalances = async (db: Database, merchantId: number): Promise<Record<string, number>> => {
  const { rows } = await sql<{ account: string; kobo: number }>`
    select account, sum(amount_kobo)::bigint as kobo from ledger_entry where merchant_id = ${merchantId}
    group by account having sum(amount_kobo) <> 0`.execute(db);
  return Object.fromEntries(rows.map(({ account, kobo }) => [account, kobo]));
};
