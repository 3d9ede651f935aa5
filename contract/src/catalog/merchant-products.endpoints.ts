import { endpoint } from '../endpoint.ts';
import { apiWriteRefusals, bodyRefusals, signedInRefusals } from '../refusal-groups.ts';
import type { Category } from './catalog.schemas.ts';
import type {
  NewProductBody,
  OwnProduct,
  OwnProductCounts,
  OwnProductPage,
  OwnProductsQuery,
  PictureArrangement,
  ProductChange,
  ProductChangeResults,
  ProductChanges,
  ProductCopyBody,
  StockChange,
} from './merchant-products.schemas.ts';

type Params = { productId: number };
/** The products of a suspended merchant, and those that are merged into others, can be read, but not changed. */
const changeRefusals = [
  ...apiWriteRefusals,
  ...bodyRefusals,
  'not_found',
  'merchant_suspended',
  'product_merged',
] as const;

/** New products do not move the pages after a cursor. */
export const listOwnProducts = endpoint<{ query: OwnProductsQuery; response: OwnProductPage }>()({
  method: 'GET',
  path: '/merchant/products/',
  auth: 'merchant',
  area: 'products',
  summary: "A merchant's products, by default newest first",
  refusals: [...signedInRefusals, 'invalid_input'],
});

export const countOwnProducts = endpoint<{ response: OwnProductCounts }>()({
  method: 'GET',
  path: '/merchant/products/counts/',
  auth: 'merchant',
  area: 'products',
  summary: 'How many products a merchant has by state, and how many live ones are low in stock or out of stock',
  refusals: [...signedInRefusals],
});

/**
 * A line for each product, in the shop or not, in the shop's own format, which an import reads. Cells that a spreadsheet could run as a formula
 * have an apostrophe before them.
 */
export const downloadProducts = endpoint<{ response: string }>()({
  method: 'GET',
  path: '/merchant/products.csv',
  auth: 'merchant',
  area: 'products',
  summary: "A merchant's products as CSV, oldest first",
  refusals: [...signedInRefusals],
  download: 'products.csv',
});

/** Another merchant's product is `not_found`. */
export const getOwnProduct = endpoint<{ params: Params; response: OwnProduct }>()({
  method: 'GET',
  path: '/merchant/products/{productId}/',
  auth: 'merchant',
  area: 'products',
  summary: "One of a merchant's products",
  refusals: [...signedInRefusals, 'invalid_input', 'not_found'],
});

/**
 * A repetition returns the product that the first request has created. Another product with this handle or SKU is `product_exists`, whose
 * `errors` name which.
 */
export const createProduct = endpoint<{ body: NewProductBody; response: OwnProduct }>()({
  method: 'POST',
  path: '/merchant/products/',
  auth: 'merchant',
  area: 'products',
  summary: 'Create a product',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'merchant_suspended', 'unknown_category', 'product_exists'],
});

/**
 * Always 200: each product is changed or not for itself, as its result says. Safe to repeat, because what is requested already is no conflict.
 */
export const changeProducts = endpoint<{ body: ProductChanges; response: ProductChangeResults }>()({
  method: 'PATCH',
  path: '/merchant/products/',
  auth: 'merchant',
  area: 'products',
  summary: 'Change price, discount, stock or state of up to 500 products',
  refusals: [...apiWriteRefusals, ...bodyRefusals, 'merchant_suspended'],
});

/**
 * The copy is a draft with all values and pictures, but without SKU and stock. A repetition returns the copy, until that is changed; the next
 * one is another then.
 */
export const duplicateProduct = endpoint<{ params: Params; body: ProductCopyBody; response: OwnProduct }>()({
  method: 'POST',
  path: '/merchant/products/{productId}/duplicate/',
  auth: 'merchant',
  area: 'products',
  summary: 'Copy a product as a draft',
  refusals: [...changeRefusals, 'product_exists', 'product_taken_down'],
});

/**
 * An omitted field stays unchanged. To become live a product needs a category, a price, a weight and a picture: `errors` of
 * `product_incomplete` name what is missing. If the product has changed since the version that is sent, nothing is changed, unless it has become what is
 * requested: a repetition is safe. The refusal `product_changed` has the product as it is now in `current`.
 */
export const changeProduct = endpoint<{ params: Params; body: ProductChange; response: OwnProduct }>()({
  method: 'PATCH',
  path: '/merchant/products/{productId}/',
  auth: 'merchant',
  area: 'products',
  summary: 'Change a product',
  refusals: [
    ...changeRefusals,
    'unknown_category',
    'product_exists',
    'product_changed',
    'product_incomplete',
    'product_taken_down',
  ],
});

/** After a change of a product that an operator has taken down. A repeated request changes nothing more. */
export const askForReview = endpoint<{ params: Params; response: OwnProduct }>()({
  method: 'POST',
  path: '/merchant/products/{productId}/ask-for-review/',
  auth: 'merchant',
  area: 'products',
  summary: 'Ask operators to look at a product again',
  refusals: [
    ...apiWriteRefusals,
    'invalid_input',
    'not_found',
    'merchant_suspended',
    'product_merged',
    'product_not_taken_down',
    'product_unchanged',
  ],
});

/** `to` can be repeated. `by` can be repeated with `from`: the second request is refused with `stock_changed`. */
export const changeProductStock = endpoint<{ params: Params; body: StockChange; response: OwnProduct }>()({
  method: 'POST',
  path: '/merchant/products/{productId}/stock/',
  auth: 'merchant',
  area: 'products',
  summary: 'Set or change the stock of a product',
  refusals: [...changeRefusals, 'stock_changed', 'stock_too_low'],
});

/** Multipart/form-data with one file `image`, which becomes the last picture. A picture that the product has already changes nothing. */
export const addProductPicture = endpoint<{ params: Params; body: FormData; response: OwnProduct }>()({
  method: 'POST',
  path: '/merchant/products/{productId}/pictures/',
  auth: 'merchant',
  area: 'products',
  summary: 'Add a picture to a product',
  refusals: [
    ...changeRefusals,
    'too_many_pictures',
    'picture_invalid',
    'picture_too_large',
    'pictures_unavailable',
    'too_busy',
  ],
});

/** Pictures that are not named are deleted. The version works as in a change of the product. */
export const arrangeProductPictures = endpoint<{ params: Params; body: PictureArrangement; response: OwnProduct }>()({
  method: 'PUT',
  path: '/merchant/products/{productId}/pictures/',
  auth: 'merchant',
  area: 'products',
  summary: 'Sort and delete pictures of a product, and set their alternative texts',
  refusals: [...changeRefusals, 'product_changed'],
});

/** With those that the shop leaves out because they are empty. */
export const listProductCategories = endpoint<{ response: Category[] }>()({
  method: 'GET',
  path: '/merchant/categories/',
  auth: 'merchant',
  area: 'products',
  summary: 'The categories that a product can be in',
  refusals: [...signedInRefusals],
});
