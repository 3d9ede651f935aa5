import type { Kobo } from '@sokuwa/contract/money.ts';
import { MAX_VIEWED } from '@sokuwa/contract/saved/saved.rules.ts';
import { sql } from 'kysely';
import { merchantNames, mergedProducts, productSummaries } from '../catalog/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, MerchantId, ProductId } from '../platform/ids.ts';

/** One page of ids, and the total count. */
export type IdPage<Id> = { count: number; ids: Id[] };

/** Saved products, without those of suspended merchants. */
const shownSaved = sql`(
  select s.account_id, s.product_id, s.saved_at from saved_item s join ${productSummaries} p on p.id = s.product_id) saved`;

/** The two lists of an account: table, id column and time column. */
const LISTS = {
  saved: { table: shownSaved, id: sql.ref('product_id'), at: sql.ref('saved_at') },
  followed: { table: sql.table('followed_seller'), id: sql.ref('merchant_id'), at: sql.ref('followed_at') },
} as const;
type ListName = keyof typeof LISTS;
type ListId = { saved: ProductId; followed: MerchantId };

/** Counts the list and checks whether it contains a product or merchant. The account must be locked. */
export const countItems = async (trx: Database, list: ListName, accountId: AccountId, itemId: number) => {
  const { table, id } = LISTS[list];
  const { rows } = await sql<{ count: number; has: boolean }>`
    select count(*)::integer as count, coalesce(bool_or(${id} = ${itemId}), false) as has
    from ${table} where account_id = ${accountId}`.execute(trx);
  return rows[0] ?? { count: 0, has: false };
};

/** Newest first. */
export const selectIdPage = async <List extends ListName>(
  db: Database,
  list: List,
  accountId: AccountId,
  limit: number,
  offset: number,
): Promise<IdPage<ListId[List]>> => {
  const { table, id, at } = LISTS[list];
  const { rows } = await sql<IdPage<ListId[List]>>`
    select (select count(*)::integer from ${table} where account_id = ${accountId}) as count,
      array(select ${id} from ${table} where account_id = ${accountId}
        order by ${at} desc, ${id} desc limit ${limit} offset ${offset}) as ids`.execute(db);
  return rows[0] ?? { count: 0, ids: [] };
};

export const insertSaved = async (trx: Database, accountId: AccountId, productId: ProductId): Promise<void> => {
  await sql`
    insert into saved_item (account_id, product_id, known_kobo, known_in_stock)
    select ${accountId}, id, sale_kobo, stock > 0 from ${productSummaries} p where id = ${productId}`.execute(trx);
};

export const deleteSaved = async (db: Database, accountId: AccountId, productId: ProductId): Promise<void> => {
  await db.deleteFrom('saved_item').where('account_id', '=', accountId).where('product_id', '=', productId).execute();
};

export const insertFollowed = async (trx: Database, accountId: AccountId, merchantId: MerchantId): Promise<void> => {
  await trx.insertInto('followed_seller').values({ account_id: accountId, merchant_id: merchantId }).execute();
};

export const deleteFollowed = async (trx: Database, accountId: AccountId, merchantId: MerchantId): Promise<void> => {
  await trx
    .deleteFrom('followed_seller')
    .where('account_id', '=', accountId)
    .where('merchant_id', '=', merchantId)
    .execute();
};

export const selectIds = async (
  db: Database,
  accountId: AccountId,
): Promise<{ product_ids: ProductId[]; merchant_ids: MerchantId[] }> => {
  const { rows } = await sql<{ product_ids: ProductId[]; merchant_ids: MerchantId[] }>`
    select
      array(select product_id from ${shownSaved} where account_id = ${accountId} order by product_id) as product_ids,
      array(select merchant_id from followed_seller where account_id = ${accountId} order by merchant_id) as merchant_ids`.execute(
    db,
  );
  return rows[0] ?? { product_ids: [], merchant_ids: [] };
};

/**
 * Stores viewed products with their latest time, and deletes all but the newest MAX_VIEWED. The account must be locked.
 * @returns the number of stored products
 */
export const upsertViewed = async (
  trx: Database,
  accountId: AccountId,
  views: readonly { product_id: ProductId; viewed_at: Date }[],
): Promise<number> => {
  const ids = views.map(({ product_id }) => product_id);
  const times = views.map(({ viewed_at }) => viewed_at.toISOString());
  await sql`
    insert into viewed_product as stored (account_id, product_id, viewed_at)
    select ${accountId}, p.id, seen.at
    from (
      select product_id, max(at) as at from unnest(${ids}::integer[], ${times}::timestamptz[]) view (product_id, at)
      group by product_id
    ) seen
    join ${productSummaries} p on p.id = seen.product_id
    on conflict (account_id, product_id) do update set viewed_at = greatest(stored.viewed_at, excluded.viewed_at)`.execute(
    trx,
  );
  await sql`
    delete from viewed_product where account_id = ${accountId} and product_id in (
      select product_id from viewed_product where account_id = ${accountId}
      order by viewed_at desc, product_id desc offset ${sql.lit(MAX_VIEWED)})`.execute(trx);
  return (await selectViewed(trx, accountId)).length;
};

/** The viewed products of an account that are in the shop, each once, with those that merged ones are merged into: columns `product_id`, `title` and `at`. */
const shownViewed = (accountId: AccountId) => sql`(
  select p.id as product_id, p.title, max(v.viewed_at) as at
  from viewed_product v left join ${mergedProducts} m on m.id = v.product_id
  join ${productSummaries} p on p.id = coalesce(m.into_id, v.product_id)
  where v.account_id = ${accountId} group by p.id, p.title) viewed`;

/** Newest first. */
export const selectViewed = async (db: Database, accountId: AccountId): Promise<ProductId[]> => {
  const { rows } = await sql<{ product_id: ProductId }>`
    select product_id from ${shownViewed(accountId)} order by at desc, product_id desc`.execute(db);
  return rows.map(({ product_id }) => product_id);
};

export const deleteViewed = async (db: Database, accountId: AccountId): Promise<void> => {
  await db.deleteFrom('viewed_product').where('account_id', '=', accountId).execute();
};

/** A saved or viewed product or a followed merchant, with its name and the time; newest first. */
type Dated<Id> = { id: Id; name: string; at: Date };

export const selectAllSaved = async (db: Database, accountId: AccountId): Promise<Dated<ProductId>[]> => {
  const { rows } = await sql<Dated<ProductId>>`
    select p.id, p.title as name, saved_at as at from saved_item join ${productSummaries} p on p.id = product_id
    where account_id = ${accountId} order by saved_at desc`.execute(db);
  return rows;
};

export const selectAllFollowed = async (db: Database, accountId: AccountId): Promise<Dated<MerchantId>[]> => {
  const { rows } = await sql<Dated<MerchantId>>`
    select m.id, m.name, followed_at as at from followed_seller join ${merchantNames} m on m.id = merchant_id
    where account_id = ${accountId} order by followed_at desc`.execute(db);
  return rows;
};

export const selectAllViewed = async (db: Database, accountId: AccountId): Promise<Dated<ProductId>[]> => {
  const { rows } = await sql<Dated<ProductId>>`
    select product_id as id, title as name, at from ${shownViewed(accountId)} order by at desc`.execute(db);
  return rows;
};

/** The accounts that have saved a product. */
export const selectAccountsWithSaved = async (db: Database, productId: ProductId): Promise<AccountId[]> =>
  (await db.selectFrom('saved_item').select('account_id').where('product_id', '=', productId).execute()).map(
    ({ account_id }) => account_id,
  );

/**
 * Replaces a product by another one in all lists of saved products; nobody has it twice afterwards. Accounts that saved it after the merge had read
 * who has it are not locked, but their lists are changed too.
 */
export const replaceInSaved = async (
  trx: Database,
  from: ProductId,
  to: { id: ProductId; sale_kobo: Kobo; hasStock: boolean },
): Promise<void> => {
  await sql`
    with old as (
      delete from saved_item where product_id = ${from} returning account_id, saved_at
    )
    insert into saved_item (account_id, product_id, saved_at, known_kobo, known_in_stock)
    select account_id, ${to.id}::integer, saved_at, ${to.sale_kobo}::bigint, ${to.hasStock}::boolean from old
    on conflict (account_id, product_id) do nothing`.execute(trx);
};
