import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { openBuiltPages } from './built-pages.ts';

const DOCUMENT = '<!doctype html><title>Sokuwa desk</title>';

let folder: string;
let shop: TestShop;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-desk-'));
  const files = {
    'web/client/worker.js': '',
    'desk/index.html': DOCUMENT,
    'desk/app.webmanifest': '{}',
    'desk/assets/index-abc.js': 'content',
    'desk/.vite/manifest.json': '{}',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  shop = await openTestShop({}, await openBuiltPages(join(folder, 'web'), 1, 1, join(folder, 'desk')));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

it.each(['/desk', '/desk/', '/desk/store/7/orders?view=late', '/desk/sign-in', '/desk/.vite/manifest.json'])(
  '%s is the one document, revalidated each time, with a policy of its own',
  { tags: ['@MERCHANT-2', '@MERCHANT-3'] },
  async (url) => {
    const response = await shop.app.inject({ url });
    expect([response.statusCode, response.body]).toEqual([200, DOCUMENT]);
    expect(response.headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain('unsafe');
    const headers = { 'if-none-match': String(response.headers.etag) };
    expect((await shop.app.inject({ url, headers })).statusCode).toBe(304);
  },
);

it('files with a hash are cached forever, the manifest for an hour', async () => {
  const script = await shop.app.inject({ url: '/desk/assets/index-abc.js' });
  expect([script.statusCode, script.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  const manifest = await shop.app.inject({ url: '/desk/app.webmanifest' });
  expect([manifest.statusCode, manifest.headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
});

it('a file that does not exist is refused: a document would run as a script', async () => {
  expectRefusal(await shop.app.inject({ url: '/desk/assets/gone-abc.js' }), 'not_found');
});
