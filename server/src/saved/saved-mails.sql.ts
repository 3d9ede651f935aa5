import type { Kobo } from '@sokuwa/contract/money.ts';
import { type Selectable, sql } from 'kysely';
import { productSummaries } from '../catalog/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { TABLE_COLUMNS, type Tables } from '../platform/tables.gen.ts';

export type MailSettingsRow = Selectable<Tables['saved_notes']>;

export const selectMailSettings = (db: Database, accountId: AccountId): Promise<MailSettingsRow | undefined> =>
  db.selectFrom('saved_notes').select(TABLE_COLUMNS.saved_notes).where('account_id', '=', accountId).executeTakeFirst();

/** Changes the account's notification settings; an existing token stays the same. The account must be locked. */
export const upsertMailSettings = async (
  trx: Database,
  accountId: AccountId,
  token: string,
  change: { enabled?: boolean; sent_at?: Date },
): Promise<void> => {
  await trx
    .insertInto('saved_notes')
    .values({ account_id: accountId, unsubscribe_token: token, ...change })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ account_id: accountId, ...change }))
    .execute();
};

/** @returns whether the token exists */
export const disableMailsByToken = async (db: Database, token: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('saved_notes')
    .set({ enabled: false })
    .where('unsubscribe_token', '=', token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** A product that sold out, came back or became cheaper. */
export type ProductChange = { product_id: ProductId; sold_out: boolean };

/**
 * Deletes the next change and returns it, so that no other node processes it.
 * @param soldBefore skips products that sold out after this time; other changes are returned at once
 */
export const claimChange = async (trx: Database, soldBefore: Date): Promise<ProductChange | undefined> => {
  const { rows } = await sql<ProductChange>`
    delete from saved_change where n = (
      select n from saved_change where not sold_out or at < ${soldBefore} order by n limit 1 for update skip locked)
    returning product_id, sold_out`.execute(trx);
  return rows[0];
};

/**
 * Records a change in every saved item of the product: sold out, or news to send. Use one transaction per product: two
 * transactions that process several products in different orders can deadlock.
 */
export const updateChangedItems = async (trx: Database, { product_id, sold_out }: ProductChange): Promise<void> => {
  // Lock the rows in a fixed order to avoid deadlocks.
  await sql`select from saved_item where product_id = ${product_id} order by account_id for no key update`.execute(trx);
  await sql`
    update saved_item s set
      known_in_stock = s.known_in_stock and (p.stock > 0 or not ${sold_out}::boolean),
      changed_at = case
        when p.stock > 0 and (not s.known_in_stock or p.sale_kobo < s.known_kobo) then coalesce(s.changed_at, now())
      end
    from ${productSummaries} p where p.id = s.product_id and p.id = ${product_id}`.execute(trx);
};

/** Selects accounts with news that got no mail after `mailedAt`, oldest news first. */
export const selectAccountsToNotify = async (db: Database, mailedAt: Date, limit: number): Promise<AccountId[]> => {
  const { rows } = await sql<{ account_id: AccountId }>`
    select account_id from saved_item s where changed_at is not null
      and not exists (select from saved_notes n where n.account_id = s.account_id and n.sent_at > ${mailedAt})
    group by account_id order by min(changed_at) limit ${limit}`.execute(db);
  return rows.map(({ account_id }) => account_id);
};

export type SavedNews = {
  product_id: ProductId;
  title: string;
  known_kobo: Kobo;
  known_in_stock: boolean;
  sale_kobo: Kobo;
};

/** Selects the account's saved products that are currently back in stock or cheaper. The account must be locked. */
export const selectNews = async (trx: Database, accountId: AccountId): Promise<SavedNews[]> => {
  const { rows } = await sql<SavedNews>`
    select s.product_id, p.title, s.known_kobo, s.known_in_stock, p.sale_kobo
    from saved_item s join ${productSummaries} p on p.id = s.product_id
    where s.account_id = ${accountId} and s.changed_at is not null
      and p.stock > 0 and (not s.known_in_stock or p.sale_kobo < s.known_kobo)
    order by s.changed_at, s.product_id`.execute(trx);
  return rows;
};

/** Stores the notified prices and stock, and clears all pending news of the account. The account must be locked. */
export const markNotified = async (trx: Database, accountId: AccountId, news: readonly SavedNews[]): Promise<void> => {
  const ids = news.map(({ product_id }) => product_id);
  const prices = news.map(({ sale_kobo }) => sale_kobo);
  await sql`
    update saved_item s set known_kobo = least(s.known_kobo, news.kobo), known_in_stock = true
    from unnest(${ids}::integer[], ${prices}::bigint[]) news (product_id, kobo)
    where s.account_id = ${accountId} and s.product_id = news.product_id`.execute(trx);
  await sql`update saved_item set changed_at = null where account_id = ${accountId} and changed_at is not null`.execute(
    trx,
  );
};
