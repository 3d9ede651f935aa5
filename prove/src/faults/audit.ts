import { sql } from 'kysely';
import type { Database } from '../../../server/src/platform/database.ts';
import type { AccountId } from '../../../server/src/platform/ids.ts';
import type { PaystackServer } from '../../../server/src/testing/paystack-server.ts';
import { findWrongBooks } from '../books.ts';
import type { Acknowledged, TrafficShop } from './traffic.ts';

type OrderState = { id: string; account_id: AccountId; status: string };

/** Payments about which the shop and the provider do not agree. */
const findWrongPayments = async (db: Database, provider: PaystackServer): Promise<string[]> => {
  const { rows } = await sql<{
    reference: string;
    order_id: string;
    status: string;
    order_status: string;
    refunded: boolean;
  }>`
    select p.reference, p.order_id, p.status, o.status as order_status, r.reference is not null as refunded
    from payment p join shop_order o on o.id = p.order_id left join refund r on r.reference = p.reference`.execute(db);
  const problems: string[] = [];
  for (const { reference, order_id, status, order_status, refunded } of rows) {
    const isReceived = provider.transactions.get(reference)?.status === 'success';
    if (isReceived && status !== 'success') problems.push(`the payment ${reference} was received, and is ${status}`);
    if (!isReceived && status === 'success') problems.push(`the payment ${reference} was never received`);
    if (status === 'success' && !refunded && order_status === 'Cancelled')
      problems.push(`the order ${order_id} is cancelled, its payment not refunded`);
    const refundedKobo = provider.refundedKobo(reference);
    const paidKobo = provider.transactions.get(reference)?.amount ?? 0;
    if (refundedKobo > paidKobo) problems.push(`the payment ${reference} was refunded twice`);
  }
  const known = new Set(rows.map(({ reference }) => reference));
  for (const [reference, { status }] of provider.transactions)
    if (status === 'success' && !known.has(reference)) problems.push(`the shop has forgotten the payment ${reference}`);
  return problems;
};

const findLostOrders = async (db: Database, { orders, paid, messages }: Acknowledged): Promise<string[]> => {
  const stored = new Map<string, OrderState>();
  for (const order of await db.selectFrom('shop_order').select(['id', 'account_id', 'status']).execute())
    stored.set(order.id, order as OrderState);
  const problems: string[] = [];
  for (const { buyer, id, reference } of orders) {
    const order = stored.get(id);
    if (!order || order.account_id !== buyer.accountId) problems.push(`the order ${id} is lost`);
    else if (paid.has(reference) && order.status !== 'Paid')
      problems.push(`the order ${id} is paid, and ${order.status}`);
  }
  const threads = new Set<string>((await db.selectFrom('message_thread').select('id').execute()).map(({ id }) => id));
  for (const { id } of messages) if (!threads.has(id)) problems.push(`the message ${id} is lost`);
  return problems;
};

/** Profile pictures that accounts refer to and the store does not have. */
const findLostPictures = async (db: Database, pictures: TrafficShop['pictures']): Promise<string[]> => {
  const rows = await db.selectFrom('account').select('picture_key').where('picture_key', 'is not', null).execute();
  const problems: string[] = [];
  for (const { picture_key } of rows)
    if (picture_key !== null && pictures && !(await pictures.has(picture_key)))
      problems.push(`the picture ${picture_key} is lost`);
  return problems;
};

/**
 * Compares what the shop has confirmed, and what the payment provider has received, with the database.
 * @returns a sentence for everything that was lost, created or paid twice
 */
export const findLosses = async (
  { db, provider, booksAtStart, pictures }: TrafficShop,
  acknowledged: Acknowledged,
): Promise<string[]> => [
  ...(await findLostPictures(db, pictures)),
  ...(await findWrongBooks(db, booksAtStart)),
  ...(await findWrongPayments(db, provider)),
  ...(await findLostOrders(db, acknowledged)),
];
