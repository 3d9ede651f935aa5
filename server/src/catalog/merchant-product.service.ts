import type {
  newProduct,
  OwnProduct,
  OwnProductCounts,
  ownProductsQuery,
  ProductChangeResults,
  pictureArrangement,
  productChange,
  productChanges,
  productCopy,
  stockChange,
} from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import {
  MAX_PRODUCT_PICTURES,
  MAX_STOCK,
  PRODUCT_STATES,
  PRODUCT_TEXT_LENGTHS,
  type ProductState,
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
import * as hidden from './hidden-products.sql.ts';
import { presentListedProduct, presentOwnProduct, presentRefusedChange } from './merchant-product.present.ts';
import { findMissing, formatCursor, isComplete, parseCursor } from './merchant-product.rules.ts';
import * as store from './merchant-product.sql.ts';
import { lockSeller } from './merchants.sql.ts';
import { type PictureRefusal, storePicture } from './product-picture.ts';
import { type HiddenProduct, insertProducts, lockCatalogKeys, replacePictures, toRow } from './products.sql.ts';
import { searchWords } from './search.rules.ts';
import { setStock, updateProducts } from './stock.service.ts';

/**
 * A merchant's products (MERCHANT-50), sorted (MERCHANT-71).
 * @param query `search` finds words of the title, the keywords and the brand, or a whole SKU or handle
 * @returns invalid_input for a cursor that no response of this sort contained
 */
export const listOwnProducts = async (
  db: Database,
  merchantId: MerchantId,
  { search, cursor, limit, sort, order: wanted, ...filter }: z.output<typeof ownProductsQuery>,
): Promise<CursorPage<OwnProduct> | Refused<'invalid_input'>> => {
  const after = cursor === undefined ? undefined : parseCursor(cursor, sort);
  if (cursor !== undefined && after === undefined) return refuse('invalid_input', { cursor: [CURSOR_TEXT] });
  const order = wanted ?? (sort === 'newest' || sort === 'changed' ? 'desc' : 'asc');
  const found = search ? { text: search, words: searchWords(search) } : undefined;
  const rows = await store.selectOwnProducts(
    db,
    merchantId,
    { ...filter, search: found },
    { sort, order, after, limit: limit + 1 },
  );
  const page = cutPage(rows, limit, ({ key, id }) => formatCursor(sort, { key, id }));
  return { ...page, results: page.results.map(presentOwnProduct) };
};

/** How many products a merchant has by state, and how many live ones are low in stock or out of stock (MERCHANT-71). */
export const countOwnProducts = (db: Database, merchantId: MerchantId): Promise<OwnProductCounts> =>
  store.countOwnProducts(db, merchantId);

/** One product of a merchant, in the shop or not. @returns not_found for another merchant's */
export const readOwnProduct = async (
  db: Database,
  merchantId: MerchantId,
  productId: ProductId,
): Promise<OwnProduct | Refused<'not_found'>> => {
  const row = await store.selectOwnProduct(db, merchantId, productId);
  return row ? presentOwnProduct(row) : refuse('not_found');
};

export type NotChangeable = Refused<'not_found' | 'merchant_suspended' | 'product_merged'>;

/**
 * Locks a product for a change of its merchant.
 * @returns its row; not_found for another merchant's; merchant_suspended; product_merged, so that programs notice that it sells nothing any more
 *   (MODERATION-12)
 */
export const lockForChange = async (
  trx: Database,
  merchantId: MerchantId,
  productId: ProductId,
): Promise<{ row: store.OwnProductRow } | NotChangeable> => {
  await store.lockOwnProducts(trx, merchantId, [productId]);
  const row = await store.selectOwnProduct(trx, merchantId, productId);
  if (!row) return refuse('not_found');
  if (row.is_suspended) return refuse('merchant_suspended');
  return row.merged_into === null ? { row } : refuse('product_merged');
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
  run: (trx: Database, row: store.OwnProductRow) => Promise<R | undefined>,
): Promise<OwnProduct | R | NotChangeable> =>
  db.transaction().execute(async (trx) => {
    const locked = await lockForChange(trx, merchantId, productId);
    if (isRefused(locked)) return locked;
    return (await run(trx, locked.row)) ?? readOwnProduct(trx, merchantId, productId);
  });

type Fields = Omit<z.output<typeof productChange>, 'version' | 'state'>;
type Content = Omit<HiddenProduct, 'own_brand' | 'stock' | 'listed_at'>;

/** Of a new product, as in an import. */
const DEFAULTS = {
  sku: null,
  sub_item_id: null,
  category_id: null,
  price_kobo: null,
  weight_grams: null,
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

/** The columns of a product. */
export const contentOf = (row: store.OwnProductRow): HiddenProduct => {
  const { id: _, ...content } = toRow({ ...row, listed_at: row.listed_at.toISOString() });
  return content;
};

/** The content with the fields that are sent. @returns unknown_category if there is no such sub-item */
const mergeFields = async <C extends Content>(
  trx: Database,
  content: C,
  { price, ...fields }: Fields,
): Promise<C | Refused<'unknown_category'>> => {
  const merged = { ...content, ...omitUndefined({ ...fields, price_kobo: price }) };
  if (merged.sub_item_id === null) return { ...merged, category_id: null };
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
  others: readonly Pick<store.OwnProductRow, 'id' | 'title' | 'slug' | 'sku'>[],
  { slug, sku }: { slug: string | null; sku: string | null },
): Refused<'product_exists'> => {
  const describe = (other: (typeof others)[number] | undefined) =>
    other && [`The product ${other.id} has it: ${other.title}`];
  const handle = describe(others.find((other) => other.slug === slug));
  const bySku = describe(others.find((other) => sku !== null && other.sku === sku));
  return refuse('product_exists', { ...(handle && { handle }), ...(bySku && { sku: bySku }) });
};

/** The refusal of a change that another one came before. */
const refuseChanged = (current: OwnProduct): Refused<'product_changed'> => ({
  ...refuse('product_changed'),
  currentBody: current,
});

/**
 * Creates a product of a merchant (MERCHANT-51), which is live, or a draft (MERCHANT-70). Safe to repeat, because its handle is unique among the
 * merchant's products.
 * @returns the product, or the one that the first request has created; product_exists for another product with the handle or SKU;
 *   unknown_category; merchant_suspended; invalid_input if no handle can be made from the title
 */
export const createOwnProduct = (
  db: Database,
  merchantId: MerchantId,
  { handle, stock = 0, state, ...fields }: z.output<typeof newProduct>,
): Promise<OwnProduct | Refused<'invalid_input' | 'unknown_category' | 'product_exists' | 'merchant_suspended'>> =>
  db.transaction().execute(async (trx) => {
    await lockCatalogKeys(trx);
    const seller = await lockSeller(trx, merchantId);
    const isOpen = seller.suspended_at === null;
    if (!isOpen && seller.state === 'approved') return refuse('merchant_suspended');
    const slug = handle ?? slugify(fields.title).slice(0, PRODUCT_TEXT_LENGTHS.handle);
    if (slug === '') return refuse('invalid_input', { handle: ['No handle can be made from the title. Send one.'] });
    const required = { merchant_id: merchantId, slug, title: fields.title };
    const content = await mergeFields<Content>(trx, { ...required, ...DEFAULTS, origin: seller.place }, fields);
    if (isRefused(content)) return content;
    const existing = await store.selectOwnByHandle(trx, merchantId, { handle: slug, sku: content.sku });
    const [same] = existing;
    if (same && hasContent(same, content)) return presentOwnProduct(same);
    if (same) return refuseTaken(existing, content);
    const product = { ...content, own_brand: seller.own_brand, stock, listed_at: new Date().toISOString() };
    const isLive = isComplete(product) && state === 'live';
    const id =
      isLive && isOpen
        ? (await insertProducts(trx, [product]))[0]?.id
        : await hidden.insertHiddenProduct(trx, product, { state: isLive ? 'live' : 'draft', pictures: [] });
    const row = id && (await store.selectOwnProduct(trx, merchantId, id));
    if (!row) throw new Error(`product not inserted: ${slug}`);
    return presentOwnProduct(row);
  });

/** Copies of a product that a merchant can have before it gives one a handle of its own. */
const MAX_COPIES = 100;

/**
 * Copies a product of a merchant as a draft, with all values and pictures, but without SKU and stock (MERCHANT-73). Safe to repeat: the copy is
 * returned while it is as it was made.
 * @param handle of the copy; by default made from that of the product, and another one when that copy has been changed
 * @returns the copy; product_exists for another product with the handle; product_taken_down, because the copy would bring it back; not_found;
 *   merchant_suspended
 */
export const duplicateOwnProduct = (
  db: Database,
  merchantId: MerchantId,
  productId: ProductId,
  { handle }: z.output<typeof productCopy>,
): Promise<OwnProduct | NotChangeable | Refused<'product_exists' | 'product_taken_down'>> =>
  db.transaction().execute(async (trx) => {
    await lockCatalogKeys(trx);
    const locked = await lockForChange(trx, merchantId, productId);
    if (isRefused(locked)) return locked;
    const original = locked.row;
    if (original.taken_down_at !== null) return refuse('product_taken_down');
    const { pictures } = original;
    const { listed_at: _, own_brand, stock: __, ...content } = contentOf(original);
    const stem = original.slug.slice(0, PRODUCT_TEXT_LENGTHS.handle - '-copy-100'.length);
    const handles = handle
      ? [handle]
      : Array.from({ length: MAX_COPIES }, (___, n) => `${stem}-copy${n === 0 ? '' : `-${n + 1}`}`);
    for (const slug of handles) {
      const copy = { ...content, slug, sku: null };
      const [same] = await store.selectOwnByHandle(trx, merchantId, { handle: slug, sku: null });
      const isCopy =
        same?.state === 'draft' && hasContent(same, copy) && JSON.stringify(same.pictures) === JSON.stringify(pictures);
      if (same && isCopy) return presentOwnProduct(same);
      if (same) continue;
      const product = { ...copy, own_brand, stock: 0, listed_at: new Date().toISOString() };
      return readOwnProduct(
        trx,
        merchantId,
        await hidden.insertHiddenProduct(trx, product, { state: 'draft', pictures }),
      );
    }
    return refuse('product_exists');
  });

/** A change of a locked product. `content` has its stock too. */
export type Planned = { row: store.OwnProductRow; content: HiddenProduct; state: ProductState };

/**
 * Checks that a changed product can have its state: in the shop all values, and a picture when it becomes live (MERCHANT-70). What an operator has
 * taken down cannot become live (MODERATION-6).
 * @returns product_incomplete, whose `errors` name what is missing; product_taken_down; undefined if nothing is wrong
 */
const refuseState = ({
  row,
  content,
  state,
}: Planned): Refused<'product_incomplete' | 'product_taken_down'> | undefined => {
  if (state !== 'live') return undefined;
  if (row.taken_down_at !== null) return refuse('product_taken_down', { state: [row.taken_down_reason ?? ''] });
  const missing = findMissing(content, row.state === 'live' ? undefined : row.pictures);
  return missing && refuse('product_incomplete', missing);
};

/** Writes changes of locked products, and moves them into the shop or out of it. The keys of the catalogue are locked if a state changes. */
export const writeChanges = async (trx: Database, planned: readonly Planned[]): Promise<void> => {
  await updateProducts(
    trx,
    planned.map(({ row, content }) => ({ ...content, id: row.id })),
  );
  await moveProducts(trx, planned);
};

type Move = Pick<Planned, 'row' | 'state'>;

/** Moves locked products into the shop or out of it, where their state is another one than before. The keys of the catalogue are locked. */
export const moveProducts = async (trx: Database, planned: readonly Move[]): Promise<void> => {
  const moved = planned.filter(({ row, state }) => row.state !== state);
  const select = (isIncluded: (one: Move) => boolean) => moved.filter(isIncluded).map(({ row }) => row.id);
  // The live products of a store that is not approved, or is suspended, stay where its drafts are.
  const isShown = ({ row, state }: Move) => state === 'live' && row.is_store_approved && !row.is_suspended;
  for (const to of PRODUCT_STATES) {
    const [fromShop, others] = [
      select(({ row, state }) => state === to && !row.is_hidden),
      select((one) => one.state === to && one.row.is_hidden && !isShown(one)),
    ];
    if (others.length > 0) await hidden.updateHiddenStates(trx, others, to);
    if (fromShop.length > 0) await hidden.hideProducts(trx, fromShop, to);
  }
  const shown = select(isShown);
  if (shown.length > 0) await hidden.showProducts(trx, shown);
};

/** The refusals of products that cannot be moved into the shop, because another product has their handle or SKU. */
export const refuseObstructed = async (
  trx: Database,
  planned: readonly Move[],
): Promise<Map<ProductId, Refused<'product_exists'>>> => {
  const shown = planned.filter(({ row, state }) => state === 'live' && row.is_hidden);
  if (shown.length === 0) return new Map();
  const obstacles = await hidden.selectObstacles(
    trx,
    shown.map(({ row }) => row.id),
  );
  return new Map(
    shown.flatMap(({ row }) => {
      const others = obstacles.filter(({ id }) => id === row.id).map((one) => ({ ...one, id: one.other }));
      return others.length === 0 ? [] : [[row.id, refuseTaken(others, row)] as const];
    }),
  );
};

/**
 * Changes a product of a merchant (MERCHANT-52), also its state (MERCHANT-70). Safe to repeat.
 * @param fields omitted ones stay as they are
 * @returns the product; product_changed, with the product as it is, if it is not the version that is sent, and not what is requested already;
 *   product_incomplete if the shop needs what is missing; product_taken_down if an operator keeps it from becoming live; product_exists if another product has the SKU, or the handle where it becomes live;
 *   unknown_category; not_found; merchant_suspended
 */
export const changeOwnProduct = (
  db: Database,
  merchantId: MerchantId,
  productId: ProductId,
  { version, state: requested, ...fields }: z.output<typeof productChange>,
): Promise<
  | OwnProduct
  | NotChangeable
  | Refused<'unknown_category' | 'product_exists' | 'product_changed' | 'product_incomplete' | 'product_taken_down'>
> =>
  db.transaction().execute(async (trx) => {
    // Before the lock of the product, as in an import.
    if (fields.sku || requested) await lockCatalogKeys(trx);
    const locked = await lockForChange(trx, merchantId, productId);
    if (isRefused(locked)) return locked;
    const { row } = locked;
    const content = await mergeFields(trx, contentOf(row), fields);
    if (isRefused(content)) return content;
    const planned = { row, content, state: requested ?? row.state };
    const current = presentOwnProduct(row);
    if (planned.state === row.state && hasContent(row, content)) return current;
    if (current.version !== version) return refuseChanged(current);
    if (fields.sku) {
      const withSku = await store.selectOwnByHandle(trx, merchantId, { handle: null, sku: fields.sku });
      const others = withSku.filter(({ id }) => id !== productId);
      if (others.length > 0) return refuseTaken(others, { slug: null, sku: fields.sku });
    }
    const refused = refuseState(planned) ?? (await refuseObstructed(trx, [planned])).get(productId);
    if (refused) return refused;
    await writeChanges(trx, [planned]);
    return readOwnProduct(trx, merchantId, productId);
  });

type ListChange = z.output<typeof productChanges>['changes'][number];
type ListResult = ProductChangeResults['results'][number];

/** What a change of a list does to a locked product. */
const planListChange = (
  row: store.OwnProductRow,
  { version, price, discount_percent, stock, stock_from, state }: ListChange,
): Planned | 'unchanged' | 'conflict' | Refused<'product_incomplete' | 'product_taken_down' | 'product_merged'> => {
  const before = contentOf(row);
  const content = { ...before, ...omitUndefined({ price_kobo: price, discount_percent, stock }) };
  const planned = { row, content, state: state ?? row.state };
  if (planned.state === row.state && JSON.stringify(content) === JSON.stringify(before)) return 'unchanged';
  if (row.merged_into !== null) return refuse('product_merged');
  const isStale = presentOwnProduct(row).version !== version;
  const isOtherStock =
    stock !== undefined && stock_from !== undefined && stock !== row.stock && stock_from !== row.stock;
  return isStale || isOtherStock ? 'conflict' : (refuseState(planned) ?? planned);
};

/**
 * Changes price, discount, stock and state of many products of a merchant (MERCHANT-72), each for itself, in one transaction. Safe to repeat.
 * @returns the results in the order of the changes; merchant_suspended
 */
export const changeOwnProducts = (
  db: Database,
  merchantId: MerchantId,
  { changes }: z.output<typeof productChanges>,
): Promise<ProductChangeResults | Refused<'merchant_suspended'>> =>
  db.transaction().execute(async (trx) => {
    if (changes.some(({ state }) => state !== undefined)) await lockCatalogKeys(trx);
    const ids = changes.map(({ id }) => id as ProductId);
    await store.lockOwnProducts(trx, merchantId, ids);
    const before = await store.selectOwnByIds(trx, merchantId, ids);
    if (before.some((row) => row.is_suspended)) return refuse('merchant_suspended');
    const rows = new Map(before.map((row) => [row.id as number, row]));
    const plans = changes.map((change) => {
      const row = rows.get(change.id);
      return row ? planListChange(row, change) : refuse('not_found');
    });
    const isPlanned = (plan: (typeof plans)[number]): plan is Planned => typeof plan === 'object' && !isRefused(plan);
    const obstructed = await refuseObstructed(trx, plans.filter(isPlanned));
    const written = plans.filter(isPlanned).filter(({ row }) => !obstructed.has(row.id));
    await writeChanges(trx, written);
    const after = new Map((await store.selectOwnByIds(trx, merchantId, ids)).map((row) => [row.id as number, row]));
    const results = changes.map(({ id }, n): ListResult => {
      const plan = plans[n];
      const refused = isRefused(plan) ? plan : obstructed.get(id as ProductId);
      const row = after.get(id);
      if (refused || !row) return presentRefusedChange(id, refused ?? refuse('not_found'));
      return { result: typeof plan === 'string' ? plan : 'changed', product: presentListedProduct(row) };
    });
    return { results };
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
  change(db, merchantId, productId, async (trx, { stock: before }) => {
    if (from !== undefined && from !== before) return refuse('stock_changed');
    const after = to ?? before + by;
    if (after < 0) return refuse('stock_too_low');
    if (after > MAX_STOCK) return refuse('invalid_input', { by: [`The stock is ${MAX_STOCK} at most.`] });
    await setStock(trx, productId, { before, after });
    return undefined;
  });

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
  return change(db, merchantId, productId, async (trx, { pictures, title }) => {
    if (pictures.some((one) => one.key === key)) return undefined;
    if (pictures.length >= MAX_PRODUCT_PICTURES) return refuse('too_many_pictures');
    await replacePictures(trx, [{ id: productId, pictures: [...pictures, { key, alt: title }] }]);
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
  change(db, merchantId, productId, async (trx, row) => {
    const stored = new Map(row.pictures.map((picture) => [picture.key, picture]));
    const pictures = requested.flatMap(({ id, alt }) => {
      const picture = stored.get(id);
      return picture ? [{ key: id, alt: alt ?? picture.alt }] : [];
    });
    const areKnown = pictures.length === requested.length;
    if (areKnown && JSON.stringify(pictures) === JSON.stringify(row.pictures)) return undefined;
    const current = presentOwnProduct(row);
    if (current.version !== version) return refuseChanged(current);
    if (!areKnown) return refuse('invalid_input', { pictures: ['Name only pictures of this product.'] });
    await replacePictures(trx, [{ id: productId, pictures }]);
    return undefined;
  });
