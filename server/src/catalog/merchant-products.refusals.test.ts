import { category } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import * as products from '@sokuwa/contract/catalog/merchant-products.endpoints.ts';
import * as productSchemas from '@sokuwa/contract/catalog/merchant-products.schemas.ts';
import * as storeCalls from '@sokuwa/contract/catalog/merchant-store.endpoints.ts';
import * as storeSchemas from '@sokuwa/contract/catalog/merchant-store.schemas.ts';
import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import { csvText } from '@sokuwa/contract/text.schemas.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { mergeProducts } from '../moderation/duplicates.service.ts';
import { takeProductDown } from '../moderation/moderation.service.ts';
import type { ProductId } from '../platform/ids.ts';
import { MediaUnavailable } from '../ports/media/media.port.ts';
import { multipart, pictureForm } from '../testing/account.ts';
import { whileEncodingIsBusy } from '../testing/busy-encoding.ts';
import { createEndpointUrl, hasBody } from '../testing/endpoints.ts';
import { createMerchant, type TestMerchant } from '../testing/merchant.ts';
import {
  type MerchantRequest,
  openRefusalShops,
  type Provoke,
  type RefusalShops,
  type Send,
} from '../testing/merchant-refusals.ts';
import { LIVE_ACT } from '../testing/operator.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addProduct, addSubItem } from '../testing/shop.ts';
import { suspendMerchant } from './merchant.service.ts';

let shops: RefusalShops;
let merchant: TestMerchant;
let place: { categoryId: number; subItemId: number };
let picture: Buffer;
let upload: ReturnType<typeof pictureForm>;
/** A PNG of 8000 × 8000 pixels, which is small as a file. */
let bomb: Buffer;
beforeAll(async () => {
  shops = await openRefusalShops();
  place = await addSubItem(shops.shop.db);
  picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  upload = pictureForm(picture, 'image/png');
  bomb = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
});
afterAll(() => shops.close());

let productId: ProductId;
let version: string;
let tokenId: number;
beforeEach(async () => {
  const { db } = shops.shop;
  merchant = await createMerchant(shops.shop);
  productId = await addProduct(db, {
    merchant_id: merchant.id,
    place,
    pictures: [{ key: 'products/yam', alt: 'Yam' }],
  });
  ({ version } = (await merchant.call('GET', `/products/${productId}/`)).json());
  tokenId = (await merchant.call('GET', '/tokens/')).json().results[1].id;
});

const fields = { price: 2500.5, weight_grams: 500 };
/** A valid body and the response schema of each endpoint. A form is a picture. */
const examples = new Map<Endpoint, { body?: () => object; form?: true; response: z.ZodType }>([
  [products.listOwnProducts, { response: productSchemas.ownProductPage }],
  [products.downloadProducts, { response: csvText }],
  [products.countOwnProducts, { response: productSchemas.ownProductCounts }],
  [
    products.changeProducts,
    {
      body: () => ({ changes: [{ id: productId, version, price: 100, stock: 3, state: 'paused' }] }),
      response: productSchemas.productChangeResults,
    },
  ],
  [products.duplicateProduct, { body: () => ({}), response: productSchemas.ownProduct }],
  [products.listProductCategories, { response: z.array(category) }],
  [products.getOwnProduct, { response: productSchemas.ownProduct }],
  [
    products.createProduct,
    {
      body: () => ({ title: 'Egusi, peeled', sku: 'EG-1', sub_item_id: place.subItemId, ...fields }),
      response: productSchemas.ownProduct,
    },
  ],
  [products.changeProduct, { body: () => ({ version, title: 'Yam' }), response: productSchemas.ownProduct }],
  [products.changeProductStock, { body: () => ({ by: 5, from: 10 }), response: productSchemas.ownProduct }],
  [products.askForReview, { response: productSchemas.ownProduct }],
  [products.addProductPicture, { form: true, response: productSchemas.ownProduct }],
  [
    products.arrangeProductPictures,
    {
      body: () => ({ version, pictures: [{ id: 'products/yam', alt: 'A tuber' }] }),
      response: productSchemas.ownProduct,
    },
  ],
  [storeCalls.getStore, { response: storeSchemas.store }],
  [
    storeCalls.changeStore,
    { body: () => ({ place: 'Kano, Nigeria', handling_days: 1 }), response: storeSchemas.store },
  ],
  [storeCalls.listTokens, { response: storeSchemas.tokenList }],
  [
    storeCalls.addToken,
    { body: () => ({ name: 'label-printer', scope: 'read' }), response: storeSchemas.createdToken },
  ],
  [storeCalls.revokeToken, { response: storeSchemas.tokenList }],
]);

const formRequest = (form: ReturnType<typeof pictureForm>) => ({
  payload: form.payload,
  headers: { ...merchant.headers, ...form.headers },
});
const urlOf = (call: Endpoint, id?: string | number) =>
  createEndpointUrl(call, id ?? (call === storeCalls.revokeToken ? tokenId : productId));
const requestOf = (call: Endpoint): MerchantRequest => {
  const example = examples.get(call);
  return {
    method: call.method,
    url: urlOf(call),
    headers: merchant.headers,
    ...(hasBody(call) && { payload: example?.body?.() ?? {} }),
    ...(example?.form && formRequest(upload)),
  };
};

const takeDown = () => takeProductDown({ db: shops.shop.db, publicUrl: '' }, productId, undefined, LIVE_ACT);
const suspend: Provoke = async (send) => {
  await suspendMerchant(shops.shop.db, merchant.id, LIVE_ACT);
  return send();
};
const provoke: Partial<Record<RefusalCode, Provoke>> = {
  token_read_only: (send) => send({ headers: merchant.readOnlyHeaders }),
  invalid_input: (send, call) => {
    if (call === products.listOwnProducts) return send({ query: { limit: '101' } });
    if (call === products.addProductPicture) return send({ payload: {}, headers: merchant.headers });
    if (call === products.duplicateProduct) return send({ payload: { handle: '' } });
    return send(hasBody(call) ? { payload: { title: '', to: -1, handling_days: 31 } } : { url: urlOf(call, 'x') });
  },
  not_found: async (send, call) => {
    const stranger = await createMerchant(shops.shop);
    const { headers } = requestOf(call);
    return send({ headers: { ...headers, ...stranger.headers } });
  },
  payload_too_large: (send) => send({ payload: { x: 'y'.repeat(300_000) }, headers: merchant.headers }),
  merchant_suspended: suspend,
  unknown_category: (send, call) => send({ payload: { ...examples.get(call)?.body?.(), sub_item_id: 999_999 } }),
  product_exists: async (send, call) => {
    if (call === products.duplicateProduct) {
      const { handle } = (await merchant.call('GET', `/products/${productId}/`)).json();
      return send({ payload: { handle } });
    }
    const sku = 'TAKEN';
    await addProduct(shops.shop.db, { merchant_id: merchant.id, place, sku });
    return send({ payload: { ...examples.get(call)?.body?.(), sku } });
  },
  product_incomplete: (send) => send({ payload: { version, weight_grams: null } }),
  product_changed: async (send) => {
    await merchant.call('PATCH', `/products/${productId}/`, { version, brand: 'Ojà' });
    return send();
  },
  product_taken_down: async (send, call) => {
    await takeDown();
    const { version: current } = (await merchant.call('GET', `/products/${productId}/`)).json();
    return call === products.changeProduct ? send({ payload: { version: current, state: 'live' } }) : send();
  },
  product_merged: async (send, call) => {
    const into = await addProduct(shops.shop.db, { merchant_id: merchant.id, place });
    await mergeProducts(
      { db: shops.shop.db, publicUrl: '' },
      { keptId: into, duplicateId: productId },
      { version: undefined, stock: 'keep' },
      LIVE_ACT,
    );
    const { version: current } = (await merchant.call('GET', `/products/${productId}/`)).json();
    return call === products.changeProduct ? send({ payload: { version: current, brand: 'Ojà' } }) : send();
  },
  product_not_taken_down: (send) => send(),
  product_unchanged: async (send) => {
    await takeDown();
    return send();
  },
  store_changed: (send) => send({ payload: { version: 'x', place: 'Elsewhere' } }),
  stock_changed: (send) => send({ payload: { to: 3, from: 9 } }),
  stock_too_low: (send) => send({ payload: { by: -11 } }),
  too_many_pictures: async (send) => {
    const rows = Array.from({ length: 99 }, (_, n) => ({
      product_id: productId,
      position: n + 1,
      key: `p/${n}`,
      alt: '',
    }));
    await shops.shop.db.insertInto('product_picture').values(rows).execute();
    return send();
  },
  picture_invalid: (send) => send(formRequest(pictureForm('no picture'))),
  picture_too_large: (send) => send(formRequest(pictureForm(bomb, 'image/png'))),
  pictures_unavailable: async (_, call) => {
    const put = vi.spyOn(shops.shop.media, 'put').mockRejectedValue(new MediaUnavailable('full'));
    const response = await shops.shop.app.inject({ ...requestOf(call), ...formRequest(upload) });
    put.mockRestore();
    return response;
  },
  too_busy: (send) => whileEncodingIsBusy(async () => send(formRequest(upload))),
  token_name_taken: (send) => send({ payload: { name: 'read', scope: 'read' } }),
  too_many_tokens: async (send) => {
    const names = Array.from({ length: 18 }, (_, n) => `token ${n}`);
    for (const name of names) await merchant.call('POST', '/tokens/', { name, scope: 'read' });
    return send();
  },
};

const all: [string, Endpoint][] = [...Object.entries(products), ...Object.entries(storeCalls)];
const declared = all.flatMap(([name, call]) => call.refusals.map((code) => [name, code, call] as const));

describe("the endpoints of merchants' products and stores", { tags: ['@MERCHANT-49'] }, () => {
  it.each(declared)('%s can return %s', async (_, code, call) => {
    const provocation = { ...shops.provokeShared(requestOf), ...provoke }[code];
    const send: Send = (changed) => shops.shop.app.inject({ ...requestOf(call), ...changed });
    const response = await provocation?.(send, call);
    if (!response) throw new Error(`this test does not provoke ${code}`);
    expectRefusal(response, code);
  });

  it.each(all)('%s returns exactly the response of the contract', async (_, call) => {
    if (call === products.askForReview) {
      await takeDown();
      const changed = (await merchant.call('GET', `/products/${productId}/`)).json();
      await merchant.call('PATCH', `/products/${productId}/`, { version: changed.version, brand: 'Ojà' });
    }
    const response = await shops.shop.app.inject(requestOf(call));
    expect(response.statusCode, response.body).toBe(200);
    const body = call.download ? response.body : response.json();
    expect(examples.get(call)?.response.parse(body)).toEqual(body);
    const ofReads = call.download ? 'private, no-store' : 'private, no-cache';
    expect(response.headers['cache-control']).toBe(call.method === 'GET' ? ofReads : 'no-store');
  });

  it.each(['abc', '0', '-1', '1\0', "1'--", '💥', ' ', '1e3', '2147483648', '9'.repeat(400)])(
    'refuse the id %j',
    async (id) => {
      for (const [name, call] of all.filter(([, { path }]) => path.includes('{'))) {
        const response = await shops.shop.app.inject({ ...requestOf(call), url: urlOf(call, id) });
        expect([400, 404], name).toContain(response.statusCode);
      }
    },
  );

  it.each([
    ['a list instead of an object', []],
    ['a text', '"x"'],
    ['null', 'null'],
    ['texts instead of numbers', { price: '2500', weight_grams: '1', sub_item_id: '1', by: '1', handling_days: '1' }],
    ['numbers instead of texts', { title: 1, name: 2, place: 3, email: 4, version: 5, by: 1.5, pictures: 6 }],
    ['huge numbers', { price: 1e300, weight_grams: 1e300, by: 1e300, to: 1e300, handling_days: 1e300 }],
    ['nested objects', { title: { a: 1 }, place: {}, name: [], pictures: [[]], to: {} }],
  ])('refuse %s', async (_, payload) => {
    for (const [name, call] of all.filter(([, one]) => hasBody(one) && !examples.get(one)?.form)) {
      const response = await shops.shop.app.inject({
        ...requestOf(call),
        payload,
        headers: { ...merchant.headers, 'content-type': 'application/json' },
      });
      expectRefusal(response, 'invalid_input');
      expect(Object.keys(response.json().errors ?? {}).length, name).toBeGreaterThan(0);
    }
  });

  it.each([
    ['no file', () => multipart([{ name: 'image', bytes: 'text' }])],
    ['an empty file', () => pictureForm('')],
    ['half a file', () => pictureForm(picture.subarray(0, 60), 'image/png')],
    [
      'two files',
      () => multipart(['a', 'b'].map((n) => ({ name: 'image', bytes: picture, fileName: n, type: 'image/png' }))),
    ],
    ['an SVG', () => pictureForm('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml')],
  ])('refuse a form with %s', async (_, form) => {
    for (const call of [products.addProductPicture, storeCalls.changeStore])
      expectRefusal(await shops.shop.app.inject({ ...requestOf(call), ...formRequest(form()) }), 'picture_invalid');
  });

  it('refuse a file of more than 10 MB', async () => {
    const form = formRequest(pictureForm(Buffer.alloc(10 * 1024 * 1024 + 1, picture)));
    for (const call of [products.addProductPicture, storeCalls.changeStore])
      expectRefusal(await shops.shop.app.inject({ ...requestOf(call), ...form }), 'picture_too_large');
  });
});
