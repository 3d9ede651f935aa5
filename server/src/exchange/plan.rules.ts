import type { NewProduct, Seller, StoredProduct } from '../catalog/index.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import type { FindCategory } from './categories.rules.ts';
import type { ProductRecord, Refusal } from './record.rules.ts';

export type StoredPicture = { key: string; alt: string };

/** The pictures of a record that are stored, in order, and the reasons why others are missing. */
export type FoundPictures = { pictures: readonly StoredPicture[]; missing: readonly string[] };

/** A product whose pictures are fetched later and then replace the present ones. */
export type IncompleteProduct = {
  /** The id; for a new product, which has none yet, the key of its handle. */
  product: ProductId | string;
  wanted: readonly { source: string; alt: string }[];
  before: readonly StoredPicture[];
};

/** A record with its merchant and category resolved. */
export type ResolvedRecord = { record: ProductRecord; seller: Seller; subItem: { id: number; category_id: number } };

/** Creates a report row about the record. */
const createReportRow = ({ line, handle }: ProductRecord, reason: string): Refusal => ({ line, handle, reason });

/** Resolves the merchant and category of a record. @param merchant the default merchant slug */
export const resolveRecord = (
  record: ProductRecord,
  sellers: ReadonlyMap<string, Seller>,
  findCategory: FindCategory,
  merchant: string | undefined,
): ResolvedRecord | Refusal => {
  const slug = record.merchant ?? merchant;
  if (slug === undefined) return createReportRow(record, 'The merchant is missing: set a default with --merchant.');
  const seller = sellers.get(slug);
  if (!seller) return createReportRow(record, `There is no merchant "${slug}".`);
  const names = record.categories.map((name) => `"${name}"`).join(', ');
  if (names === '') {
    const fallback = findCategory([]);
    return fallback ? { record, seller, subItem: fallback } : createReportRow(record, 'The category is missing.');
  }
  const subItem = findCategory(record.categories);
  if (subItem) return { record, seller, subItem };
  return createReportRow(record, `The shop has no category for ${names}: add a line to the category mapping.`);
};

/** Default values for new products, and whether the stock of the file replaces that of known products. */
export type Defaults = {
  weight_grams: number | undefined;
  stock: number | undefined;
  set_stock: boolean;
  listed_at: Date;
};

/** The changes of one batch. A change without `pictures` leaves the pictures as they are. */
export type Plan = {
  added: { product: NewProduct; pictures: readonly StoredPicture[] }[];
  changed: { product: NewProduct & { id: ProductId }; pictures: readonly StoredPicture[] | undefined }[];
  unchanged: number;
  refusals: Refusal[];
  /** Report rows about products that were imported. */
  notes: Refusal[];
  incomplete: IncompleteProduct[];
  /** Keys used so far with their line number, to refuse duplicates on later lines. */
  seen: Map<string, number>;
};

/** Keys of products, under which a plan and an import find them. A new product has no id yet, only a handle and maybe a SKU. */
export const handleKey = (merchantId: MerchantId, handle: string) => `${merchantId} handle ${handle}`;
export const skuKey = (merchantId: MerchantId, sku: string) => `${merchantId} sku ${sku}`;
export const productKey = (productId: ProductId) => `product ${productId}`;

/**
 * Computes the stock of a known product after the import. Sales continue while a file is edited, so its stock replaces
 * the stored one only with `set_stock`. The stock in a file includes the units that unpaid orders reserve; the stored
 * stock does not.
 * @param held units in unpaid orders
 * @returns the units for sale, with a note for the report if the file's stock was set or could not be set
 */
const computeStock = (
  record: ProductRecord,
  stored: StoredProduct,
  held: number,
  { set_stock }: Defaults,
): { stock: number; note?: string } => {
  if (!set_stock || record.stock === undefined || record.stock === stored.stock + held) return { stock: stored.stock };
  if (record.stock < held)
    return { stock: stored.stock, note: `The stock was not set to ${record.stock}: unpaid orders hold ${held}.` };
  return { stock: record.stock - held, note: `The stock was set to ${record.stock}; it was ${stored.stock + held}.` };
};

/** Merges the record with the stored product and the defaults; refuses it if a required value is missing. */
const mergeProduct = (
  { record, seller, subItem }: ResolvedRecord,
  stored: StoredProduct | undefined,
  knownStock: number | undefined,
  defaults: Defaults,
): NewProduct | Refusal => {
  const weight_grams = record.weight_grams ?? stored?.weight_grams ?? defaults.weight_grams;
  if (weight_grams === undefined) return createReportRow(record, 'The weight is missing: set a default with --weight.');
  const stock = knownStock ?? record.stock ?? defaults.stock;
  if (stock === undefined) return createReportRow(record, 'The stock is missing: set a default with --stock.');
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
    perishable: record.perishable ?? stored?.perishable ?? false,
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
 * @param held units of these products in unpaid orders
 * @param seen keys used by earlier batches of this file, with the line number
 * @param findPictures returns the pictures of a record, undefined if the file has no picture columns, or an error
 *   message if a picture can never be fetched
 */
export const planBatch = (
  resolved: readonly ResolvedRecord[],
  stored: readonly StoredProduct[],
  held: ReadonlyMap<ProductId, number>,
  seen: ReadonlyMap<string, number>,
  findPictures: (record: ProductRecord) => FoundPictures | undefined | string,
  defaults: Defaults,
): Plan => {
  const byHandle = new Map(stored.map((one) => [handleKey(one.merchant_id, one.slug), one]));
  const bySku = new Map(
    stored.flatMap((one) => (one.sku === null ? [] : [[skuKey(one.merchant_id, one.sku), one] as const])),
  );
  const plan: Plan = { added: [], changed: [], unchanged: 0, refusals: [], notes: [], incomplete: [], seen: new Map() };
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
      plan.refusals.push(createReportRow(record, `It is the same product as on line ${firstLine}.`));
      continue;
    }
    if (matchBySku && matchByHandle && matchBySku !== matchByHandle) {
      plan.refusals.push(
        createReportRow(record, `The SKU belongs to the product "${matchBySku.slug}", the handle to another product.`),
      );
      continue;
    }
    for (const key of keys) plan.seen.set(key, record.line);
    const found = findPictures(record);
    const stockChange = target && computeStock(record, target, held.get(target.id) ?? 0, defaults);
    const product =
      typeof found === 'string'
        ? createReportRow(record, found)
        : mergeProduct(resolvedRecord, target, stockChange?.stock, defaults);
    if ('reason' in product) {
      plan.refusals.push(product);
      continue;
    }
    if (stockChange?.note !== undefined) plan.notes.push(createReportRow(record, stockChange.note));
    const { pictures, missing } = typeof found === 'object' ? found : { pictures: undefined, missing: [] };
    if (missing.length > 0) {
      plan.notes.push(...missing.map((reason) => createReportRow(record, `${reason} It is fetched again later.`)));
      const before = target ? target.pictures : (pictures ?? []);
      plan.incomplete.push({ product: target?.id ?? handle, wanted: record.pictures ?? [], before });
    }
    if (!target) plan.added.push({ product, pictures: pictures ?? [] });
    else {
      // An incomplete set of pictures does not replace the present one.
      const isReplaced = pictures && missing.length === 0 && !isEqual(pictures, target.pictures);
      const newPictures = isReplaced ? pictures : undefined;
      if (newPictures === undefined && isUnchanged(product, target)) plan.unchanged++;
      else plan.changed.push({ product: { ...product, id: target.id }, pictures: newPictures });
      // The previous handle and SKU become available for later lines. An unchanged handle is in `seen`, but an
      // unchanged SKU may not be, so it stays taken.
      byHandle.delete(handleKey(seller.id, target.slug));
      if (target.sku !== null && target.sku !== product.sku) bySku.delete(skuKey(seller.id, target.sku));
    }
  }
  return plan;
};
