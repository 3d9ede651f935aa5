import * as calls from '@sokuwa/contract/catalog/catalog.endpoints.ts';
import { PAGE_SIZE } from '@sokuwa/contract/catalog/catalog.rules.ts';
import * as schemas from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { fillPath, queryString } from '@sokuwa/contract/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { linkPages, parsePage } from '../platform/paging.ts';
import { isRefused, type Refused, refuse } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import { addCards, addHideable, addListPage, addProductDetail, SEARCH_RESULTS } from './catalog.dependencies.ts';
import * as present from './catalog.present.ts';
import { type ListFilters, nairaToKobo, type ProductList } from './catalog.rules.ts';
import * as store from './catalog.sql.ts';
import * as categories from './categories.sql.ts';
import { selectMergedInto } from './duplicates.sql.ts';
import * as merchants from './merchants.sql.ts';
import { findPairing } from './pairing.service.ts';

type Query = z.output<typeof schemas.listQuery>;

const readFilters = (query: Query): ListFilters => ({
  ...(query.min_price !== undefined && { minKobo: nairaToKobo(query.min_price) }),
  ...(query.max_price !== undefined && { maxKobo: nairaToKobo(query.max_price) }),
  inStock: query.in_stock === 'true',
});

/** A product of the shop, or the one that it is merged into (MODERATION-14). */
const selectShownProduct = async (db: Database, productId: ProductId) => {
  const row = await store.selectProduct(db, productId);
  const into = row ? undefined : await selectMergedInto(db, productId);
  return into === undefined ? row : store.selectProduct(db, into);
};

const productParams = z.object({ productId: schemas.idParam.transform((id) => id as ProductId) });
const merchantParams = z.object({ merchantId: schemas.idParam.transform((id) => id as MerchantId) });

/** Refuses the request for an empty list if the category or merchant of the list does not exist. */
const refuseUnlessExists = async (exists: Promise<boolean>) => ((await exists) ? undefined : refuse('not_found'));

type Parts = Pick<ShopParts, 'read' | 'geo' | 'apiCache' | 'search' | 'pairings' | 'apiUrl'>;

/**
 * Sends one page of a list or a search from the cache, or renders it.
 * @param path the path of the list; the cached response is shared, so it contains nothing else of the request URL
 */
const respondWithList = async <M extends Refused = never>(
  { read, geo, apiCache, search, apiUrl }: Parts,
  path: string,
  query: Query,
  list: ProductList,
  refuseEmptyList?: () => Promise<M | undefined>,
) => {
  const country = query.country_code || geo.defaultCountry;
  const searchText = list.kind === 'all' ? query.search?.trim() : undefined;
  // Use join(), not concatenation: JSON serialization is slow for strings that V8 has not flattened.
  const pageUrl = (page: number) => [apiUrl, path, queryString({ ...query, page })].join('');
  const key = JSON.stringify([path, query, country]);
  return apiCache.getOrCreateJson(key, async (dependencies) => {
    const page = parsePage(query.page);
    if (page === null) return refuse('invalid_page');
    const quote = await geo.quote(country);
    if (!quote) return refuse('unknown_country');
    const filters = readFilters(query);
    const sort = query.sort ?? 'relevance';
    const searched = searchText ? await search.find(searchText, sort, filters, page) : undefined;
    const found =
      searched ??
      (await read((db) => store.selectList(db, list, sort === 'relevance' ? 'newest' : sort, filters, page)));
    addCards(dependencies, found.rows, quote.currency);
    addListPage(dependencies, found, { list: searched ? SEARCH_RESULTS : store.listKey(list), sort, filters, page });
    const refusal = found.rows.length === 0 ? await refuseEmptyList?.() : undefined;
    if (refusal) return refusal;
    const links = linkPages({ page, size: PAGE_SIZE, count: found.count }, pageUrl);
    if (isRefused(links)) return links;
    return {
      count: found.count,
      ...(searched && { total: searched.count, corrected_query: searched.correctedQuery }),
      ...links,
      results: found.rows.map((row) => present.presentProduct(row, quote)),
    };
  });
};

const listRoutes = (app: FastifyInstance, parts: Parts): void => {
  const { read } = parts;
  const listSchemas = { query: schemas.listQuery, response: schemas.productPage };
  const simpleLists = [
    [calls.listNewArrivals, 'new'],
    [calls.listHotDeals, 'hot'],
    [calls.listOwnBrands, 'own'],
  ] as const;
  for (const [call, kind] of simpleLists) {
    serve(app, call, listSchemas, async ({ query }) => respondWithList<never>(parts, call.path, query, { kind }));
  }
  serve(
    app,
    calls.listProducts,
    { query: schemas.listQuery, response: z.union([schemas.searchPage, schemas.productPage]) },
    async ({ query }) => respondWithList<never>(parts, calls.listProducts.path, query, { kind: 'all' }),
  );
  serve(
    app,
    calls.listCategoryProducts,
    { ...listSchemas, params: z.object({ categoryId: schemas.idParam }) },
    async ({ params: { categoryId: id }, query }) =>
      respondWithList(
        parts,
        fillPath(calls.listCategoryProducts.path, { categoryId: id }),
        query,
        { kind: 'category', id },
        () => refuseUnlessExists(read((db) => categories.categoryExists(db, id))),
      ),
  );
  serve(
    app,
    calls.listSubItemProducts,
    { ...listSchemas, params: z.object({ subItemId: schemas.idParam }) },
    async ({ params: { subItemId: id }, query }) =>
      respondWithList(
        parts,
        fillPath(calls.listSubItemProducts.path, { subItemId: id }),
        query,
        { kind: 'subItem', id },
        () => refuseUnlessExists(read((db) => categories.subItemExists(db, id))),
      ),
  );
  serve(
    app,
    calls.listMerchantProducts,
    { ...listSchemas, params: merchantParams },
    async ({ params: { merchantId }, query }) =>
      respondWithList(
        parts,
        fillPath(calls.listMerchantProducts.path, { merchantId }),
        query,
        { kind: 'merchant', id: merchantId },
        () => refuseUnlessExists(read((db) => merchants.merchantExists(db, merchantId))),
      ),
  );
};

export const catalogRoutes = (app: FastifyInstance, parts: Parts): void => {
  const { read, geo, apiCache, search, pairings } = parts;
  listRoutes(app, parts);
  serve(
    app,
    calls.getProduct,
    { params: productParams, query: schemas.countryQuery, response: schemas.productDetail },
    async ({ params: { productId }, query }) => {
      const country = query.country_code || geo.defaultCountry;
      return apiCache.getOrCreateJson(`product ${productId} ${country}`, async (dependencies) => {
        const quote = await geo.quote(country);
        if (!quote) return refuse('unknown_country');
        const row = await read((db) => selectShownProduct(db, productId));
        if (!row) return refuse('not_found');
        // Of a merged product, also what a change of its own says.
        dependencies.add(`product ${productId}`);
        const pairing = await findPairing({ search, pairings }, row);
        addCards(dependencies, [row, ...(pairing?.rows ?? [])], quote.currency);
        addProductDetail(dependencies, row, pairings.find(row.title) !== undefined);
        return present.presentProductDetail(row, pairing, quote);
      });
    },
  );
  serve(
    app,
    calls.listRelatedProducts,
    { params: productParams, query: schemas.countryQuery, response: z.array(schemas.product) },
    async ({ params: { productId }, query }) => {
      const country = query.country_code || geo.defaultCountry;
      return apiCache.getOrCreateJson(`related ${productId} ${country}`, async (dependencies) => {
        const quote = await geo.quote(country);
        if (!quote) return refuse('unknown_country');
        const related = await read((db) => store.selectRelated(db, productId));
        if (!related) return refuse('not_found');
        addCards(dependencies, related.rows, quote.currency);
        // A product that moves to another sub-item changes the lists of both.
        dependencies.add(`list ${store.listKey({ kind: 'subItem', id: related.subItemId })}`);
        return related.rows.map((row) => present.presentProduct(row, quote));
      });
    },
  );
  serve(
    app,
    calls.getMerchant,
    { params: merchantParams, response: schemas.storePage },
    async ({ params: { merchantId } }) =>
      apiCache.getOrCreateJson(`merchant ${merchantId}`, async (dependencies) => {
        dependencies.add(`merchant ${merchantId}`, `followers ${merchantId}`);
        const row = await read((db) => merchants.selectMerchant(db, merchantId));
        return row ? present.presentStorePage(row) : refuse('not_found');
      }),
  );
  serve(app, calls.listCategories, { response: z.array(schemas.category) }, async () =>
    apiCache.getOrCreateJson('categories', async (dependencies) => {
      const tree = await read(categories.selectCategories);
      addHideable(dependencies, tree);
      return present.presentCategories(tree, { withHidden: false });
    }),
  );
};
