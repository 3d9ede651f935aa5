import type { Database } from '../platform/database.ts';
import type { ProductId } from '../platform/ids.ts';
import { insertMerged, selectMergedWithStock } from './duplicates.sql.ts';
import { moveProducts } from './merchant-product.service.ts';
import * as store from './merchant-product.sql.ts';
import { updateStock } from './products.sql.ts';
import { setStock } from './stock.service.ts';
import { mailDecision } from './takedowns.service.ts';

export type Pair = { kept: store.OwnProductRow; duplicate: store.OwnProductRow };

/** Two products, in the shop or not. @returns undefined if one of them does not exist */
export const selectPair = async (
  db: Database,
  keptId: ProductId,
  duplicateId: ProductId,
): Promise<Pair | undefined> => {
  const rows = await store.selectByIds(db, [keptId, duplicateId]);
  const [kept, duplicate] = [rows.find(({ id }) => id === keptId), rows.find(({ id }) => id === duplicateId)];
  return kept && duplicate ? { kept, duplicate } : undefined;
};

/** Whether two products can be merged (MODERATION-12). A product in the shop is not merged into one that is not: it would vanish. */
export const isMergeable = ({ kept, duplicate }: Pair): boolean =>
  kept.id !== duplicate.id &&
  kept.merchant_id === duplicate.merchant_id &&
  (kept.state === 'live' || duplicate.state !== 'live') &&
  [kept, duplicate].every(
    ({ state, merged_into, taken_down_at }) => state !== 'draft' && !merged_into && !taken_down_at,
  );

/** Locks two products of a store. The keys of the catalogue, and the accounts that have the duplicate, are locked before. */
export const lockPair = async (trx: Database, { kept, duplicate }: Pair): Promise<Pair | undefined> => {
  await store.lockOwnProducts(
    trx,
    kept.merchant_id,
    [kept.id, duplicate.id].toSorted((a, b) => a - b),
  );
  return selectPair(trx, kept.id, duplicate.id);
};

/** Moves all pieces of the duplicate of a locked pair to the kept product. */
const moveStock = async (trx: Database, { kept, duplicate }: Pair): Promise<void> => {
  await setStock(trx, kept.id, { before: kept.stock, after: kept.stock + duplicate.stock });
  // Without a message that it is sold out: it is not sold any more.
  await updateStock(trx, duplicate.id, 0);
};

/**
 * Moves the stock that was returned to a duplicate while it was being merged to the kept product. Each duplicate has a transaction of its own: a
 * transaction that returns stock holds locks of other products already, so it could not lock these two in the right order.
 */
export const moveMergedStock = async (db: Database): Promise<void> => {
  for (const { id, into_id } of await selectMergedWithStock(db))
    await db.transaction().execute(async (trx) => {
      const found = await selectPair(trx, into_id, id);
      const pair = found && (await lockPair(trx, found));
      if (pair && pair.duplicate.stock > 0) await moveStock(trx, pair);
    });
};

/**
 * Takes the duplicate of a locked pair out of the shop for good. The merchant gets a mail.
 * @param addsStock whether its pieces are added to those of the kept product; else they stay with the duplicate
 */
export const retireDuplicate = async (
  trx: Database,
  { kept, duplicate }: Pair,
  { addsStock, publicUrl }: { addsStock: boolean; publicUrl: string },
): Promise<void> => {
  if (duplicate.state === 'live') await moveProducts(trx, [{ row: duplicate, state: 'paused' }]);
  await insertMerged(trx, duplicate.id, kept.id, addsStock);
  if (addsStock && duplicate.stock > 0) await moveStock(trx, { kept, duplicate });
  await mailDecision(trx, publicUrl, duplicate, { decision: 'merged', reason: kept.title, is_live: false });
};
