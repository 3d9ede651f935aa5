import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import * as saved from '@sokuwa/contract/saved/saved.endpoints.ts';
import { MAX_FOLLOWED, MAX_SAVED } from '@sokuwa/contract/saved/saved.rules.ts';
import * as wallet from '@sokuwa/contract/wallet/wallet.endpoints.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MerchantId, ProductId } from '../platform/ids.ts';
import { endpointUrl, hasBody, hasParams } from '../testing/endpoints.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addAccount, addMerchant, addProduct, openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { openShopWithoutDatabase } from '../testing/shop-without-database.ts';

/** Every refusal of what is saved, followed and viewed, and of the wallet. */

let shop: TestShop;
let dead: FastifyInstance;
/** Its one visitor may ask once a minute. */
let strict: TestShop;
let headers: { authorization: string };
/** Saves and follows as much as one can. */
let hoarder: { authorization: string };
/** A product's and a merchant's. */
let id: number;
beforeAll(async () => {
  shop = await openTestShop();
  dead = await openShopWithoutDatabase();
  strict = await openTestShop({ RATE_LIMIT_FACTOR: '0.0001', CACHE_MEGABYTES: '0' });
  headers = await signIn(shop.db);
  const account = await addAccount(shop.db);
  hoarder = await signIn(shop.db, account);
  await sql`insert into merchant (slug, name, place, country, since, cover_key)
    select 'm' || n, 'M', 'Lagos', 'NG', '2020-01-01', 'k' from generate_series(1, ${MAX_FOLLOWED}::integer) n`.execute(
    shop.db,
  );
  await sql`insert into followed_seller (account_id, merchant_id) select ${account}, id from merchant`.execute(shop.db);
  const template = await addProduct(shop.db);
  await sql`insert into product (slug, title, merchant_id, sub_item_id, category_id, origin, description, weight_grams,
      price_kobo, stock, listed_at)
    select 'p' || n, title, merchant_id, sub_item_id, category_id, origin, description, weight_grams, price_kobo, stock,
      listed_at from product, generate_series(2, ${MAX_SAVED}::integer) n where id = ${template}`.execute(shop.db);
  await sql`insert into saved_item (account_id, product_id, known_kobo, known_in_stock)
    select ${account}, id, 1, true from product`.execute(shop.db);
  id = 1_000_000;
  await addProduct(shop.db, { id: id as ProductId });
  await addMerchant(shop.db, { id: id as MerchantId });
});
afterAll(async () => {
  await dead.close();
  await strict.close();
  await shop.close();
});

const TOKEN = 'A'.repeat(43);
/** A request that any of the calls takes. */
const good = (call: Endpoint): InjectOptions & { url: string } => ({
  method: call.method,
  url: endpointUrl(call, call === saved.stopSavedNotes ? TOKEN : id),
  ...(call.auth === 'required' && { headers }),
  ...(hasBody(call) && { payload: { views: [], enabled: true } }),
});
const wrongBody = (call: Endpoint, payload: string, type: string) =>
  shop.app.inject({ ...good(call), payload, headers: { ...headers, 'content-type': type } });

const provoke: Partial<
  Record<RefusalCode, (call: Endpoint) => Promise<Awaited<ReturnType<FastifyInstance['inject']>>>>
> = {
  invalid_input: (call) => {
    if (hasParams(call)) return shop.app.inject({ ...good(call), url: endpointUrl(call, 'abc') });
    if (hasBody(call)) return shop.app.inject({ ...good(call), payload: {} });
    return shop.app.inject({ ...good(call), url: `${endpointUrl(call, 0)}?page=1&page=2` });
  },
  not_found: (call) => shop.app.inject({ ...good(call), url: endpointUrl(call, 2_147_483_647) }),
  unknown_country: (call) => shop.app.inject({ ...good(call), query: { country_code: 'XX' } }),
  invalid_page: (call) => shop.app.inject({ ...good(call), query: { page: '0' } }),
  saved_full: (call) => shop.app.inject({ ...good(call), headers: hoarder }),
  following_full: (call) => shop.app.inject({ ...good(call), headers: hoarder }),
  credentials_missing: (call) => shop.app.inject({ ...good(call), headers: {} }),
  token_invalid: (call) => shop.app.inject({ ...good(call), headers: { authorization: 'Token none' } }),
  invalid_json: (call) => wrongBody(call, '{', 'application/json'),
  unsupported_media_type: (call) => wrongBody(call, 'x=1', 'text/plain'),
  payload_too_large: (call) => shop.app.inject({ ...good(call), payload: { x: 'y'.repeat(300_000) } }),
  link_invalid: (call) => shop.app.inject(good(call)),
  database_unavailable: (call) => dead.inject(good(call)),
  too_many_requests: async (call) => {
    await strict.app.inject({ url: '/backend/countries/' });
    return strict.app.inject(good(call));
  },
};

const declared = Object.entries({ ...saved, ...wallet }).flatMap(([name, call]: [string, Endpoint]) =>
  call.refusals.map((code) => [name, code, call] as const),
);

describe('every refusal of what is saved, and of the wallet', () => {
  it.each(declared)('%s can answer %s', { tags: ['@SAVED-23'] }, async (_, code, call) => {
    const answer = await provoke[code]?.(call);
    if (!answer) throw new Error(`no way to provoke ${code} is written down`);
    expectRefusal(answer, code, code === 'link_invalid' ? 'This link is not valid.' : undefined);
    if (answer.statusCode === 503) expect(answer.headers['retry-after']).toBe('2');
  });
});
