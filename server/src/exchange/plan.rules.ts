import type { NewProduct, Seller, StoredProduct } from '../catalog/index.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import type { FindCategory } from './categories.rules.ts';
import type { ProductRecord, Refusal } from './record.rules.ts';

export type KeptPicture = { key: string; alt: string };

/** A record with its merchant and category resolved. */
export type Placed = { record: ProductRecord; seller: Seller; subItem: { id: number; category_id: number } };

const refused = ({ line, handle }: ProductRecord, reason: string): Refusal => ({ line, handle, reason });

/** Resolves the merchant and category of a record. @param merchant the default merchant slug */
export const placeRecord = (
  record: ProductRecord,
  sellers: ReadonlyMap<string, Seller>,
  findCategory: FindCategory,
  merchant: string | undefined,
): Placed | Refusal => {
  const slug = record.merchant ?? merchant;
  if (slug === undefined) return refused(record, 'The merchant is missing: give one with --merchant.');
  const seller = sellers.get(slug);
  if (!seller) return refused(record, `There is no merchant "${slug}".`);
  const names = record.categories.map((name) => `"${name}"`).join(', ');
  if (names === '') {
    const other = findCategory([]);
    return other ? { record, seller, subItem: other } : refused(record, 'The category is missing.');
  }
  const subItem = findCategory(record.categories);
  if (subItem) return { record, seller, subItem };
  return refused(record, `No category of ours is known for ${names}: give a line of the mapping to it.`);
};

/** Default values for new products, for columns that the file does not have. */
export type Defaults = { weight_grams: number | undefined; stock: number | undefined; listed_at: Date };

/** The changes of one batch. A change without `pictures` leaves the pictures as they are. */
export type Plan = {
  added: { product: NewProduct; pictures: readonly KeptPicture[] }[];
  changed: { product: NewProduct & { id: ProductId }; pictures: readonly KeptPicture[] | undefined }[];
  unchanged: number;
  refusals: Refusal[];
  /** Keys used so far with their line number, to refuse duplicates on later lines. */
  seen: Map<string, number>;
};

export const handleKey = (merchantId: MerchantId, handle: string) => `${merchantId} handle ${handle}`;
export const skuKey = (merchantId: MerchantId, sku: string) => `${merchantId} sku ${sku}`;
export const productKey = (productId: ProductId) => `product ${productId}`;

/** Merges the record with the stored product and the defaults; refuses it if a required value is missing. */
const writeOut = (
  { record, seller, subItem }: Placed,
  known: StoredProduct | undefined,
  defaults: Defaults,
): NewProduct | Refusal => {
  const weight_grams = record.weight_grams ?? known?.weight_grams ?? defaults.weight_grams;
  if (weight_grams === undefined) return refused(record, 'The weight is missing: give one with --weight.');
  const stock = record.stock ?? known?.stock ?? defaults.stock;
  if (stock === undefined) return refused(record, 'The number in stock is missing: give one with --stock.');
  const orKnown = <T>(said: T | undefined, kept: T | undefined, otherwise: T): T =>
    said === undefined ? (kept ?? otherwise) : said;
  return {
    slug: record.handle,
    sku: orKnown(record.sku, known?.sku, null),
    title: record.title,
    merchant_id: seller.id,
    sub_item_id: subItem.id,
    category_id: subItem.category_id,
    brand: orKnown(record.brand, known?.brand, null),
    own_brand: known?.own_brand ?? seller.own_brand,
    origin: record.origin ?? known?.origin ?? seller.place,
    description: record.description,
    warranty: orKnown(record.warranty, known?.warranty, null),
    keywords: record.keywords ?? known?.keywords ?? [],
    weight_grams,
    price_kobo: record.price_kobo,
    discount_percent: record.discount_percent,
    stock,
    listed_at: record.listed_at?.toISOString() ?? known?.listed_at ?? defaults.listed_at.toISOString(),
  };
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether the record is equal to the stored product. */
const isAsKnown = (product: NewProduct, known: StoredProduct): boolean => {
  const { id: _, pictures: __, ...kept } = known;
  return (Object.keys(product) as (keyof NewProduct)[]).every((name) => same(product[name], kept[name]));
};

/**
 * Plans the change for each product, in file order. A product is matched by its SKU, else by its handle, among the
 * products of its merchant.
 * @param known all products with one of the handles and SKUs
 * @param before keys used by earlier batches of this file, with the line number
 * @param picturesOf the stored pictures of a record, undefined if the file has no picture columns, or an error message
 *   if a picture is not available
 */
export const planBatch = (
  placed: readonly Placed[],
  known: readonly StoredProduct[],
  before: ReadonlyMap<string, number>,
  picturesOf: (record: ProductRecord) => readonly KeptPicture[] | undefined | string,
  defaults: Defaults,
): Plan => {
  const byHandle = new Map(known.map((one) => [handleKey(one.merchant_id, one.slug), one]));
  const bySku = new Map(
    known.flatMap((one) => (one.sku === null ? [] : [[skuKey(one.merchant_id, one.sku), one] as const])),
  );
  const plan: Plan = { added: [], changed: [], unchanged: 0, refusals: [], seen: new Map() };
  for (const one of placed) {
    const { record, seller } = one;
    const handle = handleKey(seller.id, record.handle);
    const sku = record.sku == null ? undefined : skuKey(seller.id, record.sku);
    const ofSku = sku === undefined ? undefined : bySku.get(sku);
    const ofHandle = byHandle.get(handle);
    const target = ofSku ?? ofHandle;
    const keys = [handle, ...(sku === undefined ? [] : [sku]), ...(target ? [productKey(target.id)] : [])];
    const again = keys.map((key) => plan.seen.get(key) ?? before.get(key)).find((line) => line !== undefined);
    if (again !== undefined) {
      plan.refusals.push(refused(record, `It is the same product as the one of line ${again}.`));
      continue;
    }
    if (ofSku && ofHandle && ofSku !== ofHandle) {
      plan.refusals.push(refused(record, `The SKU is that of the product "${ofSku.slug}", the handle another one's.`));
      continue;
    }
    for (const key of keys) plan.seen.set(key, record.line);
    const pictures = picturesOf(record);
    const product = typeof pictures === 'string' ? refused(record, pictures) : writeOut(one, target, defaults);
    if ('reason' in product) plan.refusals.push(product);
    else if (!target) plan.added.push({ product, pictures: typeof pictures === 'object' ? pictures : [] });
    else {
      const told = typeof pictures === 'object' && !same(pictures, target.pictures) ? pictures : undefined;
      if (told === undefined && isAsKnown(product, target)) plan.unchanged++;
      else plan.changed.push({ product: { ...product, id: target.id }, pictures: told });
      // The previous handle and SKU become available for later lines.
      if (target.slug !== product.slug) byHandle.delete(handleKey(seller.id, target.slug));
      if (target.sku !== null && target.sku !== product.sku) bySku.delete(skuKey(seller.id, target.sku));
    }
  }
  return plan;
};
