import { MAX_STOCK } from '@sokuwa/contract/catalog/product.rules.ts';
import {
  type DuplicateGroup,
  MAX_SHOWN_ALIKE,
  type MergePreview,
} from '@sokuwa/contract/moderation/duplicates.schemas.ts';
import { kobo } from '@sokuwa/contract/money.ts';
import { OPERATOR_PAGE_SIZE } from '@sokuwa/contract/operators/acts.schemas.ts';
import { lockAccounts } from '../account/index.ts';
import { computeMaxQuantity, replaceInCarts, selectAccountsWithInCart } from '../cart/index.ts';
import {
  type AlikeRow,
  dismissGroup,
  hashContent,
  isMergeable,
  lockCatalogKeys,
  lockMerges,
  lockPair,
  type Pair,
  presentOwnProduct,
  retireDuplicate,
  selectAlike,
  selectByIds,
  selectGroupOf,
  selectPair,
} from '../catalog/index.ts';
import { type ActOptions, acted, merchantSubject, runAct } from '../platform/audit.ts';
import type { Database } from '../platform/database.ts';
import type { AccountId, ProductId } from '../platform/ids.ts';
import { type CursorPage, cutPage } from '../platform/paging.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { replaceInSaved, selectAccountsWithSaved } from '../saved/index.ts';
import type { Deps } from './moderation.service.ts';
import { moveReports } from './reports.sql.ts';

/** Products of a dismissed group in the audit log, at most. */
const MAX_RECORDED = 100;

const presentGroup = (
  { ids }: AlikeRow,
  rows: Map<ProductId, Parameters<typeof presentOwnProduct>[0]>,
): DuplicateGroup[] => {
  const found = ids.flatMap((id) => rows.get(id) ?? []);
  const [first] = found;
  if (!first) return [];
  const products = found.map((row) => {
    const { id, title, sku, sale_price, stock, state, listed_at, pictures } = presentOwnProduct(row);
    return { id, title, sku, sale_price, stock, state, listed_at, image_url: pictures[0]?.image_url ?? null };
  });
  const merchant = { id: first.merchant_id, name: first.merchant_name };
  return [{ merchant, count: ids.length, products, version: hashContent(ids) }];
};

/** Groups of products of one store with the same title and weight (MODERATION-11). @param cursor of the page before */
export const listDuplicates = async (
  db: Database,
  { cursor }: { cursor?: string | undefined },
): Promise<CursorPage<DuplicateGroup>> => {
  const [merchantId, likeness = ''] = cursor?.split('.') ?? [];
  const after = cursor === undefined ? undefined : { merchantId: Number(merchantId), likeness };
  const groups = await selectAlike(db, after, OPERATOR_PAGE_SIZE + 1);
  const page = cutPage(groups, OPERATOR_PAGE_SIZE, (last) => `${last.merchant_id}.${last.likeness}`);
  const ids = page.results.flatMap((group) => group.ids.slice(0, MAX_SHOWN_ALIKE));
  const rows = new Map((await selectByIds(db, ids)).map((row) => [row.id, row]));
  return { ...page, results: page.results.flatMap((group) => presentGroup(group, rows)) };
};

/**
 * Says that a product and those that look like it are different (MODERATION-11). Safe to repeat.
 * @param version of the group that was read; undefined: whatever it is
 * @returns how many products; duplicates_changed if the group has changed since; not_found for a product that no other one looks like
 */
export const dismissDuplicates = (
  db: Database,
  productId: ProductId,
  version: string | undefined,
  options: ActOptions,
): Promise<{ count: number } | Refused<'not_found' | 'duplicates_changed'>> =>
  runAct(db, options, async (trx) => {
    await lockCatalogKeys(trx);
    const group = await selectGroupOf(trx, productId);
    if (!group || group.ids.length < 2) return refuse('not_found');
    if (version !== undefined && version !== hashContent(group.ids)) return refuse('duplicates_changed');
    await dismissGroup(trx, group);
    return acted(
      { count: group.ids.length },
      {
        action: 'products not-duplicates',
        subject: merchantSubject(group.merchant_id),
        after: { products: group.ids.slice(0, MAX_RECORDED), count: group.ids.length },
      },
    );
  });

/** The accounts that have a product in the cart, and those that have saved it. */
type Accounts = { inCart: readonly AccountId[]; saved: readonly AccountId[] };

/** It reads the carts of all accounts. */
const selectAccountsWith = async (db: Database, productId: ProductId): Promise<Accounts> => ({
  inCart: await selectAccountsWithInCart(db, productId),
  saved: await selectAccountsWithSaved(db, productId),
});

const present = ({ kept, duplicate }: Pair, { inCart, saved }: Accounts): MergePreview => {
  const products = { kept: presentOwnProduct(kept), duplicate: presentOwnProduct(duplicate) };
  const versions = [products.kept, products.duplicate].map(({ version, taken_down, merged_into }) => [
    version,
    taken_down,
    merged_into,
  ]);
  return {
    merchant: { id: kept.merchant_id, name: kept.merchant_name },
    ...products,
    carts: inCart.length,
    saved: saved.length,
    version: [hashContent(versions), kept.stock, duplicate.stock].join('.'),
  };
};

/** Whether a product was changed since the version, or its stock was raised: the sum that the operator has read is wrong then. Sales lower it. */
const isChanged = ({ kept, duplicate, version }: MergePreview, read: string): boolean => {
  const [hash] = version.split('.');
  const [hashRead, keptStock, duplicateStock] = read.split('.');
  return hash !== hashRead || kept.stock > Number(keptStock) || duplicate.stock > Number(duplicateStock);
};

/** What a merge of two products would do. @returns products_not_mergeable; not_found */
export const previewMerge = async (
  db: Database,
  keptId: ProductId,
  duplicateId: ProductId,
): Promise<MergePreview | Refused<'not_found' | 'products_not_mergeable'>> => {
  const pair = await selectPair(db, keptId, duplicateId);
  if (!pair) return refuse('not_found');
  return isMergeable(pair)
    ? present(pair, await selectAccountsWith(db, duplicateId))
    : refuse('products_not_mergeable');
};

/**
 * Merges a product into another one of its store, for good (MODERATION-12): it leaves the shop, its address leads to the kept one, and carts
 * and saved products have that one instead; viewed products follow when they are read. Orders keep their lines. Safe to repeat.
 * @param version of the preview; undefined: whatever they are
 * @param options with a reason
 * @returns both as they are then; merge_changed, with the preview as it is now, if one of them was changed; products_not_mergeable;
 *   invalid_input for more pieces than a product can have; not_found
 */
export const mergeProducts = async (
  { db, publicUrl }: Deps,
  { keptId, duplicateId }: { keptId: ProductId; duplicateId: ProductId },
  { version, stock }: { version: string | undefined; stock: 'add' | 'keep' },
  options: ActOptions,
): Promise<MergePreview | Refused<'not_found' | 'products_not_mergeable' | 'merge_changed' | 'invalid_input'>> => {
  const done = await runAct(db, options, async (trx) => {
    await lockMerges(trx);
    const found = await selectPair(trx, keptId, duplicateId);
    if (!found) return refuse('not_found');
    if (found.duplicate.merged_into === keptId) return undefined;
    if (!isMergeable(found)) return refuse('products_not_mergeable');
    // Before the lock of the catalogue, for it takes long. A cart that gets the duplicate meanwhile shows it as not sold any more.
    const accounts = await selectAccountsWith(trx, duplicateId);
    await lockCatalogKeys(trx);
    // Before the products, as in a checkout, which then finds the lines of one or of the other.
    await lockAccounts(trx, [...new Set([...accounts.inCart, ...accounts.saved])]);
    const pair = await lockPair(trx, found);
    if (!pair || !isMergeable(pair)) return refuse('products_not_mergeable');
    const preview = present(pair, accounts);
    if (version !== undefined && isChanged(preview, version))
      return { ...refuse('merge_changed'), currentBody: preview };
    const { kept, duplicate } = pair;
    const addsStock = stock === 'add';
    const pieces = kept.stock + (addsStock ? duplicate.stock : 0);
    if (pieces > MAX_STOCK)
      return refuse('invalid_input', {
        stock: [`Together they have more than ${MAX_STOCK.toLocaleString('en')} pieces.`],
      });
    await retireDuplicate(trx, pair, { addsStock, publicUrl });
    // A paused product can be without a price.
    const sale_kobo = kobo(Math.round((preview.kept.sale_price ?? 1) * 100));
    const max = computeMaxQuantity({ stock: pieces, sale_kobo });
    await replaceInCarts(trx, accounts.inCart, duplicateId, { productId: keptId, title: kept.title, max });
    await replaceInSaved(trx, duplicateId, { id: keptId, sale_kobo, hasStock: pieces > 0 });
    await moveReports(trx, duplicateId, keptId);
    return acted((await selectPair(trx, keptId, duplicateId)) ?? pair, {
      action: 'products merge',
      subject: `product ${duplicateId}`,
      before: { state: duplicate.state, stock: duplicate.stock, into_stock: kept.stock },
      after: { merged_into: keptId, stock: addsStock ? 0 : duplicate.stock, into_stock: pieces },
    });
  });
  if (isRefused(done)) return done;
  const pair = done ?? (await selectPair(db, keptId, duplicateId));
  return pair ? present(pair, { inCart: [], saved: [] }) : refuse('not_found');
};
