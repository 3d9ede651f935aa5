import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { openBuiltPages } from './built-pages.ts';
import { createPageRenderer } from './page-renderer.ts';

const FILES = ['assets/a-1.js', 'flags/ng.svg', 'fonts/text.woff2', 'favicon.ico'];

let folder: string;
let shop: TestShop;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-pages-'));
  for (const name of [...FILES, 'worker.js']) {
    const path = join(folder, 'client', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'content');
  }
  const built = await openBuiltPages(folder, 1, 1);
  const render = createPageRenderer(async () => ({ html: ['<html></html>'], status: 200 }));
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
