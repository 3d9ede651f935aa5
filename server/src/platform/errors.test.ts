import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, signIn, type TestShop } from '../testing/shop.ts';
import { handleErrors, requestId } from './errors.ts';

/** A server with one route that throws, and its log. */
const openFailingServer = (thrown: unknown) => {
  const logged: { level: number; reqId?: string; err?: { message: string; stack: string } }[] = [];
  const stream = new Writable({
    write: (line, _, done) => {
      logged.push(JSON.parse(String(line)));
      done();
    },
  });
  const app = Fastify({ logger: { level: 'warn', stream }, genReqId: requestId });
  handleErrors(app, {});
  app.get('/', () => {
    throw thrown;
  });
  return { app, logged };
};

describe('an unexpected error', () => {
  it('is sent as a 500 without details, and logged with the request id', {
    tags: ['@API-14'],
  }, async () => {
    const { app, logged } = openFailingServer(new Error('secret: the password is hunter2'));
    const response = await app.inject({ url: '/' });
    expectRefusal(response, 'internal_error');
    expect(response.body).not.toContain('secret');
    expect(response.json()).toEqual({
      code: 'internal_error',
      detail: 'Internal Server Error',
      message: 'Internal Server Error',
    });
    expect(logged).toEqual([
      expect.objectContaining({
        level: 50,
        reqId: response.headers['x-request-id'],
        err: expect.objectContaining({
          message: 'secret: the password is hunter2',
          stack: expect.stringContaining('errors.test.ts'),
        }),
      }),
    ]);
  });

  it.each([
    ['another HTTP status', Object.assign(new Error('teapot'), { statusCode: 418 })],
    ['an unknown code', Object.assign(new Error('x'), { code: '42P01' })],
    ['no message', new Error()],
  ])('with %s is also sent as a 500 without details', async (_, thrown) => {
    const { app, logged } = openFailingServer(thrown);
    expectRefusal(await app.inject({ url: '/' }), 'internal_error');
    expect(logged).toHaveLength(1);
  });

  it.each([
    '57P01',
    '57P03',
    '08006',
    '25006',
    '53300',
    '53100',
    '58030',
    '55P03',
    '25P03',
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ETIMEDOUT',
  ])('with the code %s means that the database is unavailable', async (code) => {
    const { app, logged } = openFailingServer(Object.assign(new Error('unavailable'), { code }));
    expectRefusal(await app.inject({ url: '/' }), 'database_unavailable');
    expect(logged).toMatchObject([{ level: 40 }]);
  });

  it.each([
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])('with the message "%s" means that the database is unavailable', async (message) => {
    expectRefusal(await openFailingServer(new Error(message)).app.inject({ url: '/' }), 'database_unavailable');
  });
});

describe('the whole server', () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop();
  });
  afterAll(() => shop.close());

  it('responds with 500 to a query that fails, without any SQL', async () => {
    await sql`alter table category rename to missing`.execute(shop.db);
    const response = await shop.app.inject({ url: '/backend/api/category/' });
    expectRefusal(response, 'internal_error');
    expect(response.body).not.toMatch(/category|relation|select/);
    await sql`alter table missing rename to category`.execute(shop.db);
    expect((await shop.app.inject({ url: '/backend/api/category/' })).statusCode).toBe(200);
  });

  it("uses the client's request id if it is well-formed", async () => {
    const responseIdOf = async (requestId?: string) =>
      (
        await shop.app.inject({
          url: '/backend/countries/',
          headers: requestId === undefined ? {} : { 'x-request-id': requestId },
        })
      ).headers['x-request-id'];
    expect(await responseIdOf('abc-123_DEF-456')).toBe('abc-123_DEF-456');
    for (const malformed of ['short', 'x'.repeat(65), 'with space 123', 'a<script>b12', ''])
      expect(await responseIdOf(malformed)).toMatch(/^[0-9a-f-]{36}$/);
    expect(await responseIdOf()).not.toBe(await responseIdOf());
  });

  it.each(['/backend/countries/', '/backend/none/', '/'])('refuses the method QUERY at %s', async (url) => {
    const response = await shop.app.inject({ method: 'QUERY', url });
    expectRefusal(response, 'unsupported_media_type');
  });

  it.each(['', 'nonsense', ';;;', 'text/plain'])(
    'ignores a body of the type "%s" where none is expected',
    async (type) => {
      const headers = { ...(await signIn(shop.db)), 'content-type': type };
      for (const call of ['POST /api/cart/clear_cart/', 'DELETE /checkout/coupon/']) {
        const [method, path] = call.split(' ') as ['POST' | 'DELETE', string];
        const response = await shop.app.inject({ method, url: `/backend${path}`, headers, payload: 'a=1' });
        expect(response.statusCode, call).toBe(200);
      }
    },
  );

  it('sends the headers that prevent the use of an API response as a page', async () => {
    const { headers } = await shop.app.inject({ url: '/backend/countries/' });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; ?frame-ancestors 'none'$/),
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
  });
});
