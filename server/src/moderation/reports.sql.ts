import { MAX_COUNTED } from '@sokuwa/contract/counts.rules.ts';
import type { ReportReason } from '@sokuwa/contract/moderation/moderation.rules.ts';
import { sql } from 'kysely';
import { askedReviews, productMerchants, productSummaries } from '../catalog/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { countWork } from '../platform/operator-work.ts';
import { countUpTo } from '../platform/sql.ts';

type Report = { productId: ProductId; accountId: AccountId; reason: ReportReason; text: string };

/** Whether an operator has dismissed this report of the account since a time: about the product, with this reason and text. */
export const isReportDismissed = async (
  db: Database,
  { productId, accountId, reason, text }: Report,
  since: Date,
): Promise<boolean> => {
  const found = await db
    .selectFrom('product_report')
    .select('id')
    .where('product_id', '=', productId)
    .where('account_id', '=', accountId)
    .where('reason', '=', reason)
    .where('text', '=', text)
    .where('outcome', '=', 'dismissed')
    .where('closed_at', '>', since)
    .executeTakeFirst();
  return found !== undefined;
};

/** Stores the report of an account. It replaces the account's open report of the product. */
export const upsertReport = async (trx: Database, { productId, accountId, reason, text }: Report): Promise<void> => {
  await trx
    .insertInto('product_report')
    .values({ product_id: productId, account_id: accountId, reason, text })
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'account_id']).where('closed_at', 'is', null).doUpdateSet({ reason, text }),
    )
    .execute();
};

/**
 * Makes the open reports of a product reports of another one. Those of accounts that have an open report of that one too are closed.
 */
export const moveReports = async (trx: Database, from: ProductId, to: ProductId): Promise<void> => {
  await sql`
    update product_report r set product_id = ${to} where product_id = ${from} and closed_at is null and not exists (
      select from product_report o where o.product_id = ${to} and o.account_id = r.account_id and o.closed_at is null)`.execute(
    trx,
  );
  await closeReports(trx, from, 'dismissed');
};

/** Closes the open reports of a product. @returns how many */
export const closeReports = async (
  trx: Database,
  productId: ProductId,
  outcome: 'dismissed' | 'taken_down',
): Promise<number> => {
  const { numUpdatedRows } = await trx
    .updateTable('product_report')
    .set({ closed_at: sql`clock_timestamp()`, outcome })
    .where('product_id', '=', productId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

export type ReportRow = { id: number; reason: ReportReason; text: string; reported_at: Date };

/** The open reports of a product, the oldest first. */
export const selectOpenReports = (db: Database, productId: ProductId, limit: number): Promise<ReportRow[]> =>
  db
    .selectFrom('product_report')
    .select(['id', 'reason', 'text', 'reported_at'])
    .where('product_id', '=', productId)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();

/** How many reports of products are open, counted up to MAX_COUNTED + 1, the id of the last one, and their reasons. */
export const summarizeReports = async (
  db: Database,
  productIds: readonly ProductId[],
): Promise<Map<ProductId, { open: number; last: number; reasons: ReportReason[] }>> => {
  const ofProduct = sql`from product_report r where r.product_id = p.id and r.closed_at is null`;
  const { rows } = await sql<{ id: ProductId; open: number; last: number | null; reasons: ReportReason[] }>`
    select p.id, ${countUpTo(MAX_COUNTED + 1, ofProduct)} as open, (select max(r.id) ${ofProduct}) as last,
      array(select distinct r.reason from (select r.reason ${ofProduct} limit ${sql.lit(MAX_COUNTED)}) r order by r.reason) as reasons
    from unnest(${[...productIds]}::integer[]) p (id)`.execute(db);
  return new Map(rows.map(({ id, last, ...rest }) => [id, { ...rest, last: last ?? 0 }]));
};

export type Waiting = {
  product_id: ProductId;
  why: 'reported' | 'changed';
  since: Date;
  /** `since` in microseconds since 1970, for a cursor. */
  key: string;
};
/** Where a page of the list ends. */
export type WaitingEnd = { key: string; productId: number };

const isAfter = (end: WaitingEnd | undefined) =>
  end
    ? sql`(since, product_id) > (timestamptz 'epoch' + ${end.key}::bigint * interval '1 microsecond', ${end.productId}::integer)`
    : sql`true`;

/** Products with open reports: columns `product_id` and `since`, of the oldest open report. */
const reported = sql`(
  select product_id, reported_at as since from product_report r
  where closed_at is null and not exists (
    select from product_report o where o.product_id = r.product_id and o.closed_at is null and (o.reported_at, o.id) < (r.reported_at, r.id)
  )) reported`;

/** Products that wait for an operator, those first that wait longest (MODERATION-2). */
export const selectWaiting = async (db: Database, after: WaitingEnd | undefined, limit: number): Promise<Waiting[]> => {
  const part = sql`where ${isAfter(after)} order by since, product_id limit ${limit}`;
  const { rows } = await sql<Waiting>`
    select product_id, why, since, (extract(epoch from since) * 1000000)::bigint::text as key from (
      (select product_id, since, 'reported' as why from ${reported} ${part})
      union all
      (select product_id, since, 'changed' as why from ${askedReviews} reviews ${part})
    ) waiting order by since, product_id limit ${limit}`.execute(db);
  return rows;
};

/** For the overview. */
export const moderationWork = {
  products_to_moderate: countWork(sql`
    select since, null::timestamptz as due, merchant_id, null::bigint as amount from (
      select product_id, since from ${reported}
      union all select product_id, since from ${askedReviews} reviews
    ) waiting join ${productMerchants} of_merchant on of_merchant.id = product_id order by since, product_id`),
};

/** The reports of an account, newest first, with the titles of the products that are in the shop. */
export const selectReportsOf = async (
  db: Database,
  accountId: AccountId,
): Promise<
  { product_id: ProductId; title: string | null; reason: ReportReason; text: string; reported_at: Date }[]
> => {
  const { rows } = await sql<Awaited<ReturnType<typeof selectReportsOf>>[number]>`
    select r.product_id, p.title, r.reason, r.text, r.reported_at
    from product_report r left join ${productSummaries} p on p.id = r.product_id
    where r.account_id = ${accountId} order by r.id desc`.execute(db);
  return rows;
};
