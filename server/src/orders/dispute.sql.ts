import type { Kobo } from '@sokuwa/contract/money.ts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { OrderId } from '../platform/ids.ts';
import { columnsOf } from '../platform/sql.ts';
import type { Tables } from '../platform/tables.gen.ts';
import type { DisputeState } from '../ports/payments/payments.port.ts';

type DisputeRow = Selectable<Tables['dispute']>;

/**
 * SQL condition: the order has an open dispute, so it must not be shipped.
 * @param orderId a column or a value
 */
export const openDisputeExists = (orderId: ReturnType<typeof sql> | OrderId) => sql<boolean>`exists (
  select from dispute join payment using (reference)
  where payment.order_id = ${orderId} and dispute.status <> 'resolved')`;

/** Resolutions after which the bank has taken the money back (Paystack, "Manage Disputes"). */
export const LOST_RESOLUTIONS = ['merchant-accepted', 'auto-accepted'];
/** Whether the dispute is decided against the shop. @param resolution as the provider names it; null while it is open */
export const isLost = ({ status, resolution }: Pick<DisputeState, 'status' | 'resolution'>): boolean =>
  status === 'resolved' && LOST_RESOLUTIONS.includes(resolution ?? '');

/**
 * The state of an order's disputes: an open one counts before a lost one. `open`: the bank may take the money back; `lost`: it has done so. A
 * dispute that the shop has won is no dispute any more.
 */
export const selectDisputeState = async (db: Database, orderId: OrderId): Promise<'none' | 'open' | 'lost'> => {
  const { rows } = await sql<{ state: 'none' | 'open' | 'lost' }>`
    select case when bool_or(d.status <> 'resolved') then 'open'
      when bool_or(d.resolution = any(${LOST_RESOLUTIONS}::text[])) then 'lost' else 'none' end as state
    from payment p join dispute d using (reference) where p.order_id = ${orderId}`.execute(db);
  return rows[0]?.state ?? 'none';
};

/**
 * Whether the bank has taken back so much of a payment that its refunds, those that wait included, would pay the buyer more than was paid.
 */
export const isPaidBackByBank = async (db: Database, paymentReference: string): Promise<boolean> => {
  const { rows } = await sql<{ is_exceeded: boolean }>`
    select sum(coalesce(d.amount, p.amount_kobo))
        + (select coalesce(sum(amount_kobo), 0) from refund where payment_reference = p.reference and status <> 'by hand')
      > least(p.amount_kobo, coalesce(p.paid_amount, p.amount_kobo)) as is_exceeded
    from payment p join dispute d using (reference)
    where p.reference = ${paymentReference} and d.status = 'resolved' and d.resolution = any(${LOST_RESOLUTIONS}::text[])
    group by p.reference`.execute(db);
  return rows[0]?.is_exceeded === true;
};

/** What the bank has taken back of the order's payments, by reference. */
export const selectLost = async (db: Database, orderId: OrderId): Promise<Map<string, Kobo>> => {
  const { rows } = await sql<{ reference: string; kobo: Kobo }>`
    select reference, sum(coalesce(d.amount, p.amount_kobo))::bigint as kobo from payment p join dispute d using (reference)
    where p.order_id = ${orderId} and d.status = 'resolved' and d.resolution = any(${LOST_RESOLUTIONS}::text[])
    group by reference`.execute(db);
  return new Map(rows.map(({ reference, kobo }) => [reference, kobo]));
};

/** Whether the bank has taken back the money of the payment. */
export const isDisputeLost = async (db: Database, reference: string): Promise<boolean> => {
  const row = await db
    .selectFrom('dispute')
    .select('id')
    .where('reference', '=', reference)
    .where('status', '=', 'resolved')
    .where('resolution', 'in', LOST_RESOLUTIONS)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Stores the state of a dispute. A late event does not change a resolved dispute.
 * @param nextCheckAt when it is checked next at the provider
 * @returns false if it was resolved already
 */
export const upsertDispute = async (
  trx: Database,
  { id, reference, status, resolution, amount, dueAt }: DisputeState,
  nextCheckAt: Date,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    insert into dispute as d (id, reference, status, resolution, amount, due_at, ask_at)
    values (${id}, ${reference}, ${status}, ${resolution}, ${amount}, ${dueAt}, ${nextCheckAt})
    on conflict (id) do update set status = excluded.status, resolution = excluded.resolution, ask_at = excluded.ask_at,
      amount = coalesce(excluded.amount, d.amount), due_at = coalesce(excluded.due_at, d.due_at), updated_at = now()
    where d.status <> 'resolved'`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
};

/** Claims open disputes that are due. Each is postponed, so that no other node checks it too. */
export const claimDueDisputes = async (
  db: Database,
  now: Date,
  hours: number,
  limit: number,
): Promise<DisputeRow[]> => {
  const { rows } = await sql<DisputeRow>`
    update dispute set ask_at = ${now}::timestamptz + make_interval(hours => ${hours}::integer)
    where id in (
      select id from dispute where status <> 'resolved' and ask_at <= ${now}
      order by ask_at limit ${limit} for update skip locked)
    returning ${columnsOf('dispute')}`.execute(db);
  return rows;
};

/** The disputes of an order's payments. */
export const selectDisputes = async (
  db: Database,
  orderId: OrderId,
): Promise<Pick<DisputeRow, 'id' | 'reference' | 'status' | 'resolution' | 'amount'>[]> => {
  const { rows } = await sql<DisputeRow>`
    select dispute.id, dispute.reference, dispute.status, dispute.resolution, dispute.amount
    from dispute join payment using (reference) where payment.order_id = ${orderId} order by dispute.created_at`.execute(
    db,
  );
  return rows;
};
