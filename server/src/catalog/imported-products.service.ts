import type { ProductState } from '@sokuwa/contract/catalog/product.rules.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import * as hidden from './hidden-products.sql.ts';
import { isComplete } from './merchant-product.rules.ts';
import { type Planned, writeChanges } from './merchant-product.service.ts';
import * as store from './merchant-product.sql.ts';
import { lockSeller } from './merchants.sql.ts';
import {
  type HiddenProduct,
  insertPictures,
  insertProducts,
  lockCatalogKeys,
  replacePictures,
} from './products.sql.ts';

type Pictures = readonly { key: string; alt: string }[];

/** The merchant's products that a part of an import may change, locked. */
export type ImportTargets = {
  seller: { place: string; own_brand: boolean };
  /** Whether the store is in the shop. */
  isOpen: boolean;
  isSuspended: boolean;
  rows: store.OwnProductRow[];
  /** Those that cannot become live, because another product in the shop has their handle or SKU. */
  obstructed: ReadonlySet<ProductId>;
};

/** Locks the products with one of the handles or SKUs, in the shop or not, until the transaction ends. */
export const lockImportTargets = async (
  trx: Database,
  merchantId: MerchantId,
  keys: readonly { handle: string | null; sku: string | null }[],
): Promise<ImportTargets> => {
  await lockCatalogKeys(trx);
  const ids = await store.selectOwnIdsByKeys(trx, merchantId, keys);
  await store.lockOwnProducts(trx, merchantId, ids);
  const { suspended_at, state, place, own_brand } = await lockSeller(trx, merchantId);
  const isApproved = state === 'approved';
  const obstacles = await hidden.selectObstacles(trx, ids);
  return {
    seller: { place, own_brand },
    isOpen: isApproved && suspended_at === null,
    isSuspended: isApproved && suspended_at !== null,
    rows: await store.selectOwnByIds(trx, merchantId, ids),
    obstructed: new Set(obstacles.map(({ id }) => id)),
  };
};

/** A product that an import adds. */
export type AddedProduct = { product: HiddenProduct; state: ProductState; pictures: Pictures };
/** A change of a locked product. Without `pictures` these stay. */
export type ChangedProduct = Planned & { pictures: Pictures | undefined };

/**
 * Writes a part of an import. The targets must be locked, and the plan complete: what is live has all that the shop needs.
 * @returns the ids of the added products, in their order
 */
export const writeImportedProducts = async (
  trx: Database,
  { isOpen }: Pick<ImportTargets, 'isOpen'>,
  { added, changed }: { added: readonly AddedProduct[]; changed: readonly ChangedProduct[] },
): Promise<ProductId[]> => {
  // First, so that a product which becomes live takes its pictures with it.
  await replacePictures(
    trx,
    changed.flatMap(({ row, pictures }) => (pictures ? [{ id: row.id, pictures }] : [])),
  );
  await writeChanges(trx, changed);
  const shown = added.flatMap(({ product, state, pictures }) =>
    isOpen && state === 'live' && isComplete(product) ? [{ product, pictures }] : [],
  );
  const inserted = await insertProducts(
    trx,
    shown.map(({ product }) => product),
  );
  const ids = new Map<string, ProductId>(inserted.map(({ id, slug }) => [slug, id]));
  await insertPictures(
    trx,
    shown.flatMap(({ product, pictures }) => {
      const id = ids.get(product.slug);
      return id === undefined ? [] : pictures.map((picture, position) => ({ product_id: id, position, ...picture }));
    }),
  );
  for (const { product, state, pictures } of added)
    if (!ids.has(product.slug))
      ids.set(product.slug, await hidden.insertHiddenProduct(trx, product, { state, pictures }));
  return added.map(({ product: { slug } }) => {
    const id = ids.get(slug);
    if (id === undefined) throw new Error(`product not inserted: ${slug}`);
    return id;
  });
};
