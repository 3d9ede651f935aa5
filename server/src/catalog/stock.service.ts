import { LOW_STOCK } from '@sokuwa/contract/webhooks/webhooks.rules.ts';
import type { Database } from '../platform/database.ts';
import type { ProductId } from '../platform/ids.ts';
import { queueWebhook } from '../webhooks/index.ts';
import { followMerges } from './duplicates.sql.ts';
import { increaseHiddenStocks } from './hidden-products.sql.ts';
import * as store from './products.sql.ts';

/**
 * Notifies the merchants of products whose stock has just fallen to LOW_STOCK or below (WEBHOOK-12).
 * @param productIds locked products that had more before
 */
const reportLowStock = async (trx: Database, productIds: readonly ProductId[]): Promise<void> => {
  if (productIds.length === 0) return;
  for (const { id, merchant_id, title, sku, stock } of await store.selectStocks(trx, productIds))
    await queueWebhook(trx, merchant_id, 'product.low_stock', {
      product_id: id,
      title,
      sku,
      stock,
      threshold: LOW_STOCK,
    });
};

const hasFallen = (before: number, after: number): boolean => before > LOW_STOCK && after <= LOW_STOCK;

/** Takes the quantities out of stock, all or none. @returns false, without changes, if the stock is insufficient */
export const takeStock = async (trx: Database, items: readonly store.ProductQuantity[]): Promise<boolean> => {
  const locked = await store.lockProducts(
    trx,
    items.map(({ productId }) => productId),
  );
  const stock = new Map(locked.map((row) => [row.id, row.stock]));
  const stockOf = (productId: ProductId) => stock.get(productId) ?? 0;
  if (items.some(({ productId, quantity }) => stockOf(productId) < quantity)) return false;
  await store.changeStocks(trx, items, -1);
  const fallen = items.filter(({ productId, quantity }) =>
    hasFallen(stockOf(productId), stockOf(productId) - quantity),
  );
  await reportLowStock(
    trx,
    fallen.map(({ productId }) => productId),
  );
  return true;
};

/**
 * Returns quantities to stock; ignores deleted products. Products that are not in the shop have stock too. The pieces of a merged product go where its
 * others went (MODERATION-12); those that come back while it is being merged are moved there by a job.
 */
export const returnStock = async (trx: Database, returned: readonly store.ProductQuantity[]): Promise<void> => {
  const items = await followMerges(trx, returned, { ofStock: true });
  // First, because it waits for whoever puts the products back, into the shop.
  const hidden = await increaseHiddenStocks(trx, items);
  const others = items.filter(({ productId }) => !hidden.has(productId));
  const locked = await store.lockProducts(
    trx,
    others.map(({ productId }) => productId),
  );
  await store.changeStocks(trx, others, 1);
  // The lock has waited for a suspension, or for a merchant who has paused the product.
  const missing = others.filter(({ productId }) => locked.every(({ id }) => id !== productId));
  if (missing.length > 0) await increaseHiddenStocks(trx, missing);
};

/** Sets the stock of a product. @param before of the locked product */
export const setStock = async (
  trx: Database,
  productId: ProductId,
  { before, after }: { before: number; after: number },
): Promise<void> => {
  await store.updateStock(trx, productId, after);
  if (hasFallen(before, after)) await reportLowStock(trx, [productId]);
};

/** Updates every column of the products. They must be locked, in the order of their ids. */
export const updateProducts = async (
  trx: Database,
  products: readonly (store.HiddenProduct & { id: ProductId })[],
): Promise<void> => {
  const low = products.filter(({ stock }) => stock <= LOW_STOCK).map(({ id }) => id);
  const before = low.length === 0 ? [] : await store.selectStocks(trx, low);
  await store.updateProducts(trx, products);
  const fallen = before.filter(({ stock }) => stock > LOW_STOCK);
  await reportLowStock(
    trx,
    fallen.map(({ id }) => id),
  );
};
