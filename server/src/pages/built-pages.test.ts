import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { openBuiltPages } from './built-pages.ts';
import { createPageRenderer } from './page-renderer.ts';

const FILES = ['assets/a-1.js', 'flags/ng.svg', 'fonts/text.woff2', 'favicon.ico'];
const NOT_SENT = ['flags/ng.svg.br', 'flags/.hidden', '.vite/manifest.json'];

let folder: string;
let shop: TestShop;
let renderedPages = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-pages-'));
  for (const name of [...FILES, ...NOT_SENT, 'worker.js']) {
    const path = join(folder, 'client', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'content');
  }
  const built = await openBuiltPages(folder, 1, 1);
  const render = createPageRenderer(async () => {
    renderedPages++;
    return { html: ['<html></html>'], status: 200 };
  });
  const settings = { RATE_LIMIT_FACTOR: '1', NETWORK_PAGES_PER_MINUTE: '1', CACHE_MEGABYTES: '0' };
  shop = await openTestShop(settings, { ...built, render });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

it.each(FILES)('of /%s twenty requests count as one page', async (name) => {
  const remoteAddress = `203.0.113.${FILES.indexOf(name)}`;
  const request = (path: string) => shop.app.inject({ url: `/${path}`, remoteAddress });
  for (let n = 0; n < 20; n++) expect((await request(name)).statusCode).toBe(200);
  expect((await request('cart')).statusCode).toBe(429);
});

it.each([
  'assets/none-1.js',
  'flags/none.svg',
  'flags/NG.svg',
  'flags/..%2ffavicon.ico',
  '%66lags/none.svg',
  '%61ssets/none-1.js',
  ...NOT_SENT.slice(0, 2),
])('/%s is refused without rendering a page, and counts as a file', async (path) => {
  const before = renderedPages;
  const request = () => shop.app.inject({ url: `/${path}`, remoteAddress: '203.0.113.20' });
  expectRefusal(await request(), 'not_found');
  expect(renderedPages).toBe(before);
});

it('folders of tools have no route', async () => {
  const response = await shop.app.inject({ url: '/.vite/manifest.json', remoteAddress: '203.0.113.21' });
  expect(response.headers['content-type']).toContain('text/html');
});

it.each(['flags/ng.svg', 'favicon.ico'])('/%s answers HEAD, and refuses POST', async (name) => {
  const head = await shop.app.inject({ method: 'HEAD', url: `/${name}`, remoteAddress: '203.0.113.22' });
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '7', '']);
  const remoteAddress = `203.0.113.${23 + FILES.indexOf(name)}`;
  expectRefusal(await shop.app.inject({ method: 'POST', url: `/${name}`, remoteAddress }), 'method_not_allowed');
});
