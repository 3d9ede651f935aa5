import { createHash } from 'node:crypto';
import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { OwnProduct, ProductChangeResults } from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import { computeSaleKobo } from '@sokuwa/contract/catalog/product.rules.ts';
import { getRefusalText, type Refused } from '../platform/refusal.ts';
import type { OwnProductRow } from './merchant-product.sql.ts';
import { MAX_PICTURE_WIDTH } from './product-picture.ts';

const VERSION_LENGTH = 22;

/** A version that follows from content. */
export const hashContent = (content: object): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, VERSION_LENGTH);

/**
 * The version of a product, for changes that are refused if another one came between. It follows from content and state, so each way of
 * writing, such as an import, gives another version, and no column has to be stored. Sales and renamed categories do not change it.
 */
const versionOf = (product: Omit<OwnProduct, 'version' | 'taken_down' | 'merged_into'>): string =>
  hashContent({ ...product, stock: 0, category_path: [], changed_at: '' });

const presentTakedown = (row: OwnProductRow): OwnProduct['taken_down'] =>
  row.taken_down_at && {
    at: row.taken_down_at.toISOString(),
    reason: row.taken_down_reason ?? '',
    asked_at: row.asked_at?.toISOString() ?? null,
    can_ask: row.asked_at === null && row.is_changed_since,
  };

/** Presents a product to its merchant; amounts in naira. */
export const presentOwnProduct = (row: OwnProductRow): OwnProduct => {
  const product = {
    id: row.id,
    handle: row.slug,
    sku: row.sku,
    title: row.title,
    description: row.description,
    sub_item_id: row.sub_item_id,
    category_path: row.category_path,
    price: row.price_kobo === null ? null : row.price_kobo / 100,
    discount_percent: row.discount_percent,
    sale_price: row.price_kobo === null ? null : computeSaleKobo(row.price_kobo, row.discount_percent) / 100,
    weight_grams: row.weight_grams,
    perishable: row.perishable,
    brand: row.brand,
    origin: row.origin,
    warranty: row.warranty,
    keywords: [...row.keywords],
    stock: row.stock,
    state: row.state,
    listed_at: row.listed_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    pictures: row.pictures.map(({ key, alt }) => ({
      id: key,
      image_url: pictureUrl(key, MAX_PICTURE_WIDTH, 'webp'),
      alt,
    })),
  };
  return { ...product, version: versionOf(product), taken_down: presentTakedown(row), merged_into: row.merged_into };
};

type ListResult = ProductChangeResults['results'][number];

/** Presents what a list shows of a product. */
export const presentListedProduct = (row: OwnProductRow): Extract<ListResult, { product: unknown }>['product'] => {
  const { id, title, price, discount_percent, sale_price, stock, state, version, taken_down, merged_into } =
    presentOwnProduct(row);
  return { id, title, price, discount_percent, sale_price, stock, state, version, taken_down, merged_into };
};

type RefusedResult = Extract<ListResult, { result: 'refused' }>;

/** Presents why one of many products was not changed. */
export const presentRefusedChange = (id: number, refused: Refused<RefusedResult['code']>): RefusedResult => {
  const { errors } = refused;
  return { result: 'refused', id, code: refused.refused, message: getRefusalText(refused), ...(errors && { errors }) };
};
