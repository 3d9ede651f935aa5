import type { Kobo } from '@sokuwa/contract/money.ts';
import { type Selectable, sql } from 'kysely';
import { productSummaries } from '../catalog/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, ProductId } from '../platform/ids.ts';
import type { Tables } from '../platform/tables.gen.ts';

export type NotesRow = Selectable<Tables['saved_notes']>;

export const selectNotes = (db: Database, account: AccountId): Promise<NotesRow | undefined> =>
  db.selectFrom('saved_notes').selectAll().where('account_id', '=', account).executeTakeFirst();

/** Writes down a change; the token stays once there is one. The account must be locked. */
export const putNotes = async (
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

/** @returns whether there is such a token */
export const disableByToken = async (db: Database, token: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('saved_notes')
    .set({ enabled: false })
    .where('unsubscribe_token', '=', token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** A product that was sold out, or came back or got cheaper. */
export type Changed = { product_id: ProductId; sold_out: boolean };

/**
 * Takes the next change, so that no other node takes it.
 * @param soldBefore what sold out since then waits; what came back or got cheaper is taken at once
 */
export const takeChange = async (trx: Database, soldBefore: Date): Promise<Changed | undefined> => {
  const { rows } = await sql<Changed>`
    delete from saved_change where n = (
      select n from saved_change where not sold_out or at < ${soldBefore} order by n limit 1 for update skip locked)
    returning product_id, sold_out`.execute(trx);
  return rows[0];
};

/**
 * Writes down, for all who saved the product, that it is sold out, or that there is something to tell of it. In a
 * transaction of its own: of two that each hold what the other one needs, neither would end.
 */
export const markChanged = async (trx: Database, { product_id, sold_out }: Changed): Promise<void> => {
  // One order for all who write one product's rows.
  await sql`select from saved_item where product_id = ${product_id} order by account_id for no key update`.execute(trx);
  await sql`
    update saved_item s set
      known_in_stock = s.known_in_stock and (p.stock > 0 or not ${sold_out}::boolean),
      changed_at = case
        when p.stock > 0 and (not s.known_in_stock or p.sale_kobo < s.known_kobo) then coalesce(s.changed_at, now())
      end
    from ${productSummaries} p where p.id = s.product_id and p.id = ${product_id}`.execute(trx);
};

/** Accounts with something to be told, those that were told something since `told` left out. */
export const selectToTell = async (db: Database, told: Date, limit: number): Promise<AccountId[]> => {
  const { rows } = await sql<{ account_id: AccountId }>`
    select account_id from saved_item s where changed_at is not null
      and not exists (select from saved_notes n where n.account_id = s.account_id and n.sent_at > ${told})
    group by account_id order by min(changed_at) limit ${limit}`.execute(db);
  return rows.map(({ account_id }) => account_id);
};

export type News = { product_id: ProductId; title: string; known_kobo: Kobo; known_in_stock: boolean; sale_kobo: Kobo };

/** What is worth telling of what is saved, as it is now. The account must be locked. */
export const selectNews = async (trx: Database, account: AccountId): Promise<News[]> => {
  const { rows } = await sql<News>`
    select s.product_id, p.title, s.known_kobo, s.known_in_stock, p.sale_kobo
    from saved_item s join ${productSummaries} p on p.id = s.product_id
    where s.account_id = ${account} and s.changed_at is not null
      and p.stock > 0 and (not s.known_in_stock or p.sale_kobo < s.known_kobo)
    order by s.changed_at, s.product_id`.execute(trx);
  return rows;
};

/** Writes down that there is nothing left to tell; what was told is known. The account must be locked. */
export const settleNews = async (trx: Database, account: AccountId, told: readonly News[]): Promise<void> => {
  const ids = told.map(({ product_id }) => product_id);
  const prices = told.map(({ sale_kobo }) => sale_kobo);
  await sql`
    update saved_item s set known_kobo = least(s.known_kobo, told.kobo), known_in_stock = true
    from unnest(${ids}::integer[], ${prices}::bigint[]) told (product_id, kobo)
    where s.account_id = ${account} and s.product_id = told.product_id`.execute(trx);
  await sql`update saved_item set changed_at = null where account_id = ${account} and changed_at is not null`.execute(
    trx,
  );
};
