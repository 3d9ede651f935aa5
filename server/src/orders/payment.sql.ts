import type { Kobo } from '@sokuwa/contract/money.ts';
import type { OrderStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import type { Tables } from '../platform/tables.gen.ts';
import type { OpenedPayment } from '../ports/payments/payments.port.ts';

export type PaymentRow = Selectable<Tables['payment']>;
export type RefundRow = Selectable<Tables['refund']>;

export const insertPayment = async (trx: Database, payment: Insertable<Tables['payment']>): Promise<void> => {
  await trx.insertInto('payment').values(payment).execute();
};

export const selectPayment = (db: Database, reference: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payment').selectAll().where('reference', '=', reference).executeTakeFirst();

/** Locks the payment until the transaction ends. Lock its order first. */
export const lockPayment = (trx: Database, reference: string): Promise<PaymentRow | undefined> =>
  trx.selectFrom('payment').selectAll().where('reference', '=', reference).forUpdate().executeTakeFirst();

/** All payment attempts of an order, oldest first. */
export const selectPayments = (db: Database, orderId: OrderId): Promise<PaymentRow[]> =>
  db.selectFrom('payment').selectAll().where('order_id', '=', orderId).orderBy('created_at').execute();

/** Stores the URL where the buyer pays. @returns the payment; undefined when a URL is already stored */
export const updateAuthorization = (
  db: Database,
  reference: string,
  { authorizationUrl, accessCode }: OpenedPayment,
): Promise<PaymentRow | undefined> =>
  db
    .updateTable('payment')
    .set({ authorization_url: authorizationUrl, access_code: accessCode })
    .where('reference', '=', reference)
    .where('authorization_url', 'is', null)
    .returningAll()
    .executeTakeFirst();

export const updatePayment = async (
  trx: Database,
  reference: string,
  change: Partial<Pick<PaymentRow, 'status' | 'paid_amount' | 'paid_currency' | 'held_for' | 'ask_at'>>,
): Promise<void> => {
  await trx.updateTable('payment').set(change).where('reference', '=', reference).execute();
};

/** Claims payments that are due for verification, and postpones each so that no other node verifies it too. */
export const claimDuePayments = async (db: Database, now: Date, limit: number): Promise<PaymentRow[]> => {
  const { rows } = await sql<PaymentRow>`
    update payment set ask_at = ${now}::timestamptz + interval '5 minutes'
    where reference in (
      select reference from payment where ask_at <= ${now} order by ask_at limit ${limit} for update skip locked)
    returning *`.execute(db);
  return rows;
};

/** Sets when an open payment is verified next; null means never. */
export const updateNextVerification = async (db: Database, reference: string, at: Date | null): Promise<void> => {
  await db
    .updateTable('payment')
    .set({ ask_at: at })
    .where('reference', '=', reference)
    .where('status', '=', 'open')
    .execute();
};

/** Inserts a refund; a payment has at most one. */
export const insertRefund = async (
  trx: Database,
  refund: { reference: string; amount_kobo: Kobo; reason: RefundRow['reason'] },
): Promise<void> => {
  await trx
    .insertInto('refund')
    .values(refund)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const selectRefund = (db: Database, reference: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refund').selectAll().where('reference', '=', reference).executeTakeFirst();

/** The refunds of each order's payments, oldest first. */
export const selectRefundsOf = async (
  db: Database,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, RefundRow[]>> => {
  const { rows } = await sql<RefundRow & { order_id: OrderId }>`
    select refund.*, payment.order_id from refund join payment using (reference)
    where payment.order_id = any(${[...orderIds]}::text[]) order by refund.created_at, reference`.execute(db);
  return Map.groupBy(rows, ({ order_id }) => order_id);
};

export type DueRefund = RefundRow & Pick<PaymentRow, 'order_id' | 'provider' | 'currency' | 'paid_currency'>;

/** Claims refunds that are due, and postpones each so that no other node sends it too. */
export const claimDueRefunds = async (db: Database, now: Date, limit: number): Promise<DueRefund[]> => {
  const { rows } = await sql<DueRefund>`
    update refund set ask_at = ${now}::timestamptz + interval '5 minutes'
    from payment
    where payment.reference = refund.reference and refund.reference in (
      select reference from refund where ask_at <= ${now} order by ask_at limit ${limit} for update skip locked)
    returning refund.*, payment.order_id, payment.provider, payment.currency, payment.paid_currency`.execute(db);
  return rows;
};

/**
 * Sets the status of a refund that is in one of the states `from`.
 * @returns false when it is not; nothing is changed then
 */
export const updateRefund = async (
  trx: Database,
  reference: string,
  from: readonly RefundRow['status'][],
  change: Pick<RefundRow, 'status'> & Partial<Pick<RefundRow, 'refused_for'>>,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('refund')
    .set({ ...change, ask_at: null })
    .where('reference', '=', reference)
    .where('status', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

type StatusCount = { status: string; count: number };

export const countPayments = (db: Database): Promise<StatusCount[]> =>
  db
    .selectFrom('payment')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();

export const countRefunds = (db: Database): Promise<StatusCount[]> =>
  db
    .selectFrom('refund')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();

/** Resets a refund to `requested`, due now. */
export const resetRefund = async (trx: Database, reference: string): Promise<void> => {
  await trx
    .updateTable('refund')
    .set({ status: 'requested', ask_at: new Date() })
    .where('reference', '=', reference)
    .execute();
};

/** A payment of a wrong amount or currency, or a failed refund, that an operator must settle. */
export type HeldRow = Pick<PaymentRow, 'reference' | 'order_id' | 'amount_kobo' | 'paid_amount' | 'paid_currency'> & {
  kind: 'payment' | 'refund';
  reason: string;
  since: Date;
  order_status: OrderStatus;
};

/** At most 200, oldest first. */
export const selectHeld = async (db: Database): Promise<HeldRow[]> => {
  const { rows } = await sql<HeldRow>`
    with held as (
      select reference, 'payment' as kind, held_for as reason, created_at as since from payment where status = 'held'
      union all
      select reference, 'refund', coalesce(refused_for, ''), created_at from refund where status = 'stuck'
    )
    select held.*, p.order_id, p.amount_kobo, p.paid_amount, p.paid_currency, o.status as order_status
    from held join payment p using (reference) join shop_order o on o.id = p.order_id
    order by since, reference limit 200`.execute(db);
  return rows;
};
