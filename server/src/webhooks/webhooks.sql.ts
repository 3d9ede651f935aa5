import type { DELIVERY_STATUSES, WebhookType } from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import type { Relation } from '../platform/sql.ts';
import { TABLE_COLUMNS, type Tables } from '../platform/tables.gen.ts';
import type { AttemptOutcome } from './webhooks.rules.ts';

export type EndpointRow = Selectable<Tables['webhook_endpoint']>;
type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export type DeliveryRow = Pick<
  Selectable<Tables['webhook_delivery']>,
  'id' | 'event_id' | 'status' | 'next_attempt_at' | 'created_at'
> & {
  type: string;
  attempts: (Pick<Selectable<Tables['webhook_attempt']>, 'duration_ms' | 'status_code' | 'failure'> & {
    started_at: string;
  })[];
};

const ENDPOINT = TABLE_COLUMNS.webhook_endpoint;

/**
 * Locks an endpoint until the transaction ends. Its deliveries are locked later (docs/architecture.md, order of locks).
 * @returns whether it exists
 */
export const lockEndpoint = async (trx: Database, id: string): Promise<boolean> =>
  (await trx.selectFrom('webhook_endpoint').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()) !==
  undefined;

/** Makes the changes of a merchant's endpoints wait for each other until the transaction ends. */
export const lockEndpointsOf = async (trx: Database, merchantId: MerchantId): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('webhook_endpoint'), ${merchantId})`.execute(trx);
};

/** The endpoints of a merchant, or of all, oldest first. */
export const selectEndpoints = (db: Database, merchantId?: MerchantId): Promise<EndpointRow[]> => {
  const query = db.selectFrom('webhook_endpoint').select(ENDPOINT).orderBy('created_at').orderBy('id');
  return (merchantId === undefined ? query : query.where('merchant_id', '=', merchantId)).execute();
};

/** @param merchantId the owner, or undefined for an operator, who may read all */
export const selectEndpoint = (
  db: Database,
  id: string,
  merchantId: MerchantId | undefined,
): Promise<EndpointRow | undefined> => {
  const query = db.selectFrom('webhook_endpoint').select(ENDPOINT).where('id', '=', id);
  return (merchantId === undefined ? query : query.where('merchant_id', '=', merchantId)).executeTakeFirst();
};

export const insertEndpoint = (
  trx: Database,
  endpoint: { merchant_id: MerchantId; url: string; event_types: string[] },
): Promise<EndpointRow> =>
  trx.insertInto('webhook_endpoint').values(endpoint).returning(ENDPOINT).executeTakeFirstOrThrow();

/** Changes an endpoint of the merchant. One that is enabled again starts without a history of failures. */
export const updateEndpoint = (
  trx: Database,
  id: string,
  merchantId: MerchantId,
  { url, event_types, is_enabled }: { url?: string; event_types?: string[]; is_enabled?: boolean },
): Promise<EndpointRow | undefined> =>
  trx
    .updateTable('webhook_endpoint')
    .set({
      url: url ?? sql<string>`url`,
      ...(event_types && { event_types }),
      ...(is_enabled !== undefined && { is_enabled }),
      ...(is_enabled === true && { disabled_for: null, failing_since: null, free_at: new Date() }),
    })
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .returning(ENDPOINT)
    .executeTakeFirst();

export const deleteEndpoint = async (db: Database, id: string, merchantId: MerchantId): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_endpoint')
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const insertSecret = async (trx: Database, endpoint_id: string, ciphertext: string): Promise<void> => {
  await trx.insertInto('webhook_secret').values({ endpoint_id, ciphertext, ends_at: null }).execute();
};

/** Lets the current secret sign for some more hours. */
export const endCurrentSecret = async (trx: Database, endpointId: string, hours: number): Promise<void> => {
  await sql`
    update webhook_secret set ends_at = now() + make_interval(hours => ${hours})
    where endpoint_id = ${endpointId} and ends_at is null`.execute(trx);
};

/** The secrets that sign, the current one first. */
export const selectSecrets = async (db: Database, endpointId: string): Promise<string[]> => {
  const { rows } = await sql<{ ciphertext: string }>`
    select ciphertext from webhook_secret where endpoint_id = ${endpointId} and (ends_at is null or ends_at > now())
    order by ends_at desc nulls first`.execute(db);
  return rows.map(({ ciphertext }) => ciphertext);
};

/** Secrets whose ciphertext does not begin with the prefix of the current key. */
export const selectSecretsOfOldKeys = (
  db: Database,
  currentPrefix: string,
): Promise<Selectable<Tables['webhook_secret']>[]> =>
  db
    .selectFrom('webhook_secret')
    .select(TABLE_COLUMNS.webhook_secret)
    .where(sql<boolean>`not starts_with(ciphertext, ${currentPrefix})`)
    .execute();

/** Replaces a ciphertext, unless it was replaced already. */
export const updateCiphertext = async (db: Database, id: number, before: string, after: string): Promise<void> => {
  await db
    .updateTable('webhook_secret')
    .set({ ciphertext: after })
    .where('id', '=', id)
    .where('ciphertext', '=', before)
    .execute();
};

/** The merchants with an enabled endpoint that is subscribed to the type, for joins in other modules: column `merchant_id`. */
export const webhookSubscribers = (type: WebhookType): Relation => sql`(
  select merchant_id from webhook_endpoint where is_enabled and ${type} = any(event_types))`;

/**
 * Inserts an event with a delivery to each enabled endpoint of the merchant that is subscribed to it.
 * @returns whether there are any; otherwise nothing is inserted
 */
export const insertEvent = async (
  trx: Database,
  { merchantId, type, data }: { merchantId: MerchantId; type: WebhookType; data: object },
): Promise<boolean> => {
  const { rows } = await sql`
    with target as (
      select id from webhook_endpoint
      where merchant_id = ${merchantId} and is_enabled and ${type} = any(event_types)),
    event as (
      insert into webhook_event (merchant_id, type, data)
      select ${merchantId}, ${type}, ${JSON.stringify(data)}::jsonb where exists (select from target)
      returning id)
    insert into webhook_delivery (event_id, endpoint_id) select event.id, target.id from event, target
    returning id`.execute(trx);
  return rows.length > 0;
};

/** Inserts an event for one endpoint only. @returns the id of its delivery */
export const insertEventFor = async (
  trx: Database,
  { id, merchant_id }: EndpointRow,
  type: string,
  data: object,
): Promise<string> => {
  const event = await trx
    .insertInto('webhook_event')
    .values({ merchant_id, type, data: JSON.stringify(data) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const delivery = await trx
    .insertInto('webhook_delivery')
    .values({ event_id: event.id, endpoint_id: id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return delivery.id;
};

/**
 * Reserves enabled endpoints that have due deliveries and are not reserved or paused, those that wait longest first. Each is reserved by one worker
 * only, also if several ask at once.
 * @param isFailing those whose last attempts have failed, or the others
 * @param maxPerMerchant endpoints of one merchant, together with those in `running`
 * @param running the merchants of the endpoints to which this worker is sending
 */
export const claimEndpoints = async (
  db: Database,
  {
    limit,
    isFailing,
    leaseSeconds,
    maxPerMerchant,
    running,
  }: {
    limit: number;
    isFailing: boolean;
    leaseSeconds: number;
    maxPerMerchant: number;
    running: readonly MerchantId[];
  },
): Promise<{ id: string; merchant_id: MerchantId }[]> => {
  const isDue = sql`is_enabled and free_at <= now() and (failing_since is not null) = ${isFailing}`;
  const { rows } = await sql<{ id: string; merchant_id: MerchantId }>`
    with due as (
      select id, free_at, (row_number() over (partition by merchant_id order by free_at))
        + (select count(*) from unnest(${[...running]}::integer[]) busy (id) where busy.id = e.merchant_id) as n
      from webhook_endpoint e
      where ${isDue} and exists (
        select from webhook_delivery d
        where d.endpoint_id = e.id and d.status = 'pending' and d.next_attempt_at <= now()))
    update webhook_endpoint set free_at = now() + make_interval(secs => ${leaseSeconds})
    where id in (
      select id from webhook_endpoint
      where ${isDue} and id in (select id from due where n <= ${maxPerMerchant})
      order by free_at limit ${limit} for update skip locked)
    returning id, merchant_id`.execute(db);
  return rows;
};

export type DueDelivery = {
  id: string;
  event_id: string;
  endpoint_id: string;
  merchant_id: MerchantId;
  url: string;
  failing_since: Date | null;
  attempts: number;
  tries: number;
  type: string;
  data: Record<string, unknown>;
  created_at: Date;
};

/** The delivery of an enabled endpoint that has been due for longest. */
export const selectDue = async (db: Database, endpointId: string): Promise<DueDelivery | undefined> => {
  const { rows } = await sql<DueDelivery>`
    select d.id, d.event_id, d.endpoint_id, d.attempts, d.tries, e.merchant_id, e.url, e.failing_since, v.type, v.data, v.created_at
    from webhook_delivery d join webhook_endpoint e on e.id = d.endpoint_id join webhook_event v on v.id = d.event_id
    where d.endpoint_id = ${endpointId} and d.status = 'pending' and d.next_attempt_at <= now() and e.is_enabled
    order by d.next_attempt_at, d.id limit 1`.execute(db);
  return rows[0];
};

/**
 * Logs an attempt and stores what follows for the delivery.
 * @returns false, without changes, if the delivery was given up or deleted meanwhile, or another worker has attempted it too
 */
export const insertAttempt = async (
  trx: Database,
  { id, attempts }: Pick<DueDelivery, 'id' | 'attempts'>,
  { startedAt, durationMs }: { startedAt: Date; durationMs: number },
  { statusCode, failure, status, retrySeconds }: AttemptOutcome,
): Promise<boolean> => {
  const { rows } = await sql`
    with changed as (
      update webhook_delivery set attempts = attempts + 1, tries = tries + 1, status = ${status},
        next_attempt_at = now() + make_interval(secs => ${retrySeconds}::integer)
      where id = ${id} and attempts = ${attempts} and status = 'pending'
      returning id, attempts)
    insert into webhook_attempt (delivery_id, n, started_at, duration_ms, status_code, failure)
    select id, attempts, ${startedAt}, ${durationMs}, ${statusCode}, ${failure} from changed returning n`.execute(trx);
  return rows.length > 0;
};

/** Stores whether the endpoint works, and until when it is reserved or paused. */
export const updateEndpointState = async (
  db: Database,
  id: string,
  { hasFailed, availableInSeconds }: { hasFailed?: boolean; availableInSeconds: number },
): Promise<void> => {
  const failing = sql<Date | null>`case when ${hasFailed ?? false} then coalesce(failing_since, now()) end`;
  await db
    .updateTable('webhook_endpoint')
    .set({
      free_at: sql<Date>`now() + make_interval(secs => ${availableInSeconds})`,
      ...(hasFailed !== undefined && { failing_since: failing }),
    })
    .where('id', '=', id)
    .execute();
};

export const disableEndpoint = async (
  trx: Database,
  id: string,
  reason: NonNullable<EndpointRow['disabled_for']>,
): Promise<void> => {
  await trx
    .updateTable('webhook_endpoint')
    .set({ is_enabled: false, disabled_for: reason })
    .where('id', '=', id)
    .execute();
};

/** Gives up what is on its way to an endpoint. */
export const failPending = async (trx: Database, endpointId: string): Promise<void> => {
  await trx
    .updateTable('webhook_delivery')
    .set({ status: 'failed', next_attempt_at: null })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .execute();
};

const delivery = sql`
  select d.id, d.event_id, d.status, d.next_attempt_at, d.created_at, v.type, coalesce((
    select json_agg(json_build_object(
      'started_at', started_at, 'duration_ms', duration_ms, 'status_code', status_code, 'failure', failure) order by n)
    from webhook_attempt where delivery_id = d.id), '[]') as attempts
  from webhook_delivery d join webhook_event v on v.id = d.event_id`;

/** @param cursor the last delivery of the page before */
export const selectDeliveries = async (
  db: Database,
  endpointId: string,
  { status, cursor, limit }: { status?: DeliveryStatus | undefined; cursor?: string | undefined; limit: number },
): Promise<DeliveryRow[]> => {
  const { rows } = await sql<DeliveryRow>`
    ${delivery} where d.endpoint_id = ${endpointId}
      ${status === undefined ? sql`` : sql`and d.status = ${status}`}
      ${
        cursor === undefined
          ? sql``
          : sql`and (d.created_at, d.id) < (select created_at, id from webhook_delivery where id = ${cursor} and endpoint_id = ${endpointId})`
      }
    order by d.created_at desc, d.id desc limit ${limit}`.execute(db);
  return rows;
};

export const selectDelivery = async (
  db: Database,
  endpointId: string,
  id: string,
): Promise<DeliveryRow | undefined> => {
  const { rows } = await sql<DeliveryRow>`${delivery} where d.endpoint_id = ${endpointId} and d.id = ${id}`.execute(db);
  return rows[0];
};

const DUE_NOW = { status: 'pending', tries: 0, next_attempt_at: sql<Date>`now()` } as const;

/** Makes a delivery due now, with all its retries. @returns false if the endpoint has none with this id */
export const updateDue = async (trx: Database, endpointId: string, id: string): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_delivery')
    .set(DUE_NOW)
    .where('endpoint_id', '=', endpointId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Makes the failed deliveries of events since a time due now. @returns how many */
export const updateFailedDue = async (trx: Database, endpointId: string, since: Date): Promise<number> => {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_delivery')
    .set(DUE_NOW)
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'failed')
    .where('created_at', '>=', since)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Deletes old events with their deliveries. @returns how many, at most the limit */
export const deleteEventsBefore = async (db: Database, days: number, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from webhook_event where id in (
      select id from webhook_event where created_at < now() - make_interval(days => ${days})
      order by created_at limit ${limit})`.execute(db);
  return Number(numAffectedRows);
};

export const deleteEndedSecrets = async (db: Database): Promise<void> => {
  await sql`delete from webhook_secret where ends_at < now()`.execute(db);
};

/** Endpoints by whether they work. */
export const countEndpoints = async (db: Database): Promise<{ status: string; count: number }[]> => {
  const { rows } = await sql<{ status: string; count: number }>`
    select case
      when disabled_for is not null then 'disabled by the shop'
      when not is_enabled then 'disabled'
      when failing_since < now() - interval '1 hour' then 'failing'
      else 'working' end as status, count(*) as count
    from webhook_endpoint group by 1`.execute(db);
  return rows;
};
