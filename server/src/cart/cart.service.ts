import { MAX_LINES } from '@sokuwa/contract/cart/cart.rules.ts';
import type { MergedCart } from '@sokuwa/contract/cart/cart.schemas.ts';
import type { Kobo } from '@sokuwa/contract/money.ts';
import type { AccountChanges, ChangeRefused, PersonalDataReaders } from '../account/index.ts';
import { followMerges, type ProductQuantity } from '../catalog/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { computeMaxQuantity, mergeCarts, sumQuantities } from './cart.rules.ts';
import * as store from './cart.sql.ts';

export type Carts = { db: Database; accountChanges: AccountChanges; unpaidOrders: store.UnpaidOrders };
type Lines = store.CartLineRow[];

/**
 * Returns the line that a guest adds to their cart; nothing is stored (CART-25).
 * @returns the line; not_found when the product does not exist; out_of_stock when the stock does not cover the quantity
 */
export const addForGuest = async (
  db: Database,
  productId: ProductId,
  quantity: number,
): Promise<Lines | Refused<'not_found' | 'out_of_stock'>> => {
  const [product] = await store.selectCartProducts(db, [productId]);
  if (!product) return refuse('not_found');
  if (quantity > computeMaxQuantity(product)) return refuse('out_of_stock');
  return [{ ...product, quantity, line: null }];
};

/**
 * Changes the line of a product in three statements: many carts change, so each statement counts. The response is made
 * of the lines that the rules have checked; the account's lock keeps them current.
 * @param decide returns the new quantity or refuses. `line` is undefined when the cart does not contain the product;
 *   `product` when it does not exist
 * @returns the whole cart
 */
const changeLine = <R extends Refused>(
  { accountChanges, unpaidOrders }: Carts,
  accountId: AccountId,
  productId: ProductId,
  decide: (current: {
    line: { quantity: number } | undefined;
    product: { sale_kobo: Kobo; stock: number } | undefined;
    lineCount: number;
  }) => number | R,
): Promise<Lines | R | ChangeRefused> =>
  accountChanges.run(accountId, async (trx): Promise<Lines | R> => {
    const rows = await store.selectCartForChange(trx, accountId, productId, unpaidOrders);
    const row = rows.find((candidate) => candidate.productId === productId);
    if (!row) throw new Error('the query returned no row of the product');
    const isNew = row.line === null;
    const result = decide({
      line: isNew ? undefined : row,
      product: row.unreserved_stock === null ? undefined : { sale_kobo: row.sale_kobo, stock: row.unreserved_stock },
      lineCount: isNew ? rows.length - 1 : rows.length,
    });
    if (isRefused(result)) return result;
    const changed = { ...row, quantity: result, line: row.line ?? (rows.at(-2)?.line ?? 0) + 1 };
    await store.upsertLine(trx, accountId, changed);
    return rows.with(rows.indexOf(row), changed);
  });

/**
 * Adds a quantity of a product to the cart.
 * @returns the whole cart; not_found when the product does not exist; out_of_stock when the stock does not cover the new
 *   quantity; cart_full when the cart has the maximum number of lines
 */
export const addToCart = (
  carts: Carts,
  accountId: AccountId,
  productId: ProductId,
  additional: number,
): Promise<Lines | Refused<'not_found' | 'out_of_stock' | 'cart_full'> | ChangeRefused> =>
  changeLine(carts, accountId, productId, ({ line, product, lineCount }) => {
    if (!product) return refuse('not_found');
    const quantity = (line?.quantity ?? 0) + additional;
    if (quantity > computeMaxQuantity(product)) return refuse('out_of_stock');
    return !line && lineCount >= MAX_LINES ? refuse('cart_full') : quantity;
  });

/**
 * Sets the quantity of a line.
 * @returns the whole cart; not_in_cart when there is no such line; not_enough_stock when stock is too low
 */
export const setQuantity = (
  carts: Carts,
  accountId: AccountId,
  productId: ProductId,
  quantity: number,
): Promise<Lines | Refused<'not_in_cart' | 'not_enough_stock'> | ChangeRefused> =>
  changeLine(carts, accountId, productId, ({ line, product }) => {
    if (!line) return refuse('not_in_cart');
    return !product || quantity > computeMaxQuantity(product) ? refuse('not_enough_stock') : quantity;
  });

/** @returns the whole cart; not_in_cart when there is no such line */
export const removeLine = async (
  { accountChanges, unpaidOrders }: Carts,
  accountId: AccountId,
  productId: ProductId,
): Promise<Lines | Refused<'not_in_cart'> | ChangeRefused> =>
  accountChanges.run(accountId, async (trx) => {
    if (!(await store.deleteLine(trx, accountId, productId))) return refuse('not_in_cart');
    return store.selectCart(trx, accountId, unpaidOrders);
  });

/** @returns the empty cart */
export const clearCart = async ({ accountChanges }: Carts, accountId: AccountId): Promise<Lines | ChangeRefused> =>
  accountChanges.run(accountId, async (trx) => {
    await store.deleteLines(trx, accountId);
    return [];
  });

/**
 * Adds a guest's cart to the account's (CART-89 to CART-91).
 * @returns the whole cart, and the items that were not added in full
 */
export const saveBulkItems = async (
  { accountChanges, unpaidOrders }: Carts,
  accountId: AccountId,
  items: readonly ProductQuantity[],
): Promise<({ lines: Lines } & Pick<MergedCart, 'capped' | 'dropped'>) | ChangeRefused> =>
  accountChanges.run(accountId, async (trx) => {
    // A guest's cart may have a product that was merged since.
    const additions = sumQuantities(await followMerges(trx, items));
    const current = await store.selectQuantities(trx, accountId);
    const products = await store.selectCartProducts(trx, [...additions.keys()]);
    const { changed, capped, dropped } = mergeCarts(current, additions, products);
    await store.upsertLines(trx, accountId, changed);
    return { lines: await store.selectCart(trx, accountId, unpaidOrders), capped, dropped };
  });

export const cartReaders = {
  cart: async (db, { id }) =>
    (await store.selectCartItems(db, id)).map(({ productId, title, quantity }) => ({
      product_id: productId,
      title,
      quantity,
    })),
} satisfies Partial<PersonalDataReaders>;
