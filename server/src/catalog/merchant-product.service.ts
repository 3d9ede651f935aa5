import type {
  newProduct,
  OwnProduct,
  pictureArrangement,
  productChange,
  stockChange,
} from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import {
  MAX_PRODUCT_PICTURES,
  MAX_STOCK,
  PRODUCT_TEXT_LENGTHS,
  slugify,
} from '@sokuwa/contract/catalog/product.rules.ts';
import { CURSOR_TEXT } from '@sokuwa/contract/text.schemas.ts';
import type { z } from 'zod';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { type CursorPage, cutPage } from '../platform/paging.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import type { MediaStore } from '../ports/media/media.port.ts';
import { selectCategoryOf } from './categories.sql.ts';
import { presentOwnProduct } from './merchant-product.present.ts';
import * as store from './merchant-product.sql.ts';
import { lockSeller, selectStore } from './merchants.sql.ts';
import { type PictureRefusal, storePicture } from './product-picture.ts';
import {
  deletePictures,
  insertHiddenProduct,
  insertPictures,
  insertProducts,
  lockCatalogKeys,
  type NewProduct,
  updateHiddenProduct,
} from './products.sql.ts';
import { searchWords } from './search.rules.ts';
import { setStock, updateProducts } from './stock.service.ts';

/** Opaque to clients. */
const formatCursor = (id: ProductId): string => Buffer.from(String(id)).toString('base64url');
const parseCursor = (cursor: string): number | undefined => {
  const text = Buffer.from(cursor, 'base64url').toString();
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
};

/**
 * A merchant's products, newest first (MERCHANT-50).
 * @param query `search` finds words of the title, the keywords and the brand, or a whole SKU or handle
 * @returns invalid_input for a cursor that no response contained
 */
export const listOwnProducts = async (
  db: Database,
  merchantId: MerchantId,
  query: Pick<store.OwnProductFilter, 'stock'> & {
    search?: string | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<CursorPage<OwnProduct> | Refused<'invalid_input'>> => {
  const { stock, search, cursor, limit } = query;
  const before = cursor === undefined ? undefined : parseCursor(cursor);
  if (cursor !== undefined && before === undefined) return refuse('invalid_input', { cursor: [CURSOR_TEXT] });
  const filter = { stock, search: search ? { text: search, words: searchWords(search) } : undefined };
  const rows = await store.selectOwnProducts(db, merchantId, filter, before, limit + 1);
  return cutPage(rows.map(presentOwnProduct), limit, ({ id }) => formatCursor(id as ProductId));
};

/** One product of a merchant, also while it is suspended. @returns not_found for another merchant's */
export const readOwnProduct = async (
  db: Database,
  merchantId: MerchantId,
  productId: ProductId,
): Promise<OwnProduct | Refused<'not_found'>> => {
  const row = await store.selectOwnProduct(db, merchantId, productId);
  return row ? presentOwnProduct(row) : refuse('not_found');
};

type NotChangeable = Refused<'not_found' | 'merchant_suspended'>;

/** A product that is locked. `isHidden`: its store is not approved, so it is not in the shop. */
type Locked = { row: store.OwnProductRow; isHidden: boolean };

/** Locks a product for a change of its merchant. @returns its row; not_found for another merchant's; merchant_suspended */
const lockForChange = async (
  trx: Database,
  merchantId: MerchantId,
  productId: ProductId,
): Promise<Locked | NotChangeable> => {
  // First, because it waits for the approval of the store, which then has put the product into the shop.
  const isHidden = await store.lockHiddenProduct(trx, merchantId, productId);
  const isLocked = isHidden || (await store.lockOwnProduct(trx, merchantId, productId));
  const row = await store.selectOwnProduct(trx, merchantId, productId);
  if (!row) return refuse('not_found');
  if (!isLocked) return refuse('merchant_suspended');
  return isHidden && (await selectStore(trx, merchantId)).state === 'approved'
    ? refuse('merchant_suspended')
    : { row, isHidden };
};

/**
 * Runs a change of a merchant's product, which is locked.
 * @param run returns a refusal, after which nothing is changed
 * @returns the product as it is afterwards
 */
const change = <R extends Refused>(
  db: Database,
  merchantId: MerchantId,
  productId: ProductId,
  run: (trx: Database, locked: Locked) => Promise<R | undefined>,
): Promise<OwnProduct | R | NotChangeable> =>
  db.transaction().execute(async (trx) => {
    const locked = await lockForChange(trx, merchantId, productId);
    if (isRefused(locked)) return locked;
    return (await run(trx, locked)) ?? readOwnProduct(trx, merchantId, productId);
  });

type Fields = Omit<z.output<typeof productChange>, 'version'>;
type Content = Omit<NewProduct, 'own_brand' | 'stock' | 'listed_at'>;

/** Of a new product, as in an import. */
const DEFAULTS = {
  sku: null,
  brand: null,
  description: '',
  warranty: null,
  keywords: [],
  discount_percent: 0,
  perishable: false,
} satisfies Partial<Content>;

const omitUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };

/** The content with the fields that are sent. @returns unknown_category if there is no such sub-item */
const mergeFields = async <C extends Content>(
  trx: Database,
  content: C,
  { price, ...fields }: Fields,
): Promise<C | Refused<'unknown_category'>> => {
  const merged = { ...content, ...omitUndefined({ ...fields, price_kobo: price }) };
  const category_id = await selectCategoryOf(trx, merged.sub_item_id);
  return category_id === undefined ? refuse('unknown_category') : { ...merged, category_id };
};

/** Whether the product has this content already. */
const hasContent = (row: store.OwnProductRow, content: Content): boolean =>
  (Object.keys(content) as (keyof Content)[]).every(
    (name) => JSON.stringify(row[name]) === JSON.stringify(content[name]),
  );

/** Refuses a handle or SKU of other products. */
const refuseTaken = (
  others: readonly store.OwnProductRow[],
  { slug, sku }: { slug: string | null; sku: string | null },
): Refused<'product_exists'> => {
  const describe = (other: store.OwnProductRow | undefined) =>
    other && [`The product ${other.id} has it: ${other.title}`];
  const handle = describe(others.find((other) => other.slug === slug));
  const bySku = describe(others.find((other) => sku !== null && other.sku === sku));
  return refuse('product_exists', { ...(handle && { handle }), ...(bySku && { sku: bySku }) });
};

/**
 * Creates a product of a merchant (MERCHANT-51). Safe to repeat, because its handle is unique among the merchant's products.
 * @returns the product, or the one that the first request has created; product_exists for another product with the handle or SKU;
 *   unknown_category; merchant_suspended; invalid_input if no handle can be made from the title
 */
export const createOwnProduct = (
  db: Database,
  merchantId: MerchantId,
  { handle, stock = 0, ...fields }: z.output<typeof newProduct>,
): Promise<OwnProduct | Refused<'invalid_input' | 'unknown_category' | 'product_exists' | 'merchant_suspended'>> =>
  db.transaction().execute(async (trx) => {
    await lockCatalogKeys(trx);
    const seller = await lockSeller(trx, merchantId);
    const isHidden = seller.state !== 'approved';
    if (seller.suspended_at !== null && !isHidden) return refuse('merchant_suspended');
    const slug = handle ?? slugify(fields.title).slice(0, PRODUCT_TEXT_LENGTHS.handle);
    if (slug === '') return refuse('invalid_input', { handle: ['No handle can be made from the title. Send one.'] });
    const { title, sub_item_id, weight_grams, price: price_kobo } = fields;
    const required = { merchant_id: merchantId, slug, title, sub_item_id, category_id: 0, weight_grams, price_kobo };
    const content = await mergeFields(trx, { ...required, ...DEFAULTS, origin: seller.place }, fields);
    if (isRefused(content)) return content;
    const existing = await store.selectOwnByHandle(trx, merchantId, { handle: slug, sku: content.sku });
    const [same] = existing;
    if (same && hasContent(same, content)) return presentOwnProduct(same);
    if (same) return refuseTaken(existing, content);
    const product = { ...content, own_brand: seller.own_brand, stock, listed_at: new Date().toISOString() };
    const [inserted] = isHidden ? [await insertHiddenProduct(trx, product)] : await insertProducts(trx, [product]);
    const row = inserted && (await store.selectOwnProduct(trx, merchantId, inserted.id));
    if (!row) throw new Error(`product not inserted: ${slug}`);
    return presentOwnProduct(row);
  });

/**
 * Changes a product of a merchant (MERCHANT-52). Safe to repeat.
 * @param fields omitted ones stay as they are
 * @returns the product; product_changed if it is not the version that is sent, and not what is requested already; product_exists if another
 *   product has the SKU; unknown_category; not_found; merchant_suspended
 */
export const changeOwnProduct = (
  db: Database,
  merchantId: MerchantId,
  productId: ProductId,
  { version, ...fields }: z.output<typeof productChange>,
): Promise<OwnProduct | NotChangeable | Refused<'unknown_category' | 'product_exists' | 'product_changed'>> =>
  db.transaction().execute(async (trx) => {
    // Before the lock of the product, as in an import.
    if (fields.sku) await lockCatalogKeys(trx);
    const locked = await lockForChange(trx, merchantId, productId);
    if (isRefused(locked)) return locked;
    const { category_path: _, pictures: __, ...content } = locked.row;
    const changed = await mergeFields(trx, content, fields);
    if (isRefused(changed)) return changed;
    const current = presentOwnProduct(locked.row);
    if (hasContent(locked.row, changed)) return current;
    if (current.version !== version) return refuse('product_changed');
    if (fields.sku) {
      const withSku = await store.selectOwnByHandle(trx, merchantId, { handle: null, sku: fields.sku });
      const others = withSku.filter(({ id }) => id !== productId);
      if (others.length > 0) return refuseTaken(others, { slug: null, sku: fields.sku });
    }
    const product = { ...changed, listed_at: changed.listed_at.toISOString() };
    if (locked.isHidden) await updateHiddenProduct(trx, productId, { product });
    else await updateProducts(trx, [product]);
    return readOwnProduct(trx, merchantId, productId);
  });

/**
 * Sets or changes the pieces of a product that are for sale (MERCHANT-53).
 * @param change with `from`, nothing is changed unless the stock is that
 * @returns the product; stock_changed if it is not `from`; stock_too_low if it would become negative; invalid_input above the maximum;
 *   not_found; merchant_suspended
 */
export const changeOwnStock = (
  db: Database,
  merchantId: MerchantId,
  productId: ProductId,
  { to, by = 0, from }: z.output<typeof stockChange>,
): Promise<OwnProduct | NotChangeable | Refused<'stock_changed' | 'stock_too_low' | 'invalid_input'>> =>
  change(db, merchantId, productId, async (trx, { row: { stock: before }, isHidden }) => {
    if (from !== undefined && from !== before) return refuse('stock_changed');
    const after = to ?? before + by;
    if (after < 0) return refuse('stock_too_low');
    if (after > MAX_STOCK) return refuse('invalid_input', { by: [`The stock is ${MAX_STOCK} at most.`] });
    if (isHidden) await updateHiddenProduct(trx, productId, { stock: after });
    else await setStock(trx, productId, { before, after });
    return undefined;
  });

type Picture = store.OwnProductRow['pictures'][number];

const replacePictures = async (
  trx: Database,
  { row: { id }, isHidden }: Locked,
  pictures: readonly Picture[],
): Promise<void> => {
  const positioned = pictures.map(({ key, alt }, position) => ({ position, key, alt }));
  if (isHidden) return updateHiddenProduct(trx, id, { pictures: positioned });
  await deletePictures(trx, [id]);
  await insertPictures(
    trx,
    positioned.map((picture) => ({ product_id: id, ...picture })),
  );
};

/**
 * Adds an uploaded picture as the last one of a product (MERCHANT-54), with the title as its alternative text. A picture that the product has
 * changes nothing, so it is safe to repeat.
 * @param file untrusted
 * @returns the product; too_many_pictures; the refusals of `encodeUpload`; not_found; merchant_suspended
 * @throws MediaUnavailable
 */
export const addOwnPicture = async (
  { db, media }: { db: Database; media: MediaStore },
  merchantId: MerchantId,
  productId: ProductId,
  file: Uint8Array,
): Promise<OwnProduct | NotChangeable | Refused<PictureRefusal | 'too_many_pictures'>> => {
  // First, so that nothing is decoded and stored for products of others.
  const checked = await db.transaction().execute((trx) => lockForChange(trx, merchantId, productId));
  if (isRefused(checked)) return checked;
  const stored = await storePicture(media, file);
  if (isRefused(stored)) return stored;
  const { key } = stored;
  return change(db, merchantId, productId, async (trx, locked) => {
    const { pictures, title } = locked.row;
    if (pictures.some((one) => one.key === key)) return undefined;
    if (pictures.length >= MAX_PRODUCT_PICTURES) return refuse('too_many_pictures');
    await replacePictures(trx, locked, [...pictures, { key, alt: title }]);
    return undefined;
  });
};

/**
 * Sorts the pictures of a product, deletes those that are not named, and sets alternative texts (MERCHANT-55). Safe to repeat.
 * @returns the product; product_changed as in a change of the product; invalid_input for a picture that the product does not have; not_found;
 *   merchant_suspended
 */
export const arrangeOwnPictures = (
  db: Database,
  merchantId: MerchantId,
  productId: ProductId,
  { version, pictures: requested }: z.output<typeof pictureArrangement>,
): Promise<OwnProduct | NotChangeable | Refused<'product_changed' | 'invalid_input'>> =>
  change(db, merchantId, productId, async (trx, locked) => {
    const { row } = locked;
    const stored = new Map(row.pictures.map((picture) => [picture.key, picture]));
    const pictures = requested.flatMap(({ id, alt }) => {
      const picture = stored.get(id);
      return picture ? [{ key: id, alt: alt ?? picture.alt }] : [];
    });
    const areKnown = pictures.length === requested.length;
    if (areKnown && JSON.stringify(pictures) === JSON.stringify(row.pictures)) return undefined;
    if (presentOwnProduct(row).version !== version) return refuse('product_changed');
    if (!areKnown) return refuse('invalid_input', { pictures: ['Name only pictures of this product.'] });
    await replacePictures(trx, locked, pictures);
    return undefined;
  });
