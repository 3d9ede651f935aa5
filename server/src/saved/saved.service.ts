import { MAX_FOLLOWED, MAX_SAVED } from '@sokuwa/contract/saved/saved.rules.ts';
import type { ItemSaved, SellerFollowed } from '@sokuwa/contract/saved/saved.schemas.ts';
import type { AccountChanges, ChangeRefused, PersonalDataReaders } from '../account/index.ts';
import { lockMerchantKey, lockProductKey, selectFollowers } from '../catalog/index.ts';
import type { AccountId, MerchantId, ProductId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import * as store from './saved.sql.ts';
import { selectMailSettings } from './saved-mails.sql.ts';

/**
 * Saves a product. An already saved product keeps its position in the list.
 * @returns not_found for an unknown product; saved_full if the list is full
 */
export const saveItem = (
  accountChanges: AccountChanges,
  accountId: AccountId,
  productId: ProductId,
): Promise<ItemSaved | Refused<'not_found' | 'saved_full'> | ChangeRefused> =>
  accountChanges.run(accountId, async (trx) => {
    if (!(await lockProductKey(trx, productId))) return refuse('not_found');
    const { has, count } = await store.countItems(trx, 'saved', accountId, productId);
    if (!has && count >= MAX_SAVED) return refuse('saved_full');
    if (!has) await store.insertSaved(trx, accountId, productId);
    return { product_id: productId, saved: true };
  });

/** Removes a product from the saved items. Idempotent. */
export const unsaveItem = (
  accountChanges: AccountChanges,
  accountId: AccountId,
  productId: ProductId,
): Promise<ItemSaved | ChangeRefused> =>
  accountChanges.run(accountId, async (trx) => {
    await store.deleteSaved(trx, accountId, productId);
    return { product_id: productId, saved: false };
  });

/**
 * Follows a seller. An already followed seller keeps its position in the list.
 * @returns the seller's new follower count; not_found for an unknown seller; following_full if the list is full
 */
export const followSeller = (
  accountChanges: AccountChanges,
  accountId: AccountId,
  merchantId: MerchantId,
): Promise<SellerFollowed | Refused<'not_found' | 'following_full'> | ChangeRefused> =>
  accountChanges.run(accountId, async (trx) => {
    if (!(await lockMerchantKey(trx, merchantId))) return refuse('not_found');
    const { has, count } = await store.countItems(trx, 'followed', accountId, merchantId);
    if (!has && count >= MAX_FOLLOWED) return refuse('following_full');
    if (!has) await store.insertFollowed(trx, accountId, merchantId);
    return { merchant_id: merchantId, followed: true, follower_count: await selectFollowers(trx, merchantId) };
  });

/** @returns the seller's new follower count; not_found for an unknown seller */
export const unfollowSeller = (
  accountChanges: AccountChanges,
  accountId: AccountId,
  merchantId: MerchantId,
): Promise<SellerFollowed | Refused<'not_found'> | ChangeRefused> =>
  accountChanges.run(accountId, async (trx) => {
    if (!(await lockMerchantKey(trx, merchantId))) return refuse('not_found');
    await store.deleteFollowed(trx, accountId, merchantId);
    return { merchant_id: merchantId, followed: false, follower_count: await selectFollowers(trx, merchantId) };
  });

/**
 * Stores recently viewed products (SAVED-16: the last fifty, newest first). Unknown products are ignored.
 * @param views a missing or future time is replaced by the current time, and one before 1970 by that year, because PostgreSQL has no
 *   year 0. Duplicates are stored once with the latest time, so a client can resend the history of a guest
 * @returns the number of stored products
 */
export const addViewed = (
  accountChanges: AccountChanges,
  accountId: AccountId,
  views: readonly { product_id: number; viewed_at?: string | undefined }[],
): Promise<{ count: number } | ChangeRefused> =>
  accountChanges.run(accountId, async (trx) => {
    const now = new Date();
    const past = views.map(({ product_id, viewed_at }) => {
      const at = viewed_at === undefined ? now : new Date(Math.max(0, Date.parse(viewed_at)));
      return { product_id: product_id as ProductId, viewed_at: at < now ? at : now };
    });
    return { count: await store.upsertViewed(trx, accountId, past) };
  });

/** Deletes all recently viewed products of the account. Idempotent. */
export const clearViewed = (
  accountChanges: AccountChanges,
  accountId: AccountId,
): Promise<{ count: number } | ChangeRefused> =>
  accountChanges.run(accountId, async (trx) => {
    await store.deleteViewed(trx, accountId);
    return { count: 0 };
  });

export const savedReaders = {
  saved_items: async (db, { id }) =>
    (await store.selectAllSaved(db, id)).map(({ id: product_id, name: title, at }) => ({
      product_id,
      title,
      saved_at: at.toISOString(),
    })),
  followed_sellers: async (db, { id }) =>
    (await store.selectAllFollowed(db, id)).map(({ id: merchant_id, name: store_name, at }) => ({
      merchant_id,
      store_name,
      followed_at: at.toISOString(),
    })),
  recently_viewed: async (db, { id }) =>
    (await store.selectAllViewed(db, id)).map(({ id: product_id, name: title, at }) => ({
      product_id,
      title,
      viewed_at: at.toISOString(),
    })),
  saved_notes: async (db, { id }) => {
    const settings = await selectMailSettings(db, id);
    return { enabled: settings?.enabled ?? true, sent_at: settings?.sent_at?.toISOString() ?? null };
  },
} satisfies Partial<PersonalDataReaders>;
