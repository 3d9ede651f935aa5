import { MAX_COUNTED } from '@sokuwa/contract/counts.rules.ts';
import type { RefundTarget } from '@sokuwa/contract/orders/orders.rules.ts';
import {
  MAX_RETURNS_PER_DAY,
  MAX_WITHDRAWN_RETURNS,
  type ReturnActor,
  type ReturnReason,
  type ReturnStatus,
  type ReturnWaitingReason,
} from '@sokuwa/contract/returns/returns.rules.ts';
import { type Selectable, sql } from 'kysely';
import { merchantNames } from '../catalog/index.ts';
import { madeRefunds } from '../orders/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, MerchantId, OrderId } from '../platform/ids.ts';
import { type CountWork, countWork } from '../platform/operator-work.ts';
import { type Relation, toJsonRows } from '../platform/sql.ts';
import { TABLE_COLUMNS, type Tables } from '../platform/tables.gen.ts';
import type { ClaimedPieces } from './returns.rules.ts';

export type ReturnRow = Selectable<Tables['return_request']>;
export type ReturnPieces = { parcel_id: number; position: number; quantity: number };
type StepRow = Pick<Selectable<Tables['return_step']>, 'note'> & {
  status: ReturnStatus;
  taken_by: ReturnActor;
  at: string;
};
/** A return with everything that its readers see. */
export type FullReturn = ReturnRow & {
  merchant_name: string | null;
  lines: ReturnPieces[];
  pictures: number;
  steps: StepRow[];
};

/**
 * Lines with a return that may still be refunded, for which a merchant is not paid yet: columns `order_id` and `position`. A declined return is
 * open while the buyer can appeal.
 */
export const openReturns: Relation = sql`(
  select r.order_id, l.position from return_request r join return_line l on l.return_id = r.id
  where r.status not in ('withdrawn', 'declined', 'refunded') or (r.status = 'declined' and r.appeal_by > now()))`;

/** Pieces of an order that cannot be returned again: those of all returns that were not withdrawn. */
export const selectClaimed = async (db: Database, orderId: OrderId): Promise<ClaimedPieces[]> => {
  const { rows } = await sql<ClaimedPieces>`
    select l.parcel_id, l.position, l.quantity,
      r.reason = 'not_received' and r.status = 'declined' and coalesce(r.appeal_by <= now(), true) as "isOver"
    from return_request r join return_line l on l.return_id = r.id
    where r.order_id = ${orderId} and r.status <> 'withdrawn'`.execute(db);
  return rows;
};

/** The names of merchants, also of suspended ones, by id. */
export const selectMerchantNames = async (
  db: Database,
  merchantIds: readonly MerchantId[],
): Promise<Map<MerchantId | null, string>> => {
  const { rows } = await sql<{ id: MerchantId; name: string }>`
    select id, name from ${merchantNames} m where id = any(${[...merchantIds]}::integer[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Whose returns are read: those of a buyer, of a merchant, or all. */
export type Viewer = { accountId: AccountId } | { merchantId: MerchantId } | 'operator';
const isVisible = (viewer: Viewer) => {
  if (viewer === 'operator') return sql`true`;
  return 'accountId' in viewer ? sql`r.account_id = ${viewer.accountId}` : sql`r.merchant_id = ${viewer.merchantId}`;
};

const fullReturns = sql`
  select ${sql.join(TABLE_COLUMNS.return_request.map((column) => sql.ref(`r.${column}`)))}, m.name as merchant_name,
    (select json_agg(json_build_object('parcel_id', parcel_id, 'position', position, 'quantity', quantity) order by position, parcel_id)
      from return_line where return_id = r.id) as lines,
    (select count(*)::integer from return_picture where return_id = r.id) as pictures,
    (select json_agg(json_build_object('status', status, 'taken_by', taken_by, 'note', note, 'at', at) order by n)
      from return_step where return_id = r.id) as steps
  from return_request r left join ${merchantNames} m on m.id = r.merchant_id`;

/** @returns undefined if there is none that the viewer may see */
export const selectReturn = async (db: Database, viewer: Viewer, id: string): Promise<FullReturn | undefined> => {
  const { rows } = await sql<FullReturn>`${fullReturns} where r.id = ${id} and ${isVisible(viewer)}`.execute(db);
  return rows[0];
};

/** The returns of an order, newest first. */
export const selectReturnsOf = async (db: Database, orderId: OrderId): Promise<FullReturn[]> => {
  const { rows } = await sql<FullReturn>`
    ${fullReturns} where r.order_id = ${orderId} order by r.created_at desc, r.id desc`.execute(db);
  return rows;
};

/** Why an appealed return waits: the last step says who asked the operator. */
const waitingFor = sql`(
  select case when taken_by = 'shop' then 'overdue' else 'appealed' end
  from return_step where return_id = r.id order by n desc limit 1)`;

/** Returns that wait for an operator. */
const countWaiting = (reason: ReturnWaitingReason): CountWork =>
  countWork(sql`
    select r.updated_at as since, null::timestamptz as due, r.merchant_id, null::bigint as amount
    from return_request r where r.status = 'appealed' and ${waitingFor} = ${sql.lit(reason)} order by r.updated_at`);
export const returnWork = { returns_appealed: countWaiting('appealed'), returns_overdue: countWaiting('overdue') };

/** Since when a return waits for an operator: it stays the same when the return goes on. @param id its id */
const appealedAt = (id: string) =>
  sql`(select max(at) from return_step where return_id = ${sql.ref(id)} and status = 'appealed')`;

/** Returns that wait for an operator by how long they wait, others newest first. @param after the id of the last return of the page before */
export const selectReturns = async (
  db: Database,
  viewer: Viewer,
  {
    status,
    waiting,
    after,
    limit,
  }: {
    status?: ReturnStatus | undefined;
    waiting?: ReturnWaitingReason | undefined;
    after?: string | undefined;
    limit: number;
  },
): Promise<FullReturn[]> => {
  const [isBeyond, direction] = waiting === undefined ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const timeOf = (row: string) => (waiting === undefined ? sql.ref(`${row}.created_at`) : appealedAt(`${row}.id`));
  const { rows } = await sql<FullReturn>`
    ${fullReturns}
    where ${isVisible(viewer)} and ${status === undefined ? sql`true` : sql`r.status = ${status}`}
      and ${waiting === undefined ? sql`true` : sql`r.status = 'appealed' and ${waitingFor} = ${waiting}`}
      and ${after === undefined ? sql`true` : sql`(${timeOf('r')}, r.id) ${isBeyond} (select ${timeOf('a')}, a.id from return_request a where a.id = ${after})`}
    order by ${timeOf('r')} ${direction}, r.id ${direction} limit ${limit}`.execute(db);
  return rows;
};

/** When each merchant got its newest return, of those that have one. */
export const selectNewestReturns = async (
  db: Database,
  merchantIds: readonly MerchantId[],
): Promise<{ id: MerchantId; last: Date }[]> => {
  const { rows } = await sql<{ id: MerchantId; last: Date }>`
    select asked.id, newest.created_at as last from unnest(${[...merchantIds]}::integer[]) asked (id) cross join lateral (
      select created_at from return_request where merchant_id = asked.id order by created_at desc limit 1) newest`.execute(
    db,
  );
  return rows;
};

/** The merchant's returns that wait for its decision, counted up to MAX_COUNTED + 1, and until when the first one should be decided. */
export const selectUndecided = async (
  db: Database,
  merchantId: MerchantId,
): Promise<{ count: number; decideBy: Date | null }> => {
  const { rows } = await sql<{ count: number; decideBy: Date | null }>`
    select count(*)::integer as count, min(decide_by) as "decideBy" from (
      select decide_by from return_request where merchant_id = ${merchantId} and status = 'requested'
      order by created_at limit ${sql.lit(MAX_COUNTED + 1)}) undecided`.execute(db);
  return rows[0] ?? { count: 0, decideBy: null };
};

/** The orders of which buyers return something to a merchant, since a time. Returns that were declined or withdrawn do not count. */
export const selectReturnedOrders = async (db: Database, merchantId: MerchantId, since: Date): Promise<OrderId[]> => {
  const { rows } = await sql<{ order_id: OrderId }>`
    select distinct order_id from return_request
    where merchant_id = ${merchantId} and created_at >= ${since} and status not in ('declined', 'withdrawn')`.execute(
    db,
  );
  return rows.map(({ order_id }) => order_id);
};

/** @returns the order of a return */
export const selectOrderOf = async (db: Database, viewer: Viewer, id: string): Promise<OrderId | undefined> => {
  const { rows } = await sql<{ order_id: OrderId }>`
    select r.order_id from return_request r where r.id = ${id} and ${isVisible(viewer)}`.execute(db);
  return rows[0]?.order_id;
};

/** The same return, requested by the account a short time ago: the response to that request was lost. */
export const selectRepeated = async (
  trx: Database,
  {
    orderId,
    reason,
    note,
    refundTo,
    pictures,
  }: {
    orderId: OrderId;
    reason: ReturnReason;
    note: string;
    refundTo: RefundTarget;
    pictures: readonly string[];
  },
  pieces: readonly { position: number; quantity: number }[],
): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select r.id from return_request r join return_step s on s.return_id = r.id and s.n = 1
    where r.order_id = ${orderId} and r.reason = ${reason} and s.note = ${note} and r.refund_to = ${refundTo}
      and r.status = 'requested'
      and r.created_at > now() - interval '10 minutes'
      and array(select id from return_picture where return_id = r.id order by n) = ${[...pictures]}::text[]
      and (select jsonb_agg(jsonb_build_array(position, quantity) order by position) from (
        select position, sum(quantity)::integer as quantity from return_line where return_id = r.id group by position) l)
        = (select jsonb_agg(jsonb_build_array(position, quantity) order by position)
          from jsonb_to_recordset(${toJsonRows(pieces)}) as piece (position smallint, quantity integer))
    limit 1`.execute(trx);
  return rows[0]?.id;
};

/** Whether the buyer has requested too many returns of the order, or withdrawn too many of these lines (RETURN-22). Lock the order first. */
export const hasTooManyReturns = async (
  trx: Database,
  orderId: OrderId,
  positions: readonly number[],
): Promise<boolean> => {
  const { rows } = await sql<{ too_many: boolean }>`
    select count(*) filter (where created_at > now() - interval '1 day') >= ${MAX_RETURNS_PER_DAY} or exists (
      select from return_line l join return_request w on w.id = l.return_id
      where w.order_id = ${orderId} and w.status = 'withdrawn' and l.position = any(${[...positions]}::integer[])
      group by l.position having count(distinct w.id) >= ${MAX_WITHDRAWN_RETURNS}) as too_many
    from return_request where order_id = ${orderId}`.execute(trx);
  return rows[0]?.too_many ?? false;
};

type NewReturnRow = {
  order_id: OrderId;
  account_id: AccountId;
  merchant_id: MerchantId | null;
  reason: ReturnReason;
  refund_to: RefundTarget;
  decide_by: Date | null;
};

/** Inserts a return with its pieces and its first step. Lock the order first. @returns its id */
export const insertReturn = async (
  trx: Database,
  row: NewReturnRow,
  pieces: readonly ReturnPieces[],
  note: string,
): Promise<string> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer + 1 as n from return_request where order_id = ${row.order_id}`.execute(trx);
  const id = `${row.order_id}-R${rows[0]?.n ?? 1}`;
  await trx
    .insertInto('return_request')
    .values({ id, ...row })
    .execute();
  await trx
    .insertInto('return_line')
    .values(pieces.map((piece) => ({ return_id: id, ...piece })))
    .execute();
  await insertStep(trx, id, { status: 'requested', by: 'buyer', note });
  return id;
};

/** Adds a step to the history of a return, at the present time. Lock its order first, so that the numbers follow. */
export const insertStep = async (
  trx: Database,
  id: string,
  { status, by, note }: { status: ReturnStatus; by: ReturnActor; note: string },
): Promise<void> => {
  await sql`
    insert into return_step (return_id, n, status, taken_by, note, at)
    select ${id}, count(*) + 1, ${status}, ${by}, ${note}, clock_timestamp() from return_step where return_id = ${id}`.execute(
    trx,
  );
};

/** Locks a return until the transaction ends. Lock its order first. */
export const lockReturn = (trx: Database, id: string): Promise<ReturnRow | undefined> =>
  trx
    .selectFrom('return_request')
    .select(TABLE_COLUMNS.return_request)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Whether a return was ever accepted. */
export const wasAccepted = async (trx: Database, id: string): Promise<boolean> => {
  const accepted = trx
    .selectFrom('return_step')
    .select('n')
    .where('return_id', '=', id)
    .where('status', '=', 'accepted');
  return (await accepted.limit(1).executeTakeFirst()) !== undefined;
};

/** The pieces of a return, by parcel and line. */
export const selectPieces = (trx: Database, id: string): Promise<ReturnPieces[]> =>
  trx.selectFrom('return_line').select(['parcel_id', 'position', 'quantity']).where('return_id', '=', id).execute();

/** Stores what a step changes of a return. Lock it first. Amounts in kobo; null before the receipt. */
export const updateReturn = async (
  trx: Database,
  id: string,
  change: Pick<ReturnRow, 'status' | 'decide_by' | 'appeal_by'> &
    Partial<
      Pick<
        ReturnRow,
        'is_appealed' | 'is_decided_by_operator' | 'to_payment_kobo' | 'to_wallet_kobo' | 'refund_references'
      >
    >,
): Promise<void> => {
  await trx
    .updateTable('return_request')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
};

export type DueReturn = { id: string; order_id: OrderId };
/** Returns about which nobody has decided in time, or whose receipt nobody has confirmed. */
export const selectDue = (db: Database, now: Date, limit: number): Promise<DueReturn[]> =>
  db
    .selectFrom('return_request')
    .select(['id', 'order_id'])
    .where('decide_by', '<=', now)
    .orderBy('decide_by')
    .limit(limit)
    .execute();

/** Received returns whose buyers have the whole refund. */
export const selectRefunded = async (db: Database, limit: number): Promise<DueReturn[]> => {
  const { rows } = await sql<DueReturn>`
    select r.id, r.order_id from return_request r
    where r.status = 'received' and not exists (
      select from unnest(r.refund_references) as own (reference)
      where not exists (select from ${madeRefunds} made where made.reference = own.reference))
    order by r.id limit ${limit}`.execute(db);
  return rows;
};

/** Maximum uploaded pictures of an account that no return uses yet; older ones are deleted. */
const MAX_UNUSED_PICTURES = 6;

/**
 * Inserts an uploaded picture, and deletes the account's oldest ones that no return uses beyond MAX_UNUSED_PICTURES.
 * @param bytes WebP
 */
export const insertPicture = async (
  db: Database,
  { id, account_id, bytes }: { id: string; account_id: AccountId; bytes: Buffer },
): Promise<void> => {
  await db.insertInto('return_picture').values({ id, account_id, bytes }).execute();
  await sql`
    delete from return_picture where id in (
      select id from return_picture where account_id = ${account_id} and return_id is null
      order by created_at desc, id offset ${MAX_UNUSED_PICTURES})`.execute(db);
};

/** Locks uploaded pictures. @returns false if one of them does not exist, is used, or is named twice */
export const lockPictures = async (trx: Database, accountId: AccountId, ids: readonly string[]): Promise<boolean> => {
  const { rows } = await sql<{ id: string }>`
    select id from return_picture where id = any(${[...ids]}::text[]) and account_id = ${accountId} and return_id is null
    order by id for update`.execute(trx);
  return rows.length === ids.length;
};

/** Adds uploaded pictures to a return. Lock them first. */
export const attachPictures = async (trx: Database, returnId: string, ids: readonly string[]): Promise<void> => {
  await sql`
    update return_picture set return_id = ${returnId}, n = chosen.n
    from unnest(${[...ids]}::text[]) with ordinality as chosen (id, n) where return_picture.id = chosen.id`.execute(
    trx,
  );
};

/** Deletes the pictures of a return. */
export const deletePictures = async (trx: Database, returnId: string): Promise<void> => {
  await trx.deleteFrom('return_picture').where('return_id', '=', returnId).execute();
};

/** The bytes of the n-th picture of a return. */
export const selectPicture = async (
  db: Database,
  viewer: Viewer,
  id: string,
  n: number,
): Promise<Buffer | undefined> => {
  const { rows } = await sql<{ bytes: Buffer }>`
    select p.bytes from return_request r join return_picture p on p.return_id = r.id
    where r.id = ${id} and p.n = ${n} and ${isVisible(viewer)}`.execute(db);
  return rows[0]?.bytes;
};

/** Deletes pictures that no return uses after a day, and those of returns that have ended. */
export const deleteOldPictures = async (db: Database, endedBefore: Date): Promise<void> => {
  await sql`delete from return_picture where return_id is null and created_at < now() - interval '1 day'`.execute(db);
  await sql`
    delete from return_picture p using return_request r
    where r.id = p.return_id and r.status in ('refunded', 'declined') and r.updated_at < ${endedBefore}`.execute(db);
};

/** All returns of an account, oldest first. */
export const selectAllReturns = async (db: Database, accountId: AccountId): Promise<FullReturn[]> => {
  const { rows } = await sql<FullReturn>`
    ${fullReturns} where r.account_id = ${accountId} order by r.created_at, r.id`.execute(db);
  return rows;
};

/** Deletes the sentences of an account's returns: its own, and those to it, which may name the buyer. */
export const clearNotes = async (trx: Database, accountId: AccountId): Promise<void> => {
  await sql`
    update return_step s set note = '' from return_request r
    where r.id = s.return_id and r.account_id = ${accountId} and s.note <> ''`.execute(trx);
};

/** How many returns are in each state. */
export const countReturns = (db: Database): Promise<{ status: string; count: number }[]> =>
  db
    .selectFrom('return_request')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
