import type { NewProduct, Seller, StoredProduct } from '../catalog/index.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import type { FindCategory } from './categories.rules.ts';
import type { ProductRecord, Refusal } from './record.rules.ts';

export type StoredPicture = { key: string; alt: string };

/** A record with its merchant and category resolved. */
export type ResolvedRecord = { record: ProductRecord; seller: Seller; subItem: { id: number; category_id: number } };

const createRefusal = ({ line, handle }: ProductRecord, reason: string): Refusal => ({ line, handle, reason });

/** Resolves the merchant and category of a record. @param merchant the default merchant slug */
export const resolveRecord = (
  record: ProductRecord,
  sellers: ReadonlyMap<string, Seller>,
  findCategory: FindCategory,
  merchant: string | undefined,
): ResolvedRecord | Refusal => {
  const slug = record.merchant ?? merchant;
  if (slug === undefined) return createRefusal(record, 'The merchant is missing: set a default with --merchant.');
  const seller = sellers.get(slug);
  if (!seller) return createRefusal(record, `There is no merchant "${slug}".`);
  const names = record.categories.map((name) => `"${name}"`).join(', ');
  if (names === '') {
    const fallback = findCategory([]);
    return fallback ? { record, seller, subItem: fallback } : createRefusal(record, 'The category is missing.');
  }
  const subItem = findCategory(record.categories);
  if (subItem) return { record, seller, subItem };
  return createRefusal(record, `The shop has no category for ${names}: add a line to the category mapping.`);
};

/** Default values for new products, for columns that the file does not have. */
export type Defaults = { weight_grams: number | undefined; stock: number | undefined; listed_at: Date };

/** The changes of one batch. A change without `pictures` leaves the pictures as they are. */
export type Plan = {
  added: { product: NewProduct; pictures: readonly StoredPicture[] }[];
  changed: { product: NewProduct & { id: ProductId }; pictures: readonly StoredPicture[] | undefined }[];
  unchanged: number;
  refusals: Refusal[];
  /** Keys used so far with their line number, to refuse duplicates on later lines. */
  seen: Map<string, number>;
};

export const handleKey = (merchantId: MerchantId, handle: string) => `${merchantId} handle ${handle}`;
export const skuKey = (merchantId: MerchantId, sku: string) => `${merchantId} sku ${sku}`;
export const productKey = (productId: ProductId) => `product ${productId}`;

/** Merges the record with the stored product and the defaults; refuses it if a required value is missing. */
const mergeProduct = (
  { record, seller, subItem }: ResolvedRecord,
  stored: StoredProduct | undefined,
  defaults: Defaults,
): NewProduct | Refusal => {
  const weight_grams = record.weight_grams ?? stored?.weight_grams ?? defaults.weight_grams;
  if (weight_grams === undefined) return createRefusal(record, 'The weight is missing: set a default with --weight.');
  const stock = record.stock ?? stored?.stock ?? defaults.stock;
  if (stock === undefined) return createRefusal(record, 'The stock is missing: set a default with --stock.');
  const orStored = <T>(given: T | undefined, stored: T | undefined, fallback: T): T =>
    given === undefined ? (stored ?? fallback) : given;
  return {
    slug: record.handle,
    sku: orStored(record.sku, stored?.sku, null),
    title: record.title,
    merchant_id: seller.id,
    sub_item_id: subItem.id,
    category_id: subItem.category_id,
    brand: orStored(record.brand, stored?.brand, null),
    own_brand: stored?.own_brand ?? seller.own_brand,
    origin: record.origin ?? stored?.origin ?? seller.place,
    description: record.description,
    warranty: orStored(record.warranty, stored?.warranty, null),
    keywords: record.keywords ?? stored?.keywords ?? [],
    weight_grams,
    price_kobo: record.price_kobo,
    discount_percent: record.discount_percent,
    stock,
    listed_at: record.listed_at?.toISOString() ?? stored?.listed_at ?? defaults.listed_at.toISOString(),
  };
};

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether the record is equal to the stored product. */
const isUnchanged = (product: NewProduct, stored: StoredProduct): boolean => {
  const { id: _, pictures: __, ...columns } = stored;
  return (Object.keys(product) as (keyof NewProduct)[]).every((name) => isEqual(product[name], columns[name]));
};

/**
 * Plans the change for each product, in file order. A product is matched by its SKU, else by its handle, among the
 * products of its merchant.
 * @param stored all products with one of the handles and SKUs
 * @param seen keys used by earlier batches of this file, with the line number
 * @param findPictures returns the stored pictures of a record, undefined if the file has no picture columns, or an error
 *   message if a picture is not available
 */
export const planBatch = (
  resolved: readonly ResolvedRecord[],
  stored: readonly StoredProduct[],
  seen: ReadonlyMap<string, number>,
  findPictures: (record: ProductRecord) => readonly StoredPicture[] | undefined | string,
  defaults: Defaults,
): Plan => {
  const byHandle = new Map(stored.map((one) => [handleKey(one.merchant_id, one.slug), one]));
  const bySku = new Map(
    stored.flatMap((one) => (one.sku === null ? [] : [[skuKey(one.merchant_id, one.sku), one] as const])),
  );
  const plan: Plan = { added: [], changed: [], unchanged: 0, refusals: [], seen: new Map() };
  for (const resolvedRecord of resolved) {
    const { record, seller } = resolvedRecord;
    const handle = handleKey(seller.id, record.handle);
    const sku = record.sku == null ? undefined : skuKey(seller.id, record.sku);
    const matchBySku = sku === undefined ? undefined : bySku.get(sku);
    const matchByHandle = byHandle.get(handle);
    const target = matchBySku ?? matchByHandle;
    const keys = [handle, ...(sku === undefined ? [] : [sku]), ...(target ? [productKey(target.id)] : [])];
    const firstLine = keys.map((key) => plan.seen.get(key) ?? seen.get(key)).find((line) => line !== undefined);
    if (firstLine !== undefined) {
      plan.refusals.push(createRefusal(record, `It is the same product as on line ${firstLine}.`));
      continue;
    }
    if (matchBySku && matchByHandle && matchBySku !== matchByHandle) {
      plan.refusals.push(
        createRefusal(record, `The SKU belongs to the product "${matchBySku.slug}", the handle to another product.`),
      );
      continue;
    }
    for (const key of keys) plan.seen.set(key, record.line);
    const pictures = findPictures(record);
    const product =
      typeof pictures === 'string' ? createRefusal(record, pictures) : mergeProduct(resolvedRecord, target, defaults);
    if ('reason' in product) plan.refusals.push(product);
    else if (!target) plan.added.push({ product, pictures: typeof pictures === 'object' ? pictures : [] });
    else {
      const newPictures = typeof pictures === 'object' && !isEqual(pictures, target.pictures) ? pictures : undefined;
      if (newPictures === undefined && isUnchanged(product, target)) plan.unchanged++;
      else plan.changed.push({ product: { ...product, id: target.id }, pictures: newPictures });
      // The previous handle and SKU become available for later lines.
      if (target.slug !== product.slug) byHandle.delete(handleKey(seller.id, target.slug));
      if (target.sku !== null && target.sku !== product.sku) bySku.delete(skuKey(seller.id, target.sku));
    }
  }
  return plan;
};
