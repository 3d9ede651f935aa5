import type { OwnProduct } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { queueMail } from '../mail/index.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { isComplete } from './merchant-product.rules.ts';
import {
  contentOf,
  lockForChange,
  moveProducts,
  type NotChangeable,
  readOwnProduct,
  refuseObstructed,
} from './merchant-product.service.ts';
import * as store from './merchant-product.sql.ts';
import { selectMerchantContact } from './merchants.sql.ts';
import { lockCatalogKeys } from './products.sql.ts';
import * as takedowns from './takedowns.sql.ts';

/**
 * Locks a product of any merchant for a decision of an operator until the transaction ends.
 * @param moves whether the decision can take it into the shop or out of it; then the keys of the catalogue, handles and SKUs, are locked too
 * @returns undefined if there is no such product
 */
export const lockForDecision = async (
  trx: Database,
  productId: ProductId,
  { moves }: { moves: boolean },
): Promise<store.OwnProductRow | undefined> => {
  if (moves) await lockCatalogKeys(trx);
  const [found] = await store.selectByIds(trx, [productId]);
  if (!found) return undefined;
  await store.lockOwnProducts(trx, found.merchant_id, [productId]);
  return (await store.selectByIds(trx, [productId]))[0];
};

/** Mails the merchant of a product what was decided. Without an email address it reads it in the desk only. */
export const mailDecision = async (
  trx: Database,
  publicUrl: string,
  { id, merchant_id, title }: store.OwnProductRow,
  decision: { decision: 'taken_down' | 'kept_down' | 'put_back' | 'merged'; reason: string; is_live: boolean },
): Promise<void> => {
  const contact = await selectMerchantContact(trx, merchant_id);
  if (!contact || contact.email === null) return;
  const link = `${publicUrl}/desk/store/${merchant_id}/products/${id}`;
  await queueMail(trx, {
    kind: 'product_moderated',
    to: contact.email,
    store_name: contact.name,
    title,
    link,
    ...decision,
  });
};

type Act = { publicUrl: string; actor: string; reason: string };

/** Takes a locked product out of the shop (MODERATION-5). @returns product_is_taken_down; product_merged, since that is out for good */
export const takeDown = async (
  trx: Database,
  row: store.OwnProductRow,
  { publicUrl, actor, reason }: Act,
): Promise<Refused<'product_is_taken_down' | 'product_merged'> | undefined> => {
  if (row.merged_into !== null) return refuse('product_merged');
  if (row.taken_down_at !== null) return refuse('product_is_taken_down');
  const was_live = row.state === 'live';
  if (was_live) await moveProducts(trx, [{ row, state: 'paused' }]);
  const { id: product_id, merchant_id } = row;
  // Last, so that the move is no change of the merchant after it.
  await takedowns.insertTakedown(trx, { product_id, merchant_id, taken_down_by: actor, reason, was_live });
  await mailDecision(trx, publicUrl, row, { decision: 'taken_down', reason, is_live: false });
  return undefined;
};

/** Keeps a locked product down after a review (MODERATION-7). @returns review_not_asked */
export const keepDown = async (
  trx: Database,
  row: store.OwnProductRow,
  { publicUrl, reason }: Act,
): Promise<Refused<'review_not_asked'> | undefined> => {
  if (row.asked_at === null) return refuse('review_not_asked');
  await takedowns.updateKeptDown(trx, row.id, reason);
  await mailDecision(trx, publicUrl, row, { decision: 'kept_down', reason, is_live: false });
  return undefined;
};

/**
 * Ends the takedown of a locked product (MODERATION-8). It is live again if it was live before, nothing is missing, and the merchant has not made it
 * a draft; else the merchant can set it live.
 * @returns whether it is live, and whether shoppers see it: its store may be suspended or not approved; product_not_taken_down
 */
export const putBack = async (
  trx: Database,
  row: store.OwnProductRow,
  { publicUrl, actor }: Omit<Act, 'reason'>,
): Promise<{ isLive: boolean; isInShop: boolean } | Refused<'product_not_taken_down'>> => {
  const lifted = await takedowns.liftTakedown(trx, row.id, actor);
  if (!lifted) return refuse('product_not_taken_down');
  const move = { row, state: 'live' as const };
  const isLive =
    lifted.was_live &&
    row.state === 'paused' &&
    isComplete(contentOf(row)) &&
    row.pictures.length > 0 &&
    (await refuseObstructed(trx, [move])).size === 0;
  if (isLive) await moveProducts(trx, [move]);
  const isInShop = isLive && row.is_store_approved && !row.is_suspended;
  await mailDecision(trx, publicUrl, row, { decision: 'put_back', reason: '', is_live: isInShop });
  return { isLive, isInShop };
};

/**
 * A merchant asks for a review of a product that it has changed since it was taken down (MODERATION-7). Safe to repeat.
 * @returns the product; product_not_taken_down; product_unchanged if it is as it was; see `lockForChange`
 */
export const askForReview = (
  db: Database,
  merchantId: MerchantId,
  productId: ProductId,
): Promise<OwnProduct | NotChangeable | Refused<'product_not_taken_down' | 'product_unchanged'>> =>
  db.transaction().execute(async (trx) => {
    const locked = await lockForChange(trx, merchantId, productId);
    if (isRefused(locked)) return locked;
    const { taken_down_at, asked_at, is_changed_since } = locked.row;
    if (taken_down_at === null) return refuse('product_not_taken_down');
    if (asked_at === null) {
      if (!is_changed_since) return refuse('product_unchanged');
      await takedowns.updateAsked(trx, productId);
    }
    return readOwnProduct(trx, merchantId, productId);
  });
