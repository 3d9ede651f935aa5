import { MAX_LINES } from '@sokuwa/contract/cart/cart.rules.ts';
import type { MergedCart } from '@sokuwa/contract/cart/cart.schemas.ts';
import { lockAccount, type PersonalDataReaders } from '../account/index.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import { mergeCarts, mostOf, sumByProduct } from './cart.rules.ts';
import * as store from './cart.sql.ts';

export type Carts = { db: Database; unpaidOrders: store.UnpaidOrders };
type Lines = store.CartLineRow[];
/** What becomes of a write whose account is deleted while it waits for its turn. */
type AccountGone = Refused<'token_invalid'>;

/**
 * Runs one write on a cart in a transaction. Writes on one cart take turns, by a single lock that each takes first: so
 * each sees what the one before it left, and none can wait for one that waits for it.
 */
const changeCart = <T>(
  db: Database,
  account: AccountId,
  change: (trx: Database) => Promise<T>,
): Promise<T | AccountGone> =>
  db.transaction().execute(async (trx) => ((await lockAccount(trx, account)) ? change(trx) : refuse('token_invalid')));

/**
 * What a guest's cart gets by an add; nothing is stored (CART-25).
 * @returns the one line; not_found for a product that there is not; out_of_stock when the stock does not cover it
 */
export const addForGuest = async (
  db: Database,
  productId: ProductId,
  quantity: number,
): Promise<Lines | Refused<'not_found' | 'out_of_stock'>> => {
  const [product] = await store.selectCartProducts(db, [productId]);
  if (!product) return refuse('not_found');
  if (quantity > mostOf(product)) return refuse('out_of_stock');
  return [{ ...product, quantity, line: null }];
};

/**
 * Adds pieces of a product to the cart.
 * @returns the whole cart; not_found for a product that there is not; out_of_stock when the stock does not cover what
 * the cart would then hold; cart_full when the product would be one too many
 */
export const addToCart = async (
  { db, unpaidOrders }: Carts,
  account: AccountId,
  productId: ProductId,
  added: number,
): Promise<Lines | Refused<'not_found' | 'out_of_stock' | 'cart_full'> | AccountGone> =>
  changeCart(db, account, async (trx) => {
    const [product] = await store.selectCartProducts(trx, [productId]);
    if (!product) return refuse('not_found');
    const held = await store.selectQuantities(trx, account);
    const quantity = (held.get(productId) ?? 0) + added;
    if (quantity > mostOf(product)) return refuse('out_of_stock');
    if (!held.has(productId) && held.size >= MAX_LINES) return refuse('cart_full');
    await store.upsertLines(trx, account, [{ product, quantity }]);
    return store.selectCart(trx, account, unpaidOrders);
  });

/**
 * Sets the quantity of a line.
 * @returns the whole cart; not_in_cart without such a line; not_enough_stock when the stock does not cover the quantity
 */
export const setQuantity = async (
  { db, unpaidOrders }: Carts,
  account: AccountId,
  productId: ProductId,
  quantity: number,
): Promise<Lines | Refused<'not_in_cart' | 'not_enough_stock'> | AccountGone> =>
  changeCart(db, account, async (trx) => {
    const held = await store.selectQuantities(trx, account);
    if (!held.has(productId)) return refuse('not_in_cart');
    const [product] = await store.selectCartProducts(trx, [productId]);
    if (!product || quantity > mostOf(product)) return refuse('not_enough_stock');
    await store.upsertLines(trx, account, [{ product, quantity }]);
    return store.selectCart(trx, account, unpaidOrders);
  });

/** @returns the whole cart; not_in_cart when there was no such line */
export const removeLine = async (
  { db, unpaidOrders }: Carts,
  account: AccountId,
  productId: ProductId,
): Promise<Lines | Refused<'not_in_cart'> | AccountGone> =>
  changeCart(db, account, async (trx) => {
    if (!(await store.deleteLine(trx, account, productId))) return refuse('not_in_cart');
    return store.selectCart(trx, account, unpaidOrders);
  });

/** @returns the cart, which is empty then */
export const clearCart = async (db: Database, account: AccountId): Promise<Lines | AccountGone> =>
  changeCart(db, account, async (trx) => {
    await store.deleteLines(trx, account);
    return [];
  });

/**
 * Adds a guest's cart to the account's (CART-89 to CART-91).
 * @returns the whole cart, and what of the guest's did not fit in
 */
export const saveBulkItems = async (
  { db, unpaidOrders }: Carts,
  account: AccountId,
  items: readonly { product_id: number; quantity: number }[],
): Promise<({ lines: Lines } & Pick<MergedCart, 'capped' | 'dropped'>) | AccountGone> =>
  changeCart(db, account, async (trx) => {
    const asked = sumByProduct(items);
    const held = await store.selectQuantities(trx, account);
    const sold = await store.selectCartProducts(trx, [...asked.keys()]);
    const { changed, capped, dropped } = mergeCarts(held, asked, sold);
    await store.upsertLines(trx, account, changed);
    return { lines: await store.selectCart(trx, account, unpaidOrders), capped, dropped };
  });

export const cartReaders = {
  cart: async (db, { id }) =>
    (await store.selectCartItems(db, id)).map(({ product_id, title, quantity }) => ({ product_id, title, quantity })),
} satisfies Partial<PersonalDataReaders>;
