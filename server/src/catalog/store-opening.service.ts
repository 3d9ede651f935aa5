import type { StoreState } from '@sokuwa/contract/catalog/store.rules.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId } from '../platform/ids.ts';
import { type Refused, refuse } from '../platform/refusal.ts';
import * as store from './merchants.sql.ts';
import { lockCatalogKeys, lockCounts } from './products.sql.ts';
import { foldText } from './search.rules.ts';

const MAX_SLUG = 80;

/** The name of a store in URLs and product files: 'Ṣakí Yam House' is saki-yam-house. Empty without Latin letters and digits. */
export const slugOfStore = (name: string): string =>
  foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-|-$/g, '');

/** What an applicant says of a new store. `country` is a country code of the shop. */
export type DraftStore = { name: string; country: string; place: string; email: string };

/**
 * Creates a store that is not in the shop until it is approved (JOIN-2).
 * @param draft its name has a slug
 * @returns undefined if another store has the name
 */
export const createDraftStore = async (trx: Database, draft: DraftStore): Promise<MerchantId | undefined> => {
  const slug = slugOfStore(draft.name);
  await store.lockStoreNames(trx);
  if (!(await store.isStoreNameFree(trx, { name: draft.name, slug }))) return undefined;
  const now = new Date();
  const row = { ...draft, slug, since: now.toISOString().slice(0, 10), state: 'draft' as const, suspended_at: now };
  return (await store.insertMerchants(trx, [row]))[0]?.id;
};

/**
 * Changes a store that is not approved. Another name gives another slug.
 * @param changed undefined values stay as they are
 * @returns store_approved; store_name_taken if another store has the name; not_found. Then nothing is changed
 */
export const changeDraftStore = async (
  trx: Database,
  merchantId: MerchantId,
  { name, ...changed }: { name?: string | undefined; country?: string | undefined; place?: string | undefined },
): Promise<undefined | Refused<'not_found' | 'store_approved' | 'store_name_taken'>> => {
  if (name !== undefined) await store.lockStoreNames(trx);
  const merchant = await store.lockMerchant(trx, merchantId);
  if (!merchant) return refuse('not_found');
  if (merchant.state === 'approved') return refuse('store_approved');
  const named = name === undefined ? undefined : { name, slug: slugOfStore(name) };
  if (named && !(await store.isStoreNameFree(trx, named, merchantId))) return refuse('store_name_taken');
  await store.updateStore(trx, merchantId, { ...named, ...changed });
  return undefined;
};

/**
 * Locks a store, and what its approval needs: the counts of lists and its products, in the order of locks.
 * @returns undefined if it does not exist
 */
export const lockStoreToOpen = async (
  trx: Database,
  merchantId: MerchantId,
): Promise<{ name: string; state: StoreState } | undefined> => {
  await lockCatalogKeys(trx);
  await store.lockSuspendedProductsOf(trx, merchantId);
  await lockCounts(trx);
  return store.lockMerchant(trx, merchantId);
};

/** Puts a store with its products into the shop. Lock it with `lockStoreToOpen`. @returns how many products */
export const openStore = async (trx: Database, merchantId: MerchantId, now: Date): Promise<number> => {
  // First, because a hidden store can have no products in the shop.
  await store.updateStoreState(trx, merchantId, {
    state: 'approved',
    suspended_at: null,
    since: now.toISOString().slice(0, 10),
  });
  return store.moveProductsBack(trx, merchantId);
};

/**
 * Deletes a store that is not approved, with everything that belongs to it. Its products are locked before it, and those that were added while
 * it was waited for are deleted too.
 */
export const deleteDraftStore = async (trx: Database, merchantId: MerchantId): Promise<void> => {
  await store.deleteSuspendedProducts(trx, merchantId);
  await store.deleteDraft(trx, merchantId);
};
