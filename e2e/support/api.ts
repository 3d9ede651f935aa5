import { expect, type Page } from './fixtures.ts';

/** Requests to the API outside of the page, as from another device of the shopper. */

export const authorization = (token: string) => ({ authorization: `Token ${token}` });

export type ListedProduct = {
  id: number;
  title: string;
  weight: number;
  display_price: string;
  converted_price: string;
  discount_percentage: string;
  stock: number;
};
export type ProductListResponse = { count: number; results: ListedProduct[] };

/** @param path below /backend */
export const fetchFromApi = async <T = ProductListResponse>(page: Page, path: string, token?: string): Promise<T> =>
  (await page.request.get(`/backend${path}`, token === undefined ? {} : { headers: authorization(token) })).json();

/** @param path below /backend */
export const postToApi = async <T = unknown>(page: Page, path: string, token: string, data: object): Promise<T> => {
  const response = await page.request.post(`/backend${path}`, { headers: authorization(token), data });
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
};

/** @returns products of the demo market with enough stock for every journey */
export const fetchProductsInStock = async (
  page: Page,
  count: number,
): Promise<{ id: number; title: string; price: number }[]> => {
  type Product = { id: number; title: string; stock: number; discount_price: number };
  const { results } = await fetchFromApi<{ results: Product[] }>(page, '/api/products/?page=1&in_stock=true');
  return results
    .filter(({ stock }) => stock >= 20)
    .slice(0, count)
    .map(({ id, title, discount_price }) => ({ id, title, price: discount_price }));
};

/** Adds products to the shopper's cart. */
export const fillCart = async (page: Page, token: string, lines: [productId: number, quantity: number][]) => {
  for (const [product_id, quantity] of lines) await postToApi(page, '/api/cart/', token, { product_id, quantity });
};

/** @returns the shopper's cart as product ids with quantities */
export const fetchServerCart = async (page: Page, token: string): Promise<[number, number][]> => {
  type Cart = { cart: { product_id: number; quantity: number }[] };
  const { cart } = await fetchFromApi<Cart>(page, '/api/cart/', token);
  return cart.map(({ product_id, quantity }) => [product_id, quantity]);
};

/** An address in Lagos; region and city are ids of /regions/ and /cities. */
const BROAD_STREET = {
  first_name: 'Ada',
  last_name: 'Obi',
  phone_number: '0803 123 4567',
  address_line1: '12 Broad Street',
  address_line2: 'Lagos Island',
  address_line3: '',
  country: 'NG',
  region: 2_332_453,
  city: 2_332_459,
  postal_code: '101231',
};

/** Saves another address of the shopper, which becomes the default. */
export const saveAddress = async (
  page: Page,
  token: string,
  parts: Partial<typeof BROAD_STREET> & { make_default?: boolean } = {},
) => {
  await postToApi(page, '/shipping-address/', token, { ...BROAD_STREET, make_default: true, ...parts });
};

/** Marks products as saved. */
export const saveProducts = async (page: Page, token: string, ids: readonly number[]): Promise<void> => {
  for (const id of ids) {
    const response = await page.request.put(`/backend/api/saved-items/${id}/`, { headers: authorization(token) });
    expect(response.ok()).toBe(true);
  }
};

type SavedIds = { product_ids: number[]; merchant_ids: number[] };
export const fetchSavedIds = (page: Page, token: string): Promise<SavedIds> =>
  fetchFromApi(page, '/api/saved-ids/', token);

export type SoldProduct = { id: number; title: string; merchantId: number; storeName: string };

/** A product of the demo market with its merchant. @param index of the product in the list of all products */
export const fetchSoldProduct = async (page: Page, index = 0): Promise<SoldProduct> => {
  const list = await fetchFromApi(page, '/api/products/?page=1&in_stock=true');
  const { id = 0, title = '' } = list.results[index] ?? {};
  return withSeller(page, { id, title });
};

type Seller = Pick<SoldProduct, 'merchantId' | 'storeName'>;
/** The sellers of products of the demo market, which no journey changes. */
const sellers = new Map<number, Seller>();

const fetchSeller = async (page: Page, productId: number): Promise<Seller> => {
  type Details = { merchant_profile: { merchant_id: number; store_name: string } };
  const { merchant_profile } = await fetchFromApi<Details>(page, `/api/products/${productId}/`);
  return { merchantId: merchant_profile.merchant_id, storeName: merchant_profile.store_name };
};

/** A product with its merchant. */
export const withSeller = async (
  page: Page,
  { id, title }: Pick<SoldProduct, 'id' | 'title'>,
): Promise<SoldProduct> => {
  const seller = sellers.get(id) ?? (await fetchSeller(page, id));
  sellers.set(id, seller);
  return { id, title, ...seller };
};

/** Sends a merchant a question about a product. @returns the id of the message */
export const sendQuestion = async (page: Page, token: string, product: number, subject: string, content: string) => {
  const { id } = await postToApi<{ id: string }>(page, '/contact-merchant/send/', token, { subject, content, product });
  return id;
};
