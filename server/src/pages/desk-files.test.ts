import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDesk, openDeskAs, type TestDesk } from '../testing/desk.ts';
import { expectRefusal } from '../testing/responses.ts';
import { addMerchant, openTestShop, type TestShop } from '../testing/shop.ts';
import { openBuiltPages } from './built-pages.ts';

const STYLES = 'h1{color:red}';
const SCRIPTS =
  '<script type="module" crossorigin src="/desk/assets/index-abc.js"></script><link rel="modulepreload" href="/desk/assets/app-abc.js">';
const DOCUMENT = `<!doctype html><head><title>Sokuwa desk</title><link rel="preload" as="fetch" href="/backend/desk/session/">${SCRIPTS}<link rel="stylesheet" crossorigin href="/desk/assets/app-abc.css"></head><body><div id="desk"></div></body>`;
/** A bundle that shows what the calls of the page respond. */
const BUNDLE = `export const render = async (path, send) => {
  if (path.includes('fail')) throw new Error('the page fails');
  const { status, body } = await send({ method: 'GET', url: path.startsWith('/desk/market') ? '/operator/overview/' : '/merchant/today/' });
  return status === 200 ? ['<h1>' + Object.keys(body).join() + '</h1>', '<i></i>'] : undefined;
};`;

let folder: string;
let shop: TestShop;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-desk-'));
  const files = {
    'web/client/worker.js': '',
    'web/server/server.js': 'export const render = () => undefined;',
    'desk/index.html': DOCUMENT,
    'desk/app.webmanifest': '{}',
    'desk/assets/index-abc.js': 'content',
    'desk/assets/app-abc.css': STYLES,
    'desk/server/server.js': BUNDLE,
    'desk/server/package.json': '{"type":"module"}',
    'web/server/package.json': '{"type":"module"}',
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

describe('the first page of somebody who is signed in', () => {
  const open = (desk: TestDesk, url: string) => desk.call('GET', '', undefined, { url });

  it('is rendered on the server from their own data, and never cached', { tags: ['@DESK-1', '@STAFF-1'] }, async () => {
    const merchant = { id: await addMerchant(shop.db) };
    const desk = await openDeskAs(shop, merchant.id, 'staff');
    const response = await open(desk, `/desk/store/${merchant.id}`);
    expect(response.headers).toMatchObject({ 'cache-control': 'private, no-store', vary: 'accept-encoding, cookie' });
    expect(response.body).toContain(`<style>${STYLES}</style></head><body><div id="desk"><h1>to_ship,`);
    // Its scripts are after it, and nothing is loaded before it.
    expect(response.body).toContain(`<i></i></div>${SCRIPTS}</body>`);
    expect(response.body).not.toMatch(/rel="(?:preload|stylesheet)"/);
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain(`style-src 'self' 'sha256-${hash('sha256', STYLES, 'base64')}';`);
    expect(policy).not.toContain('unsafe');

    const operator = await openDeskAs(shop, null, 'support');
    expect((await open(operator, '/desk/market')).body).toContain('<h1>');
    expect((await open(operator, '/desk/market')).headers['cache-control']).toBe('private, no-store');
  });

  it('is left to the browser for everybody else, for other pages, and if it fails', {
    tags: ['@STAFF-1'],
  }, async () => {
    const merchant = { id: await addMerchant(shop.db) };
    const other = { id: await addMerchant(shop.db) };
    const desk = await openDeskAs(shop, merchant.id, 'owner');
    const expectDocument = async (sender: TestDesk, url: string) => {
      const response = await open(sender, url);
      expect([response.body, response.headers['cache-control']], url).toEqual([DOCUMENT, 'no-cache']);
    };
    await expectDocument(openDesk(shop), `/desk/store/${merchant.id}`);
    await expectDocument(desk, `/desk/store/${other.id}`);
    await expectDocument(desk, '/desk/market');
    await expectDocument(desk, `/desk/store/${merchant.id}/orders`);
    await expectDocument(desk, `/desk/store/${merchant.id}?fail`);
    // Whoever is removed while they are signed in is out at once.
    await shop.db.deleteFrom('membership').where('merchant_id', '=', merchant.id).execute();
    await expectDocument(desk, `/desk/store/${merchant.id}`);
    desk.cookies.set('desk', 'x'.repeat(43));
    await expectDocument(desk, `/desk/store/${merchant.id}`);
  });
});

describe('a page that is rendered', () => {
  it('is left to the browser if it takes long', async () => {
    const merchantId = await addMerchant(shop.db);
    const desk = await openDeskAs(shop, merchantId, 'owner');
    const holder = await shop.db.startTransaction().execute();
    await sql`lock table return_request`.execute(holder);
    const response = await desk.call('GET', '', undefined, { url: `/desk/store/${merchantId}` });
    expect(response.body).toBe(DOCUMENT);
    await holder.rollback().execute();
  });

  it('counts as a page for the limits of a network, not as a file', async () => {
    const limited = await openTestShop(
      { RATE_LIMIT_FACTOR: String(2 / shop.config.requestsPerMinute.networkPages) },
      await openBuiltPages(join(folder, 'web'), 1, 1, join(folder, 'desk')),
    );
    const statuses = async (url: string, remoteAddress: string) =>
      Promise.all([1, 2, 3].map(async () => (await limited.app.inject({ url, remoteAddress })).statusCode));
    expect((await statuses('/desk/market', '10.0.0.1')).toSorted()).toEqual([200, 200, 429]);
    expect(await statuses('/desk/sign-in', '10.1.0.1')).toEqual([200, 200, 200]);
    await limited.close();
  });
});

it('files with a hash are cached forever, the manifest for an hour', async () => {
  const script = await shop.app.inject({ url: '/desk/assets/index-abc.js' });
  expect([script.statusCode, script.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
  const manifest = await shop.app.inject({ url: '/desk/app.webmanifest' });
  expect([manifest.statusCode, manifest.headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
});

it('a file that does not exist is refused: a document would run as a script', async () => {
  expectRefusal(await shop.app.inject({ url: '/desk/assets/gone-abc.js' }), 'not_found');
});
