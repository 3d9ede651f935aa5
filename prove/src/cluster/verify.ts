import { sql } from 'kysely';
import type { Database } from '../../../server/src/platform/database.ts';
import type { AccountId } from '../../../server/src/platform/ids.ts';
import { type Books, findWrongBooks } from '../books.ts';
import type { MailServer } from '../mail-server.ts';
import type { Acknowledged, Buyer } from './load.ts';

/** What was acknowledged, what the database has of it, and what it has too much. */
export type Count = { acknowledged: number; found: number; tooMany: number };
export type Verdict = {
  orders: Count;
  payments: Count;
  messages: Count;
  /** Order mails by what was paid. `tooMany` counts mails that an order got with another Message-ID. */
  mails: Count;
  /** Sentences about stock and money that do not add up. */
  wrongBooks: string[];
};

const count = (acknowledged: readonly string[], stored: readonly string[]): Count => {
  const known = new Set(acknowledged);
  const rows = new Map<string, number>();
  for (const id of stored) rows.set(id, (rows.get(id) ?? 0) + 1);
  const found = acknowledged.filter((id) => rows.has(id)).length;
  const unknown = stored.filter((id) => !known.has(id)).length;
  const repeated = [...rows].reduce((sum, [id, n]) => sum + (known.has(id) ? n - 1 : 0), 0);
  return { acknowledged: acknowledged.length, found, tooMany: unknown + repeated };
};

/**
 * Compares what the shop has acknowledged with what is stored. No request may be in progress, and every request must have been
 * repeated until it was acknowledged: then whatever is stored beyond that exists twice.
 */
export const verify = async (
  db: Database,
  acknowledged: Acknowledged,
  { buyers, booksAtStart, mails }: { buyers: readonly Buyer[]; booksAtStart: Books; mails: MailServer },
): Promise<Verdict> => {
  const accountIds: AccountId[] = buyers.map(({ accountId }) => accountId);
  const orders = await sql<{ id: string }>`
    select o.id from shop_order o where account_id = any(${accountIds}) and status <> 'Cancelled'`.execute(db);
  // A payment that the shop would refund is one too many.
  const payments = await sql<{ reference: string }>`
    select p.reference from payment p join shop_order o on o.id = p.order_id
    where o.account_id = any(${accountIds}) and p.status = 'success' and o.status = 'Paid'
    union all select r.reference from refund r join payment p using (reference) join shop_order o on o.id = p.order_id
    where o.account_id = any(${accountIds})`.execute(db);
  const messages = await sql<{ id: string }>`
    select t.id from message_thread t join message_post m on m.thread_id = t.id
    where t.account_id = any(${accountIds})`.execute(db);
  const paid = [...acknowledged.payments.values()];
  const mailedOrders = buyers.flatMap(({ email }) =>
    mails.mailsTo(email).map(({ id, text }) => paid.find(({ orderId }) => text.includes(orderId))?.orderId ?? id),
  );
  return {
    orders: count(
      [...acknowledged.orders.values()].map(({ id }) => id),
      orders.rows.map(({ id }) => id),
    ),
    payments: count(
      [...acknowledged.payments.keys()],
      payments.rows.map(({ reference }) => reference),
    ),
    messages: count(
      [...acknowledged.messages.values()],
      messages.rows.map(({ id }) => id),
    ),
    mails: count(
      paid.map(({ orderId }) => orderId),
      mailedOrders,
    ),
    wrongBooks: await findWrongBooks(db, booksAtStart),
  };
};
