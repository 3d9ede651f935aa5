import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPageRenderer } from '../pages/index.ts';
import { addProduct, openTestShop, signIn, type TestShop } from '../testing/shop.ts';

type Line = Record<string, unknown> & { msg: string };
const logged: string[] = [];
const readLines = (): Line[] => logged.map((line) => JSON.parse(line));
const logStream = { write: (line: string) => void logged.push(line) };

/** Pages that contain the API's response. */
const pages = {
  register: async () => undefined,
  render: createPageRenderer(async (path, { send }) => {
    if (path.includes('broken')) throw new Error('broken');
    return { status: 200, html: [JSON.stringify(await send({ method: 'GET', url: '/api/category/' }))] };
  }),
};

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ LOG_LEVEL: 'info' }, pages, { logStream });
});
afterAll(() => shop.close());
afterEach(() => {
  logged.length = 0;
});

describe('the log', () => {
  it('has one line for each request, with the id that its response carries', async () => {
    const response = await shop.app.inject({
      url: '/backend/countries/',
      headers: { 'x-request-id': 'balancer-0001' },
    });
    expect(response.headers['x-request-id']).toBe('balancer-0001');
    expect(readLines()).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: process.pid,
        hostname: expect.any(String),
        reqId: 'balancer-0001',
        method: 'GET',
        route: '/backend/countries/',
        status: 200,
        ms: expect.any(Number),
        bytes: Buffer.byteLength(response.body),
        msg: 'request',
      },
    ]);
  });

  it('marks responses from the cache', async () => {
    const productId = await addProduct(shop.db);
    const url = `/backend/api/products/${productId}/`;
    const first = await shop.app.inject({ url });
    await shop.app.inject({ url });
    await shop.app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } });
    const [created, cached, notModified] = readLines();
    expect(created).toMatchObject({ status: 200, bytes: Buffer.byteLength(first.body) });
    expect(created).not.toHaveProperty('cached');
    expect(created?.route).toBe('/backend/api/products/:productId/');
    expect(cached).toMatchObject({ status: 200, cached: true, route: created?.route, bytes: created?.bytes });
    expect(notModified).toMatchObject({ status: 304, cached: true, route: created?.route });
    expect(new Set([created?.reqId, cached?.reqId, notModified?.reqId]).size).toBe(3);
  });

  it('contains refusals, unknown URLs, and pages without their internal API calls', async () => {
    shop.clearCaches();
    await shop.app.inject({ method: 'POST', url: '/login/', payload: { email: 'ada@mail.test' } });
    await shop.app.inject({ method: 'POST', url: '/backend/login/', payload: { email: 'ada@mail.test' } });
    await shop.app.inject({ url: '/backend/nothing/here' });
    await shop.app.inject({ url: `/backend/api/products/${'9'.repeat(2001)}/` });
    await shop.app.inject({ url: '/about' });
    expect(readLines().map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
      'POST (page) 405',
      'POST /backend/login/ 400',
      'GET (page) 404',
      'GET (page) 404',
      'GET (page) 200',
    ]);
  });

  it('contains no token, cookie, password or email address', async () => {
    const { authorization } = await signIn(shop.db);
    const secrets = [
      authorization.slice('Token '.length),
      's3cret-cookie',
      'hunter2-hunter2',
      'ada@mail.test',
      'tok3n-link',
    ];
    const [, cookie, password, email, link] = secrets;
    const headers = { authorization, cookie: `session=${cookie}` };
    const payload = { email, password, confirm_password: password };
    await shop.app.inject({ url: '/backend/profile/', headers });
    await shop.app.inject({ method: 'POST', url: '/backend/login/', headers, payload });
    await shop.app.inject({ url: `/backend/verify-email/MQ/${link}` });
    await shop.app.inject({ url: `/backend/api/products/?query=${link}&email=${email}` });
    await shop.app.inject({ url: `/reset-password/MQ/${link}?email=${email}`, headers });
    await shop.app.inject({ url: `/reset-password/MQ/${link}/broken`, headers });
    expect(readLines().filter(({ msg }) => msg === 'request')).toHaveLength(6);
    expect(readLines().filter(({ level }) => level === 50)).toMatchObject([{ err: { message: 'broken' } }]);
    for (const secret of secrets) expect(logged.join('')).not.toContain(secret);
  });
});

it('at level warn requests are not logged, but still get an id', async () => {
  const quiet = await openTestShop({ LOG_LEVEL: 'warn' }, undefined, { logStream });
  for (const _ of [1, 2]) {
    const response = await quiet.app.inject({ url: '/backend/api/category/' });
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
  await quiet.close();
  expect(logged).toEqual([]);
});
