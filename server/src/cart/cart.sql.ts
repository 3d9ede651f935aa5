import type { Kobo } from '@sokuwa/contract/money.ts';
import { type RawBuilder, sql } from 'kysely';
import { firstPictureKey, type ProductQuantity, productSummaries } from '../catalog/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, ProductId } from '../platform/ids.ts';
import type { Relation } from '../platform/sql.ts';

/** The product fields of a cart line. */
export type CartProductRow = {
  productId: ProductId;
  title: string;
  weight_grams: number;
  sale_kobo: Kobo;
  stock: number;
  picture_key: string | null;
};
export type CartLineRow = CartProductRow & {
  /** Number of the line, increasing in the order of adding; null in a guest's cart, which is not stored. */
  line: number | null;
  quantity: number;
};

/** The products that exist, in no particular order. */
export const selectCartProducts = async (db: Database, ids: readonly ProductId[]): Promise<CartProductRow[]> => {
  const { rows } = await sql<CartProductRow>`
    select p.id as "productId", p.title, p.weight_grams, p.sale_kobo, p.stock, ${firstPictureKey('p.id')} as picture_key
    from ${productSummaries} p where p.id = any(${[...ids]}::integer[])`.execute(db);
  return rows;
};

/**
 * Reservations of unpaid orders. Cart, checkout and wallet count them as available to the same account. The orders slice
 * imports those three slices, so it injects these relations.
 */
export type UnpaidOrders = {
  /** Columns `account_id`, `coupon_id` and `credit_kobo`. */
  orders: Relation;
  /** Columns `account_id`, `product_id` and `quantity`. */
  lines: Relation;
};

/**
 * Columns of cart lines. A deleted product has its stored title and no stock. Stock that the account's own unpaid order
 * reserves counts as available, because the next order replaces that one.
 */
const lineColumns = (unpaidOrders: UnpaidOrders): RawBuilder<unknown> => sql`
  c.line, c.product_id as "productId", c.quantity, coalesce(p.title, c.title) as title,
  coalesce(p.weight_grams, 0) as weight_grams, coalesce(p.sale_kobo, 0) as sale_kobo,
  coalesce(p.stock + coalesce((
    select sum(l.quantity) from ${unpaidOrders.lines} l
    where l.account_id = c.account_id and l.product_id = c.product_id
  ), 0)::integer, 0) as stock, ${firstPictureKey('p.id')} as picture_key`;

/** The cart's lines in the order of adding. */
export const selectCart = async (
  db: Database,
  accountId: AccountId,
  unpaidOrders: UnpaidOrders,
): Promise<CartLineRow[]> => {
  const { rows } = await sql<CartLineRow>`
    select ${lineColumns(unpaidOrders)}
    from cart_line c left join ${productSummaries} p on p.id = c.product_id
    where c.account_id = ${accountId} order by c.line`.execute(db);
  return rows;
};

/** A cart line, and the stock without what the account's own unpaid order reserves; null if the product is deleted. */
export type CartChangeRow = CartLineRow & { unreserved_stock: number | null };

/**
 * Selects in one statement what a change of one product needs: the cart's lines in the order of adding and, if the
 * product has no line, a last row for it, whose `line` is null and whose quantity is 0.
 */
export const selectCartForChange = async (
  trx: Database,
  accountId: AccountId,
  productId: ProductId,
  unpaidOrders: UnpaidOrders,
): Promise<CartChangeRow[]> => {
  const { rows } = await sql<CartChangeRow>`
    select ${lineColumns(unpaidOrders)}, p.stock as unreserved_stock
    from (
      select account_id, product_id, line, quantity, title from cart_line where account_id = ${accountId}
      union all
      select ${accountId}::integer, ${productId}::integer, null, 0, null
      where not exists (select from cart_line where account_id = ${accountId} and product_id = ${productId})
    ) c left join ${productSummaries} p on p.id = c.product_id order by c.line nulls last`.execute(trx);
  return rows;
};

/** The cart's content at current prices, in the order of adding. A deleted product has its stored title and price 0. */
export const selectCartItems = async (
  db: Database,
  accountId: AccountId,
): Promise<Pick<CartLineRow, 'productId' | 'title' | 'quantity' | 'sale_kobo'>[]> => {
  const { rows } = await sql<Pick<CartLineRow, 'productId' | 'title' | 'quantity' | 'sale_kobo'>>`
    select c.product_id as "productId", c.quantity, coalesce(p.title, c.title) as title, coalesce(p.sale_kobo, 0) as sale_kobo
    from cart_line c left join ${productSummaries} p on p.id = c.product_id
    where c.account_id = ${accountId} order by c.line`.execute(db);
  return rows;
};

/** The ids of the products in the cart, as a subquery. */
export const selectCartProductIds = (accountId: AccountId): RawBuilder<unknown> =>
  sql`select product_id from cart_line where account_id = ${accountId}`;

/** SQL condition: the account's cart is not empty. @param accountId the id, or a column that contains it */
export const hasCart = (accountId: AccountId | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from cart_line where cart_line.account_id = ${accountId})`;

/** The quantity of each product in the cart. */
export const selectQuantities = async (db: Database, accountId: AccountId): Promise<Map<ProductId, number>> => {
  const rows = await db
    .selectFrom('cart_line')
    .select(['product_id', 'quantity'])
    .where('account_id', '=', accountId)
    .execute();
  return new Map(rows.map(({ product_id, quantity }) => [product_id, quantity]));
};

/** Adds a line, or sets the quantity and the title of the product's line. The account must be locked. */
export const upsertLine = async (
  trx: Database,
  accountId: AccountId,
  {
    productId,
    line,
    quantity,
    title,
  }: Pick<CartProductRow, 'productId' | 'title'> & { line: number; quantity: number },
): Promise<void> => {
  await sql`
    insert into cart_line (account_id, product_id, line, quantity, title)
    values (${accountId}, ${productId}, ${line}, ${quantity}, ${title})
    on conflict (account_id, product_id) do update set quantity = excluded.quantity, title = excluded.title`.execute(
    trx,
  );
};

/** Sets line quantities; new lines are appended in the given order. The account must be locked. */
export const upsertLines = async (
  trx: Database,
  accountId: AccountId,
  lines: readonly { product: CartProductRow; quantity: number }[],
): Promise<void> => {
  const ids = lines.map(({ product }) => product.productId);
  const quantities = lines.map(({ quantity }) => quantity);
  const titles = lines.map(({ product }) => product.title);
  await sql`
    insert into cart_line (account_id, product_id, line, quantity, title)
    select ${accountId}, put.product_id,
      coalesce((select max(line) from cart_line where account_id = ${accountId}), 0) + put.n, put.quantity, put.title
    from unnest(${ids}::integer[], ${quantities}::integer[], ${titles}::text[])
      with ordinality put (product_id, quantity, title, n)
    on conflict (account_id, product_id) do update set quantity = excluded.quantity, title = excluded.title`.execute(
    trx,
  );
};

/** @returns whether the cart contained the product */
export const deleteLine = async (trx: Database, accountId: AccountId, productId: ProductId): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('cart_line')
    .where('account_id', '=', accountId)
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

export const deleteLines = async (trx: Database, accountId: AccountId): Promise<void> => {
  await trx.deleteFrom('cart_line').where('account_id', '=', accountId).execute();
};

/** Subtracts bought quantities; quantities added since the order stay. The account must be locked. */
export const subtractQuantities = async (
  trx: Database,
  accountId: AccountId,
  bought: readonly ProductQuantity[],
): Promise<void> => {
  const ids = bought.map(({ productId }) => productId);
  const quantities = bought.map(({ quantity }) => quantity);
  await sql`
    with bought as (select * from unnest(${ids}::integer[], ${quantities}::integer[]) bought (product_id, quantity)),
    emptied as (
      delete from cart_line using bought
      where account_id = ${accountId} and cart_line.product_id = bought.product_id
        and cart_line.quantity <= bought.quantity
    )
    update cart_line set quantity = cart_line.quantity - bought.quantity from bought
    where account_id = ${accountId} and cart_line.product_id = bought.product_id
      and cart_line.quantity > bought.quantity`.execute(trx);
};

/** The accounts that have a product in their cart. */
export const selectAccountsWithInCart = async (db: Database, productId: ProductId): Promise<AccountId[]> =>
  (await db.selectFrom('cart_line').select('account_id').where('product_id', '=', productId).execute()).map(
    ({ account_id }) => account_id,
  );

/**
 * Replaces a product by another one in the carts of the accounts, which are locked. The quantities of a cart that has both are added, up to
 * `max`; a line never becomes smaller.
 */
export const replaceInCarts = async (
  trx: Database,
  accountIds: readonly AccountId[],
  from: ProductId,
  to: Pick<CartProductRow, 'productId' | 'title'> & { max: number },
): Promise<void> => {
  const accounts = sql`${[...accountIds]}::integer[]`;
  await sql`
    update cart_line kept set quantity = greatest(kept.quantity, least(kept.quantity + old.quantity, ${to.max}::integer))
    from cart_line old where kept.product_id = ${to.productId} and old.product_id = ${from}
      and old.account_id = kept.account_id and kept.account_id = any(${accounts})`.execute(trx);
  await sql`
    delete from cart_line old using cart_line kept where old.product_id = ${from} and kept.product_id = ${to.productId}
      and old.account_id = kept.account_id and old.account_id = any(${accounts})`.execute(trx);
  await trx
    .updateTable('cart_line')
    .set({ product_id: to.productId, title: to.title })
    .where('product_id', '=', from)
    .where('account_id', '=', sql<AccountId>`any(${accounts})`)
    .execute();
};
