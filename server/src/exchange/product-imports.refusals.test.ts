import { PassThrough } from 'node:stream';
import type { Endpoint } from '@sokuwa/contract/endpoint.ts';
import * as calls from '@sokuwa/contract/exchange/product-imports.endpoints.ts';
import * as schemas from '@sokuwa/contract/exchange/product-imports.schemas.ts';
import type { RefusalCode } from '@sokuwa/contract/refusals.ts';
import { csvText } from '@sokuwa/contract/text.schemas.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { suspendMerchant } from '../catalog/merchant.service.ts';
import { multipart } from '../testing/account.ts';
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

let shops: RefusalShops;
beforeAll(async () => {
  shops = await openRefusalShops();
});
afterAll(() => shops.close());

let merchant: TestMerchant;
let importId: number;

const formOf = (bytes: string | Buffer, headers = merchant.headers) => {
  const form = multipart([{ name: 'file', bytes, fileName: 'goods.csv', type: 'text/csv' }]);
  return { payload: form.payload, headers: { ...headers, ...form.headers } };
};
const responses = new Map<Endpoint, z.ZodType>([
  [calls.listProductImports, schemas.productImportList],
  [calls.uploadProductFile, schemas.productImportDetail],
  [calls.getProductImport, schemas.productImportDetail],
  [calls.startProductImport, schemas.productImportDetail],
  [calls.cancelProductImport, schemas.productImportDetail],
  [calls.downloadImportReport, csvText],
]);
const startBody = { columns: { title: 0 } };
const requestOf = (call: Endpoint): MerchantRequest => ({
  method: call.method,
  url: createEndpointUrl(call, importId),
  headers: merchant.headers,
  ...(call === calls.startProductImport && { payload: startBody }),
  ...(call === calls.uploadProductFile && formOf('title\nYam\n')),
});

beforeEach(async () => {
  merchant = await createMerchant(shops.shop);
  const { shop } = shops;
  const response = await shop.app.inject({ ...requestOf(calls.uploadProductFile) });
  importId = response.json().id;
});

const start = (id = importId, body: object = startBody) => merchant.call('POST', `/product-imports/${id}/start/`, body);
const provoke: Partial<Record<RefusalCode, Provoke>> = {
  token_read_only: (send) => send({ headers: merchant.readOnlyHeaders, payload: '' }),
  invalid_input: (send, call) => {
    if (call === calls.uploadProductFile) return send({ payload: {}, headers: merchant.headers });
    if (call === calls.startProductImport) return send({ payload: { columns: { price: 0 } } });
    return send({ url: createEndpointUrl(call, 'x') });
  },
  payload_too_large: (send) => send({ payload: { x: 'y'.repeat(300_000) }, headers: merchant.headers }),
  not_found: async (send) => send({ headers: (await createMerchant(shops.shop)).headers }),
  merchant_suspended: async (send) => {
    await suspendMerchant(shops.shop.db, merchant.id, LIVE_ACT);
    return send();
  },
  import_running: async (send, call) => {
    await start();
    if (call === calls.uploadProductFile) return send();
    // Nodes of other releases may leave a file that waits beside one that runs.
    const { db } = shops.shop;
    const { id } = await db
      .insertInto('product_import')
      .values({ merchant_id: merchant.id, file_name: 'b.csv', header: '["title"]', columns: '{}', lines: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    return send({ url: createEndpointUrl(call, id) });
  },
  import_not_waiting: async (send) => {
    await merchant.call('POST', `/product-imports/${importId}/cancel/`);
    return send();
  },
  import_file_invalid: (send) => send(formOf('')),
  import_file_too_large: (send) => send(formOf(Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))),
  too_busy: async (_, call) => {
    const merchants = await Promise.all(Array.from({ length: 20 }, () => createMerchant(shops.shop)));
    // Uploads that are still arriving.
    const uploads = merchants.map(({ headers }) => {
      const { payload, headers: sent } = formOf('title\nYam\n', headers);
      const rest = new PassThrough();
      rest.write(payload.subarray(0, -10));
      const finish = () => rest.end(payload.subarray(-10));
      return { finish, response: shops.shop.app.inject({ ...requestOf(call), payload: rest, headers: sent }) };
    });
    const refused = await Promise.race(uploads.map(({ response }) => response));
    for (const { finish } of uploads) finish();
    await Promise.all(uploads.map(({ response }) => response));
    return refused;
  },
};

const all: [string, Endpoint][] = Object.entries(calls);
const declared = all.flatMap(([name, call]) => call.refusals.map((code) => [name, code, call] as const));

describe('the calls of product imports', { tags: ['@MERCHANT-49'] }, () => {
  it.each(declared)('%s can return %s', async (_, code, call) => {
    const provocation = { ...shops.provokeShared(requestOf), ...provoke }[code];
    const send: Send = (changed) => shops.shop.app.inject({ ...requestOf(call), ...changed });
    const response = await provocation?.(send, call);
    if (!response) throw new Error(`this test does not provoke ${code}`);
    // What is wrong with a file is its text.
    if (code === 'import_file_invalid') expect(response.json()).toMatchObject({ code, message: 'The file is empty.' });
    else expectRefusal(response, code);
  });

  it.each(all)('%s returns exactly the response of the contract', async (_, call) => {
    const response = await shops.shop.app.inject(requestOf(call));
    expect(response.statusCode, response.body).toBe(200);
    const body = call.download ? response.body : response.json();
    expect(responses.get(call)?.parse(body)).toEqual(body);
  });

  it.each([[], '"x"', 'null', { columns: [] }, { columns: { title: -1 } }, { columns: { title: 0, sku: 0 } }])(
    'refuse the start %j',
    async (payload) => {
      const headers = { ...merchant.headers, 'content-type': 'application/json' };
      const call = calls.startProductImport;
      expect(hasBody(call)).toBe(true);
      expectRefusal(await shops.shop.app.inject({ ...requestOf(call), payload, headers }), 'invalid_input');
    },
  );
});
