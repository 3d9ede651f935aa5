import { deskRefusals } from '@sokuwa/contract/endpoint.ts';
import { type RefusalCode, refusals } from '@sokuwa/contract/refusals.ts';
import { webhookExamples } from '@sokuwa/contract/webhooks/webhook-events.schemas.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDeskAs } from '../testing/desk.ts';
import { callEndpoints, hasBody, streamEndpoints } from '../testing/endpoints.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';

type Content = Record<string, { schema?: object; example?: unknown }>;
type Operation = {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; schema?: object; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
  security?: Record<string, string[]>[];
};

const ajv = new Ajv2020({ strict: false, validateFormats: false });

let shop: TestShop;
let servers: { url: string }[];
let paths: Record<string, Record<string, Operation>>;
let webhooks: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  shop = await openTestShop();
  ({ servers, paths, webhooks } = (await shop.app.inject({ url: '/backend/docs' })).json());
});
afterAll(() => shop.close());

const docsPath = (path: string) => path.replaceAll('//', '/');

describe('/backend/docs', () => {
  it.each([{}, { accept: 'application/json' }, { accept: '*/*' }])('serves JSON to programs (%o)', async (headers) => {
    for (const url of ['/backend/docs', '/backend/docs/', '/backend/docs?x=1']) {
      const response = await shop.app.inject({ url, headers });
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(response.json().openapi).toMatch(/^3\.1\./);
      expect(response.json().info.title).toBe('Sokuwa API');
    }
  });

  it('serves a page to browsers', async () => {
    let url = '/backend/docs';
    let response = await shop.app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    while (response.statusCode >= 300 && response.statusCode < 400) {
      url = new URL(String(response.headers.location), `http://shop.test${url}`).pathname;
      response = await shop.app.inject({ url, headers: { accept: 'text/html' } });
    }
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/html/);
    expect(response.body).toContain('swagger-ui');
  });

  it.each([...callEndpoints, ...streamEndpoints])(
    'describes %s with its name, its parameters and every refusal',
    (name, call) => {
      const operation = paths[docsPath(call.path)]?.[call.method.toLowerCase()];
      expect(operation?.summary).toBe(call.summary);
      expect(operation?.operationId).toBe(name);
      expect(operation?.tags).toEqual([expect.any(String)]);
      const pathParameters =
        operation?.parameters?.filter((parameter) => parameter.in === 'path').map(({ name }) => name) ?? [];
      expect(pathParameters).toEqual([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      expect(operation?.requestBody !== undefined).toBe(hasBody(call));
      const codes: RefusalCode[] = [...call.refusals, ...deskRefusals(call)];
      for (const code of codes) {
        const { status, text } = refusals[code];
        expect(operation?.responses[status]?.description).toContain(`${code}: ${text}`);
      }
      const unchanged = call.method === 'GET' && !call.events ? ['304'] : [];
      const statuses = ['200', ...unchanged, ...codes.map((code) => String(refusals[code].status))];
      expect(Object.keys(operation?.responses ?? {}).toSorted()).toEqual([...new Set(statuses)].toSorted());
    },
  );

  it('describes for every endpoint whether it needs a token, and how it is sent', async () => {
    const { components } = (await shop.app.inject({ url: '/backend/docs' })).json();
    expect(components.securitySchemes.token).toMatchObject({ type: 'apiKey', in: 'header', name: 'Authorization' });
    expect(components.securitySchemes.token.description).toContain('Token {token}');
    // In OpenAPI, an empty list means that no token is needed; an empty requirement makes the token optional.
    const expected = {
      none: [],
      optional: [{}, { token: [] }],
      required: [{ token: [] }],
      reply: [{ merchant_token: [] }],
      merchant: [{ merchant_api_token: [] }, { desk: [], desk_store: [] }],
      operator: [{ operator_api_token: [] }, { desk: [] }],
      desk: [{ desk: [] }],
    };
    for (const [name, call] of [...callEndpoints, ...streamEndpoints]) {
      // Programs do not change who works for a store.
      const ways = call.area === 'team' ? expected[call.auth].slice(1) : expected[call.auth];
      expect(paths[docsPath(call.path)]?.[call.method.toLowerCase()]?.security, name).toEqual(ways);
    }
  });

  it.each([
    ['http://shop.test', 'desk'],
    ['https://shop.test', '__Host-desk'],
  ])(
    'names the cookie of the desk of %s, and the header that goes with it',
    { tags: ['@STAFF-10'] },
    async (url, name) => {
      const other = await openTestShop({ PUBLIC_URL: url });
      try {
        const { components } = (await other.app.inject({ url: '/backend/docs' })).json();
        expect(components.securitySchemes.desk).toMatchObject({ type: 'apiKey', in: 'cookie', name });
        expect(components.securitySchemes.desk_store).toMatchObject({ in: 'header', name: 'x-desk-store' });
        const desk = await openDeskAs(other, null, 'owner');
        const cookie = `${name}=${desk.cookies.get('desk')}`;
        expect((await other.app.inject({ url: '/backend/desk/session/', headers: { cookie } })).statusCode).toBe(200);
      } finally {
        await other.close();
      }
    },
  );

  it('groups the calls of shoppers, merchants and operators', { tags: ['@API-38', '@MERCHANT-4'] }, async () => {
    const { tags, 'x-tagGroups': groups } = (await shop.app.inject({ url: '/backend/docs' })).json();
    const names: string[] = tags.map(({ name }: { name: string }) => name);
    expect(groups.flatMap((group: { tags: string[] }) => group.tags)).toEqual(names);
    for (const [name, call] of [...callEndpoints, ...streamEndpoints]) {
      const [tag = ''] = paths[docsPath(call.path)]?.[call.method.toLowerCase()]?.tags ?? [];
      expect(names, name).toContain(tag);
      const byAuth = { merchant: 'Merchants', operator: 'Operators' }[String(call.auth)] ?? 'Shoppers';
      const audience = call.path.startsWith('/desk/') ? 'Desk' : byAuth;
      expect(tag.split(':')[0], name).toBe(audience);
    }
  });

  it.each(callEndpoints)(
    'shows a request and a response of %s that were really made',
    { tags: ['@API-38'] },
    (name, call) => {
      const operation = paths[docsPath(call.path)]?.[call.method.toLowerCase()];
      expect(operation?.description, `run \`npm run examples\` for ${name}`).toMatch(/curl/);
      const contents = [
        operation?.responses[200]?.content?.['application/json'] ?? operation?.responses[200]?.content?.['text/csv'],
        operation?.requestBody?.content['application/json'],
      ];
      for (const content of [...contents, ...(operation?.parameters ?? [])])
        if (content?.schema && content.example !== undefined)
          expect(ajv.validate(content.schema, content.example), `${name}: ${ajv.errorsText()}`).toBe(true);
      expect(contents[0]?.example).toBeDefined();
    },
  );

  it('describes only endpoints of the contract', () => {
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(
      [...callEndpoints, ...streamEndpoints].map(([, call]) => `${call.method} ${docsPath(call.path)}`).toSorted(),
    );
  });

  it.each([...callEndpoints, ...streamEndpoints])('describes the content type of %s', (_, call) => {
    const responses = paths[docsPath(call.path)]?.[call.method.toLowerCase()]?.responses;
    const type = call.download?.endsWith('.csv') ? 'text/csv' : 'application/json';
    expect(Object.keys(responses?.[200]?.content ?? {})).toEqual([call.events ? 'text/event-stream' : type]);
    if (responses?.[304]) expect(responses[304].content).toBeUndefined();
  });

  it('names the base URL of the paths', { tags: ['@API-2'] }, () => {
    expect(servers).toEqual([{ url: '/backend' }]);
  });

  it('describes each webhook, with an example', { tags: ['@WEBHOOK-3'] }, () => {
    expect(Object.keys(webhooks)).toEqual(Object.keys(webhookExamples));
    for (const [type, example] of Object.entries(webhookExamples)) {
      const body = webhooks[type]?.post?.requestBody;
      expect(body).toMatchObject({ content: { 'application/json': { example, schema: { type: 'object' } } } });
    }
  });

  it('names the parameters of lists', () => {
    const names = paths['/api/products/']?.get?.parameters?.map(({ name }) => name);
    expect(names?.toSorted()).toEqual(['country_code', 'in_stock', 'max_price', 'min_price', 'page', 'search', 'sort']);
  });
});
