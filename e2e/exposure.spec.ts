import { request as requestHttp } from 'node:http';
import { expect, test } from './support/fixtures.ts';

/** What the shop must not expose. */

test('files of the repository and folders are not served', async ({ page }) => {
  for (const path of [
    '/.git/config',
    '/.env',
    '/package.json',
    '/server/src/main.ts',
    '/..%2fpackage.json',
    '/assets/',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/brand/',
    '/brand/..%2fworker.js',
    '/flags/..%2f..%2f..%2fpackage.json',
    '/.vite/manifest.json',
    '/media/',
    '/metrics',
  ]) {
    const response = await page.request.get(path);
    expect([path, response.status()]).toEqual([path, 404]);
    expect(await response.text()).not.toContain('workspaces');
  }
});

test('files are kept for an hour, and a missing one is refused without rendering a page', async ({ page }) => {
  const get = (path: string) => page.request.get(path, { headers: { accept: 'image/*' } });
  for (const path of ['/favicon.ico', '/site.webmanifest', '/flags/ng.svg', '/brand/category-food.svg']) {
    const response = await get(path);
    expect([path, response.status(), response.headers()['cache-control']]).toEqual([path, 200, 'public, max-age=3600']);
  }
  for (const path of ['/flags/xx.svg', '/brand/none/none.svg', '/fonts/none.woff2', '/home/none.avif']) {
    const response = await get(path);
    expect([path, response.status()]).toEqual([path, 404]);
    expect(await response.json()).toMatchObject({ code: 'not_found' });
  }
});

test('TRACE is refused, and the response repeats nothing of the request', async ({ baseURL }) => {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: string }>();
  requestHttp(`${baseURL}/`, { method: 'TRACE', headers: { 'x-secret': 'palm wine' } }, (response) => {
    let body = '';
    response.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    response.on('end', () => resolve({ status: response.statusCode, body }));
  })
    .on('error', reject)
    .end();
  const { status, body } = await promise;
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body).not.toContain('palm wine');
});

test('a page allows only its own scripts, and no other site may embed it or see its URL as referrer', async ({
  page,
}) => {
  const headers = (await page.request.get('/')).headers();
  const policy = headers['content-security-policy'] ?? '';
  for (const directive of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ])
    expect(policy.split('; ')).toContain(directive);
  expect(/script-src ([^;]*)/.exec(policy)?.[1]).toMatch(/^'self'( 'sha256-[\w+/]+=*')*$/);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});
