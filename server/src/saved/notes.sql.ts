import type { Kobo } from '@sokuwa/contract/money.ts';
import { type Selectable, sql } from 'kysely';
import { productSummaries } from '../catalog/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, ProductId } from '../platform/ids.ts';
import type { Tables } from '../platform/tables.gen.ts';

export type NotesRow = Selectable<Tables['saved_notes']>;

export const selectNotes = (db: Database, account: AccountId): Promise<NotesRow | undefined> =>
  db.selectFrom('saved_notes').selectAll().where('account_id', '=', account).executeTakeFirst();

/** Changes the account's settings; an existing token stays. The account must be locked. */
export const upsertNotes = async (
  trx: Database,
  account: AccountId,
  token: string,
  change: { enabled?: boolean; sent_at?: Date },
): Promise<void> => {
  await trx
    .insertInto('saved_notes')
    .values({ account_id: account, unsubscribe_token: token, ...change })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ account_id: account, ...change }))
    .execute();
};

/** @returns whether the token exists */
export const disableNotesByToken = async (db: Database, token: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('saved_notes')
    .set({ enabled: false })
    .where('unsubscribe_token', '=', token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** A product that sold out, came back or became cheaper. */
export type Changed = { product_id: ProductId; sold_out: boolean };

/**
 * Deletes the next change and returns it, so that no other node processes it.
 * @param soldBefore a product that sold out later waits; one that came back or became cheaper does not
 */
export const claimChange = async (trx: Database, soldBefore: Date): Promise<Changed | undefined> => {
  const { rows } = await sql<Changed>`
    delete from saved_change where n = (
      select n from saved_change where not sold_out or at < ${soldBefore} order by n limit 1 for update skip locked)
    returning product_id, sold_out`.execute(trx);
  return rows[0];
};

/**
 * Records for everyone who saved the product that it is sold out, or that there is news of it. Needs a transaction of its
 * own: two transactions that process several products in different orders would deadlock.
 */
export const updateChangedItems = async (trx: Database, { product_id, sold_out }: Changed): Promise<void> => {
  // Everyone who writes a product's rows locks them in one order.
  await sql`select from saved_item where product_id = ${product_id} order by account_id for no key update`.execute(trx);
  await sql`
    update saved_item s set
      known_in_stock = s.known_in_stock and (p.stock > 0 or not ${sold_out}::boolean),
      changed_at = case
        when p.stock > 0 and (not s.known_in_stock or p.sale_kobo < s.known_kobo) then coalesce(s.changed_at, now())
      end
    from ${productSummaries} p where p.id = s.product_id and p.id = ${product_id}`.execute(trx);
};

/** Accounts with news that were not mailed since `mailedAt`, the longest waiting first. */
export const selectAccountsToNotify = async (db: Database, mailedAt: Date, limit: number): Promise<AccountId[]> => {
  const { rows } = await sql<{ account_id: AccountId }>`
    select account_id from saved_item s where changed_at is not null
      and not exists (select from saved_notes n where n.account_id = s.account_id and n.sent_at > ${mailedAt})
    group by account_id order by min(changed_at) limit ${limit}`.execute(db);
  return rows.map(({ account_id }) => account_id);
};

export type News = { product_id: ProductId; title: string; known_kobo: Kobo; known_in_stock: boolean; sale_kobo: Kobo };

/** Saved products that are back in stock or cheaper, as they are now. The account must be locked. */
export const selectNews = async (trx: Database, account: AccountId): Promise<News[]> => {
  const { rows } = await sql<News>`
    select s.product_id, p.title, s.known_kobo, s.known_in_stock, p.sale_kobo
    from saved_item s join ${productSummaries} p on p.id = s.product_id
    where s.account_id = ${account} and s.changed_at is not null
      and p.stock > 0 and (not s.known_in_stock or p.sale_kobo < s.known_kobo)
    order by s.changed_at, s.product_id`.execute(trx);
  return rows;
};

/** Records that the account knows this news, and that no other is waiting. The account must be locked. */
export const updateNotified = async (trx: Database, account: AccountId, news: readonly News[]): Promise<void> => {
  const ids = news.map(({ product_id }) => product_id);
  const prices = news.map(({ sale_kobo }) => sale_kobo);
  await sql`
    update saved_item s set known_kobo = least(s.known_kobo, news.kobo), known_in_stock = true
    from unnest(${ids}::integer[], ${prices}::bigint[]) news (product_id, kobo)
    where s.account_id = ${account} and s.product_id = news.product_id`.execute(trx);
  await sql`update saved_item set changed_at = null where account_id = ${account} and changed_at is not null`.execute(
    trx,
  );
};
