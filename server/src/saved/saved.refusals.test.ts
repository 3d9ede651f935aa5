import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import * as saved from '@sokuwa/contract/saved/saved.endpoints.ts';
import { MAX_FOLLOWED, MAX_SAVED } from '@sokuwa/contract/saved/saved.rules.ts';
import * as wallet from '@sokuwa/contract/wallet/wallet.endpoints.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { createEndpointUrl, hasBody, hasParams } from '../testing/endpoints.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, addMerchant, addProduct, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';

let shop: TestShop;
/** A node whose database is unavailable. */
let deadNode: FastifyInstance;
/** A shop that allows one request a minute. */
let limitedShop: TestShop;
let headers: { authorization: string };
/** An account with the maximum number of saved products and followed sellers. */
let fullAccountHeaders: { authorization: string };
/** Id of a product and of a merchant. */
let id: number;
beforeAll(async () => {
  shop = await openTestShop();
  deadNode = await openShopWithoutDatabase();
  limitedShop = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
  headers = await signIn(shop.db);
  const accountId = await addAccount(shop.db);
  fullAccountHeaders = await signIn(shop.db, accountId);
  await sql`insert into merchant (slug, name, place, country, since, cover_key)
    select 'm' || n, 'M', 'Lagos', 'NG', '2020-01-01', 'k' from generate_series(1, ${MAX_FOLLOWED}::integer) n`.execute(
    shop.db,
  );
  await sql`insert into followed_seller (account_id, merchant_id) select ${accountId}, id from merchant`.execute(
    shop.db,
  );
  const template = await addProduct(shop.db);
  await sql`insert into product (slug, title, merchant_id, sub_item_id, category_id, origin, description, weight_grams,
      price_kobo, stock, listed_at)
    select 'p' || n, title, merchant_id, sub_item_id, category_id, origin, description, weight_grams, price_kobo, stock,
      listed_at from product, generate_series(2, ${MAX_SAVED}::integer) n where id = ${template}`.execute(shop.db);
  await sql`insert into saved_item (account_id, product_id, known_kobo, known_in_stock)
    select ${accountId}, id, 1, true from product`.execute(shop.db);
  id = 1_000_000;
  await addProduct(shop.db, { id: id as ProductId });
  await addMerchant(shop.db, { id: id as MerchantId });
});
afterAll(async () => {
  await deadNode.close();
  await limitedShop.close();
  await shop.close();
});

const TOKEN = 'A'.repeat(43);
/** A valid request of the endpoint. */
const validRequest = (call: Endpoint): InjectOptions & { url: string } => ({
  method: call.method,
  url: createEndpointUrl(call, call === saved.unsubscribeFromSavedMails ? TOKEN : id),
  ...(call.auth === 'required' && { headers }),
  ...(hasBody(call) && { payload: { views: [], enabled: true } }),
});
const sendBody = (call: Endpoint, payload: string, type: string) =>
  shop.app.inject({ ...validRequest(call), payload, headers: { ...headers, 'content-type': type } });

const provoke: Partial<
  Record<RefusalCode, (call: Endpoint) => Promise<Awaited<ReturnType<FastifyInstance['inject']>>>>
> = {
  invalid_input: (call) => {
    if (hasParams(call)) return shop.app.inject({ ...validRequest(call), url: createEndpointUrl(call, 'abc') });
    if (hasBody(call)) return shop.app.inject({ ...validRequest(call), payload: {} });
    return shop.app.inject({ ...validRequest(call), url: `${createEndpointUrl(call, 0)}?page=1&page=2` });
  },
  not_found: (call) => shop.app.inject({ ...validRequest(call), url: createEndpointUrl(call, 2_147_483_647) }),
  unknown_country: (call) => shop.app.inject({ ...validRequest(call), query: { country_code: 'XX' } }),
  invalid_page: (call) => shop.app.inject({ ...validRequest(call), query: { page: '0' } }),
  saved_full: (call) => shop.app.inject({ ...validRequest(call), headers: fullAccountHeaders }),
  following_full: (call) => shop.app.inject({ ...validRequest(call), headers: fullAccountHeaders }),
  credentials_missing: (call) => shop.app.inject({ ...validRequest(call), headers: {} }),
  token_invalid: (call) => shop.app.inject({ ...validRequest(call), headers: { authorization: 'Token none' } }),
  invalid_json: (call) => sendBody(call, '{', 'application/json'),
  unsupported_media_type: (call) => sendBody(call, 'x=1', 'text/plain'),
  payload_too_large: (call) => shop.app.inject({ ...validRequest(call), payload: { x: 'y'.repeat(300_000) } }),
  link_invalid: (call) => shop.app.inject(validRequest(call)),
  database_unavailable: (call) => deadNode.inject(validRequest(call)),
  too_many_requests: async (call) => {
    await limitedShop.app.inject({ url: '/backend/countries/' });
    return limitedShop.app.inject(validRequest(call));
  },
};

const declared = Object.entries({ ...saved, ...wallet }).flatMap(([name, call]: [string, Endpoint]) =>
  call.refusals.map((code) => [name, code, call] as const),
);

describe('refusals of saved items, followed sellers, recently viewed products and the wallet', () => {
  it.each(declared)('%s can return %s', { tags: ['@SAVED-23'] }, async (_, code, call) => {
    const response = await provoke[code]?.(call);
    if (!response) throw new Error(`this test does not provoke ${code}`);
    expectRefusal(response, code, code === 'link_invalid' ? 'This link is not valid.' : undefined);
    if (response.statusCode === 503) expect(response.headers['retry-after']).toBe('2');
  });
});
