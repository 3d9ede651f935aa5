import { done } from '@sokuwa/contract/account/account.schemas.ts';
import { PAGE_SIZE } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { idParam, type Product, productPage } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { queryString } from '@sokuwa/contract/endpoint.ts';
import * as calls from '@sokuwa/contract/saved/saved.endpoints.ts';
import { FOLLOWED_PAGE_SIZE, PRODUCTS_PER_FOLLOWED_SELLER } from '@sokuwa/contract/saved/saved.rules.ts';
import * as schemas from '@sokuwa/contract/saved/saved.schemas.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  presentMerchant,
  presentProduct,
  selectCards,
  selectMerchants,
  selectNewestProductIds,
} from '../catalog/index.ts';
import type { ExchangeQuote } from '../geo/index.ts';
import type { Database } from '../platform/database.ts';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { linkPages, parsePage } from '../platform/paging.ts';
import { isRefused, refuse } from '../platform/refusal.ts';
import { serve } from '../platform/routes.ts';
import type { ShopParts } from '../shop.ts';
import * as service from './saved.service.ts';
import * as store from './saved.sql.ts';
import * as mails from './saved-mails.service.ts';

type Parts = Pick<ShopParts, 'db' | 'accountChanges' | 'geo' | 'apiUrl'>;

const loadCards = async (db: Database, ids: readonly ProductId[], quote: ExchangeQuote): Promise<Product[]> =>
  (await selectCards(db, ids)).map((row) => presentProduct(row, quote));

/** Reads one page of ids, loads their items with `present` and builds the list response. */
const respondWithPage = async <Id, T>(
  { geo, apiUrl }: Parts,
  path: string,
  { page: pageParam, country_code }: z.output<typeof schemas.savedQuery>,
  size: number,
  read: (limit: number, offset: number) => Promise<store.IdPage<Id>>,
  present: (ids: Id[], quote: ExchangeQuote) => Promise<T[]>,
) => {
  const page = parsePage(pageParam);
  if (page === null) return refuse('invalid_page');
  const quote = await geo.quote(country_code);
  if (!quote) return refuse('unknown_country');
  const { count, ids } = await read(size, (page - 1) * size);
  const links = linkPages({ page, size, count }, (n) => apiUrl + path + queryString({ country_code, page: n }));
  return isRefused(links) ? links : { count, ...links, results: await present(ids, quote) };
};

const productListSchemas = { query: schemas.savedQuery, response: productPage };

const savedProductRoutes = (app: FastifyInstance, parts: Parts): void => {
  const { db, accountChanges } = parts;
  serve(app, calls.listSaved, productListSchemas, async ({ accountId, query }) =>
    respondWithPage(
      parts,
      calls.listSaved.path,
      query,
      PAGE_SIZE,
      (limit, offset) => store.selectIdPage(db, 'saved', accountId, limit, offset),
      (ids, quote) => loadCards(db, ids, quote),
    ),
  );
  const product = {
    params: z.object({ productId: idParam.transform((id) => id as ProductId) }),
    response: schemas.itemSaved,
  };
  serve(app, calls.saveItem, product, async ({ accountId, params }) =>
    service.saveItem(accountChanges, accountId, params.productId),
  );
  serve(app, calls.unsaveItem, product, async ({ accountId, params }) =>
    service.unsaveItem(accountChanges, accountId, params.productId),
  );
  serve(app, calls.getSavedIds, { response: schemas.savedIds }, async ({ accountId }) =>
    store.selectIds(db, accountId),
  );
};

/** Loads merchants with their newest products. */
const loadSellers = async (
  db: Database,
  ids: MerchantId[],
  quote: ExchangeQuote,
): Promise<schemas.FollowedSeller[]> => {
  const newest = await selectNewestProductIds(db, ids, PRODUCTS_PER_FOLLOWED_SELLER);
  const productIds = newest.flatMap((merchant) => merchant.ids);
  const products = new Map<number, Product>((await loadCards(db, productIds, quote)).map((card) => [card.id, card]));
  const merchants = new Map((await selectMerchants(db, ids)).map((row) => [row.id, presentMerchant(row)]));
  return newest.flatMap(({ merchant_id, ids: newestIds }) => {
    const merchant = merchants.get(merchant_id);
    return merchant ? [{ ...merchant, products: newestIds.flatMap((id) => products.get(id) ?? []) }] : [];
  });
};

const followedSellerRoutes = (app: FastifyInstance, parts: Parts): void => {
  const { db, accountChanges } = parts;
  serve(
    app,
    calls.listFollowed,
    { query: schemas.savedQuery, response: schemas.followedPage },
    async ({ accountId, query }) =>
      respondWithPage(
        parts,
        calls.listFollowed.path,
        query,
        FOLLOWED_PAGE_SIZE,
        (limit, offset) => store.selectIdPage(db, 'followed', accountId, limit, offset),
        (ids: MerchantId[], quote) => loadSellers(db, ids, quote),
      ),
  );
  const merchant = {
    params: z.object({ merchantId: idParam.transform((id) => id as MerchantId) }),
    response: schemas.sellerFollowed,
  };
  serve(app, calls.followSeller, merchant, async ({ accountId, params }) =>
    service.followSeller(accountChanges, accountId, params.merchantId),
  );
  serve(app, calls.unfollowSeller, merchant, async ({ accountId, params }) =>
    service.unfollowSeller(accountChanges, accountId, params.merchantId),
  );
};

const viewedProductRoutes = (app: FastifyInstance, parts: Parts): void => {
  const { db, accountChanges } = parts;
  serve(app, calls.listViewed, productListSchemas, async ({ accountId, query }) =>
    respondWithPage(
      parts,
      calls.listViewed.path,
      query,
      PAGE_SIZE,
      async (limit, offset) => {
        const ids = await store.selectViewed(db, accountId);
        return { count: ids.length, ids: ids.slice(offset, offset + limit) };
      },
      (ids, quote) => loadCards(db, ids, quote),
    ),
  );
  serve(
    app,
    calls.addViewed,
    { body: schemas.addViewed, response: schemas.viewedCount },
    async ({ accountId, body: { views } }) => service.addViewed(accountChanges, accountId, views),
  );
  serve(app, calls.clearViewed, { response: schemas.viewedCount }, async ({ accountId }) =>
    service.clearViewed(accountChanges, accountId),
  );
};

const savedMailRoutes = (app: FastifyInstance, { db, accountChanges }: Parts): void => {
  serve(app, calls.getSavedMailSettings, { response: schemas.savedMailSettings }, async ({ accountId }) =>
    mails.readMailSettings(db, accountId),
  );
  serve(
    app,
    calls.setSavedMailSettings,
    { body: schemas.savedMailSettings, response: schemas.savedMailSettings },
    async ({ accountId, body: { enabled } }) => mails.updateMailSettings(accountChanges, accountId, enabled),
  );
  serve(
    app,
    calls.unsubscribeFromSavedMails,
    { params: z.object({ token: z.string() }), response: done },
    async ({ params: { token } }) => mails.unsubscribe(db, token),
  );
};

export const savedRoutes = (app: FastifyInstance, parts: Parts): void => {
  savedProductRoutes(app, parts);
  followedSellerRoutes(app, parts);
  viewedProductRoutes(app, parts);
  savedMailRoutes(app, parts);
};
