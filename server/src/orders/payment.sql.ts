import type { Kobo } from '@sokuwa/contract/money.ts';
import type { OrderStatus } from '@sokuwa/contract/orders/orders.rules.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { columnsOf, type Relation } from '../platform/sql.ts';
import { TABLE_COLUMNS, type Tables } from '../platform/tables.gen.ts';
import type { OpenedPayment } from '../ports/payments/payments.port.ts';

export type PaymentRow = Selectable<Tables['payment']>;
export type RefundRow = Selectable<Tables['refund']>;

export const insertPayment = async (trx: Database, payment: Insertable<Tables['payment']>): Promise<void> => {
  await trx.insertInto('payment').values(payment).execute();
};

export const selectPayment = (db: Database, reference: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payment').select(TABLE_COLUMNS.payment).where('reference', '=', reference).executeTakeFirst();

/** Locks the payment until the transaction ends. Lock its order first. */
export const lockPayment = (trx: Database, reference: string): Promise<PaymentRow | undefined> =>
  trx
    .selectFrom('payment')
    .select(TABLE_COLUMNS.payment)
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst();

/** All payment attempts of an order, oldest first. */
export const selectPayments = (db: Database, orderId: OrderId): Promise<PaymentRow[]> =>
  db
    .selectFrom('payment')
    .select(TABLE_COLUMNS.payment)
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();

/** The payments of orders. */
export const selectPaymentsOf = async (
  db: Database,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, PaymentRow[]>> => {
  const { rows } = await sql<PaymentRow>`
    select ${columnsOf('payment')} from payment where order_id = any(${[...orderIds]}::text[]) order by created_at`.execute(
    db,
  );
  return Map.groupBy(rows, ({ order_id }) => order_id);
};

export type ReceivedPayment = Pick<PaymentRow, 'order_id' | 'provider' | 'reference' | 'amount_kobo'>;

/** The payments that were received for orders, oldest first. */
export const selectReceivedPayments = async (
  db: Database,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, ReceivedPayment[]>> => {
  const { rows } = await sql<ReceivedPayment>`
    select order_id, provider, reference, amount_kobo from payment
    where order_id = any(${[...orderIds]}::text[]) and status = 'success' order by created_at`.execute(db);
  return Map.groupBy(rows, ({ order_id }) => order_id);
};

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
    .returning(TABLE_COLUMNS.payment)
    .executeTakeFirst();

export const updatePayment = async (
  trx: Database,
  reference: string,
  change: Partial<Pick<PaymentRow, 'status' | 'paid_amount' | 'paid_currency' | 'held_for' | 'ask_at'>>,
): Promise<void> => {
  await trx.updateTable('payment').set(change).where('reference', '=', reference).execute();
};

/**
 * Claims the right to verify a payment now.
 * @returns false if it was verified less than `seconds` ago
 */
export const claimVerification = async (db: Database, reference: string, seconds: number): Promise<boolean> => {
  const { rows } = await sql`
    update payment set verified_at = now()
    where reference = ${reference} and coalesce(verified_at, '-infinity') < now() - make_interval(secs => ${seconds})
    returning reference`.execute(db);
  return rows.length > 0;
};

/** Claims payments that are due for verification, and postpones each so that no other node verifies it too. */
export const claimDuePayments = async (db: Database, now: Date, limit: number): Promise<PaymentRow[]> => {
  const { rows } = await sql<PaymentRow>`
    update payment set ask_at = ${now}::timestamptz + interval '5 minutes'
    where reference in (
      select reference from payment where ask_at <= ${now} order by ask_at limit ${limit} for update skip locked)
    returning ${columnsOf('payment')}`.execute(db);
  return rows;
};

/** Sets when an open or declined payment is verified next; null means never. */
export const updateNextVerification = async (db: Database, reference: string, at: Date | null): Promise<void> => {
  await db
    .updateTable('payment')
    .set({ ask_at: at })
    .where('reference', '=', reference)
    .where('status', 'in', ['open', 'failed'])
    .execute();
};

/**
 * Inserts a refund. Safe to repeat: the same reference is inserted once.
 * @param refund `reference`: that of the payment for the whole of it, otherwise one of `nextPartReference`
 */
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

/** The reference of the next refund of a part of the payment. Lock the order first. */
export const nextPartReference = async (trx: Database, paymentReference: string): Promise<string> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer + 1 as n from refund where payment_reference = ${paymentReference}`.execute(trx);
  return `${paymentReference}.${rows[0]?.n ?? 1}`;
};

/** A refund by its own reference: that of its payment if it is of the whole payment. */
export const selectRefund = (db: Database, reference: string): Promise<RefundRow | undefined> =>
  db.selectFrom('refund').select(TABLE_COLUMNS.refund).where('reference', '=', reference).executeTakeFirst();

/** Selects the refunds of the orders' payments, oldest first. */
export const selectRefundsOf = async (
  db: Database,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, RefundRow[]>> => {
  const { rows } = await sql<RefundRow & { order_id: OrderId }>`
    select ${columnsOf('refund')}, payment.order_id from refund join payment on payment.reference = refund.payment_reference
    where payment.order_id = any(${[...orderIds]}::text[]) order by refund.created_at, refund.reference`.execute(db);
  return Map.groupBy(rows, ({ order_id }) => order_id);
};

/** The references of refunds that the buyer has received: column `reference`. */
export const madeRefunds: Relation = sql`(select reference from refund where status in ('done', 'wallet', 'by hand'))`;

export type ClaimedRefund = RefundRow & Pick<PaymentRow, 'order_id' | 'provider' | 'currency' | 'paid_currency'>;

/**
 * Claims refunds that are due. Each is postponed, so that no other node sends it too: by five minutes, then twice as
 * long each time, at most six hours.
 */
export const claimDueRefunds = async (db: Database, now: Date, limit: number): Promise<ClaimedRefund[]> => {
  const { rows } = await sql<ClaimedRefund>`
    update refund set attempts = attempts + 1,
      ask_at = ${now}::timestamptz + interval '5 minutes' * least(power(2, least(attempts, 10)), 72)
    from payment
    where payment.reference = refund.payment_reference and refund.reference in (
      select reference from refund where ask_at <= ${now} order by ask_at limit ${limit} for update skip locked)
    returning ${columnsOf('refund')}, payment.order_id, payment.provider, payment.currency, payment.paid_currency`.execute(
    db,
  );
  return rows;
};

/** Claims accepted refunds whose next status check is due, and postpones the check. */
export const claimAcceptedRefunds = async (
  db: Database,
  now: Date,
  hours: number,
  limit: number,
): Promise<ClaimedRefund[]> => {
  const { rows } = await sql<ClaimedRefund>`
    update refund set follow_at = ${now}::timestamptz + make_interval(hours => ${hours}::integer)
    from payment
    where payment.reference = refund.payment_reference and refund.reference in (
      select reference from refund where status = 'accepted' and coalesce(follow_at, '-infinity') <= ${now}
      order by follow_at nulls first limit ${limit} for update skip locked)
    returning ${columnsOf('refund')}, payment.order_id, payment.provider, payment.currency, payment.paid_currency`.execute(
    db,
  );
  return rows;
};

/**
 * Makes the status check of a payment's accepted refunds due now.
 * @returns false if there is none
 */
export const makeRefundCheckDue = async (trx: Database, paymentReference: string): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('refund')
    .set({ follow_at: new Date() })
    .where('payment_reference', '=', paymentReference)
    .where('status', '=', 'accepted')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Stores the reason why a requested refund must wait. */
export const updateRefusal = async (db: Database, reference: string, refused_for: string): Promise<void> => {
  await db
    .updateTable('refund')
    .set({ refused_for, updated_at: new Date() })
    .where('reference', '=', reference)
    .where('status', '=', 'requested')
    .execute();
};

/**
 * Sets the status of a refund that is in one of the states `from`.
 * @returns false when it is not; nothing is changed then
 */
export const updateRefund = async (
  trx: Database,
  reference: string,
  from: readonly RefundRow['status'][],
  change: Pick<RefundRow, 'status'> &
    Partial<Pick<RefundRow, 'refused_for' | 'provider_id' | 'provider_status' | 'paid_by_bank'>>,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('refund')
    .set({
      ...change,
      updated_at: new Date(),
      ask_at: null,
      // The first status check is due an hour after acceptance; `claimAcceptedRefunds` sets the next ones.
      follow_at: change.status === 'accepted' ? sql`coalesce(follow_at, now() + interval '1 hour')` : null,
    })
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

/**
 * The state of a refund for the operator. `waiting`: it cannot be sent yet, was not accepted within a day, or was not
 * paid within 15 days. `failed`: the provider could not make it, and it was credited to the wallet this week.
 */
const refundState = sql<string>`case
    when status = 'accepted' and provider_status = 'needs-attention' then 'needs attention'
    when status = 'requested' and (refused_for is not null or refund.created_at < now() - interval '1 day') then 'waiting'
    when status = 'accepted' and refund.created_at < now() - interval '15 days' then 'waiting'
    when status = 'wallet' and provider_status = 'failed' and refund.updated_at > now() - interval '7 days' then 'failed'
    else status end`;

/** SQL condition: an operator must do something about the refund. The statuses first, because an index has these refunds alone. */
export const isRefundWaiting = sql<boolean>`refund.status in ('requested', 'accepted', 'stuck')
  and ${refundState} in ('stuck', 'needs attention', 'waiting')`;

export const countRefunds = async (db: Database): Promise<StatusCount[]> => {
  const { rows } = await sql<StatusCount>`
    select ${refundState} as status, count(*) as count from refund group by 1`.execute(db);
  return rows;
};

/** The state of a dispute for the operator. `lost`: the bank took the money back, but the order is not cancelled yet. */
export const disputeState = sql<string>`case
    when dispute.status <> 'resolved' then 'open'
    when dispute.resolution in ('merchant-accepted', 'auto-accepted') and exists (
      select from payment join shop_order on shop_order.id = payment.order_id
      where payment.reference = dispute.reference and shop_order.status = 'Paid') then 'lost'
    else 'resolved' end`;

export const countDisputes = async (db: Database): Promise<StatusCount[]> => {
  const { rows } = await sql<StatusCount>`
    select ${disputeState} as status, count(*) as count from dispute group by 1`.execute(db);
  return rows;
};

/** Resets a refund to `requested`, due now. */
export const resetRefund = async (trx: Database, reference: string): Promise<void> => {
  await trx
    .updateTable('refund')
    // `attempts` starts at 1, because an earlier request may have reached the provider.
    .set({ status: 'requested', refused_for: null, ask_at: new Date(), attempts: 1 })
    .where('reference', '=', reference)
    .execute();
};

/** A held payment, a refund that needs attention, or an open or lost dispute. */
export type HeldRow = Pick<PaymentRow, 'reference' | 'order_id' | 'amount_kobo' | 'paid_amount' | 'paid_currency'> & {
  kind: 'payment' | 'dispute' | 'lost dispute' | 'stuck' | 'needs attention' | 'waiting' | 'failed';
  reason: string;
  since: Date;
  /** The deadline for responding to a dispute at the provider. */
  due_at: Date | null;
  order_status: OrderStatus;
};

/** At most 200, oldest first. */
export const selectHeld = async (db: Database): Promise<HeldRow[]> => {
  const { rows } = await sql<HeldRow>`
    with held as (
      select reference, reference as payment_reference, 'payment' as kind, held_for as reason, created_at as since,
        null::timestamptz as due_at
      from payment where status = 'held'
      union all
      select reference, payment_reference, ${refundState}, coalesce(refused_for, provider_status, 'the provider has not responded'), created_at, null
      from refund where ${refundState} in ('stuck', 'needs attention', 'waiting', 'failed')
      union all
      select reference, reference, 'dispute', status, created_at, due_at from dispute where status <> 'resolved'
      union all
      select reference, reference, 'lost dispute', resolution, created_at, null from dispute where ${disputeState} = 'lost'
    )
    select held.reference, held.kind, held.reason, held.since, held.due_at, p.order_id, p.amount_kobo, p.paid_amount, p.paid_currency,
      o.status as order_status
    from held join payment p on p.reference = held.payment_reference join shop_order o on o.id = p.order_id
    order by since, held.reference limit 200`.execute(db);
  return rows;
};
