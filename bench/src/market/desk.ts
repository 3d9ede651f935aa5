import type pg from 'pg';
import { createApiToken } from '../../../server/src/platform/api-tokens.ts';
import type { Database } from '../../../server/src/platform/database.ts';
import { openDeskSession } from '../../../server/src/platform/desk-sessions.ts';
import type { AccountId, MerchantId } from '../../../server/src/platform/ids.ts';
import { fillMarket } from './fill.ts';
import { fillOrders, LARGE_MERCHANT } from './orders.ts';

/** The merchant of the desk. */
export const STORE_ID = LARGE_MERCHANT as MerchantId;

/** The lists of merchants' own products, which triggers write in a shop. */
const INDEX_PRODUCTS = [
  `insert into product_index (id, merchant_id, state, stock, title_key, price_kobo, changed_at)
   select id, merchant_id, 'live', stock, left(fold_text(title), 64), price_kobo, listed_at from product`,
  'insert into product_words (id, words) select id, words_of_merchant(merchant_id, search_names) from product',
  // Two percent are drafts, two percent are paused.
  `select hide_products(array(select id from product where id % 50 = 7), 'draft'), hide_products(array(select id from product where id % 50 = 8), 'paused')`,
];

/** What reads the desk of a filled shop. */
export type DeskAccess = {
  /** API tokens. */
  merchant: string;
  operator: string;
  /** The cookie of somebody who is an owner of the store, and an operator. */
  sessionKey: string;
};

/** Fills a migrated database with so many products, and as many orders of the merchant that has nearly all of both. */
export const fillDesk = async (pool: pg.Pool, db: Database, total: number): Promise<DeskAccess> => {
  await fillMarket(pool, total, STORE_ID);
  const { large } = await fillOrders(pool, db, total);
  for (const statement of INDEX_PRODUCTS) await pool.query(statement);
  const { rows } = await pool.query<{ id: AccountId }>(
    `with owner as (
       insert into account (email, first_name, last_name, verified_at) values ('owner@bench.example', 'Ada', 'Obi', now()) returning id
     )
     insert into membership (account_id, merchant_id, role) select id, store, 'owner' from owner, (values ($1::integer), (null)) stores (store)
     returning account_id as id`,
    [STORE_ID],
  );
  const accountId = rows[0]?.id as AccountId;
  await pool.query('vacuum (analyze, freeze)');
  return {
    merchant: large,
    operator: await createApiToken(db, { merchantId: null, name: 'bench', scope: 'read' }),
    sessionKey: await openDeskSession(db, accountId, { verified: true, userAgent: 'Chromium' }),
  };
};
