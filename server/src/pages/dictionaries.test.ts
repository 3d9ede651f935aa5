import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../app.ts';
import { expectRefusal } from '../testing/responses.ts';
import { openTestShop, type TestShop, waitUntilBlocked } from '../testing/shop.ts';
import { waitFor } from '../testing/wait-for.ts';
import { openBuiltPages } from './built-pages.ts';
import { createPageRenderer } from './page-renderer.ts';

/** A text that brotli compresses to about half. */
const makeText = (seed: string, lines = 300): string =>
  Array.from({ length: lines }, (_, n) => `export const v${n} = '${hash('sha256', `${seed} ${n}`)}';\n`).join('');
const insert = (text: string, change: string): string => `${text.slice(0, 5000)}${change}${text.slice(5000)}`;

type Release = Record<string, string>;
const APP = makeText('app');
const CARD = makeText('card');
const FIRST: Release = {
  'app-aaaaaa_1.js': APP,
  'app-aaaaaa-1.css': makeText('style'),
  'app-card-ccccccc1.js': CARD,
  'tiny-tttttt01.js': 'a',
  'picture-pppppppp.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};
const SECOND: Release = {
  'app-aaaaaa_2.js': insert(APP, '// two'),
  'app-aaaaaa-2.css': insert(makeText('style'), '/* two */'),
  'app-card-ccccccc1.js': CARD,
  'tiny-tttttt02.js': 'b',
};
const BROWSER = 'gzip, deflate, br, zstd, dcb, dcz';

const sha256 = (text: string): string => hash('sha256', text, 'base64');

let shop: TestShop;
const cleanups: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(async () => {
  for (const clean of cleanups) await clean();
  await shop.close();
});

/** Starts a node of a release, beside the other ones, perhaps before its files are stored. */
const openNode = async (release: Release, dictionaryReleases = 3, parts: Partial<TestShop> = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'sokuwa-release-'));
  await mkdir(join(folder, 'client/assets'), { recursive: true });
  await writeFile(join(folder, 'client/worker.js'), '');
  for (const [name, text] of Object.entries(release)) {
    await writeFile(join(folder, 'client/assets', name), text);
    if (text.length > 600) await writeFile(join(folder, 'client/assets', `${name}.br`), brotliCompressSync(text));
  }
  const built = await openBuiltPages(folder, 1, 1);
  const render = createPageRenderer(async () => ({ html: ['<html></html>'], status: 200 }));
  // Longer than anything takes on a busy machine.
  const config = { ...shop.config, dictionaryReleases, dictionaryTimeoutMs: 60_000 };
  const app = await buildApp({ ...shop, config, ...parts }, { ...built, render });
  cleanups.push(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  await app.ready();
  return app;
};
const isReady = async (app: FastifyInstance) => (await app.inject('/readyz')).statusCode === 200;
/** Starts a node of a release, beside the other ones, and waits until it is ready. */
const startNode = async (...parts: Parameters<typeof openNode>) => {
  const app = await openNode(...parts);
  await waitFor(async () => expect(await isReady(app)).toBe(true));
  return app;
};
/** Locks the stored files. @returns unlocks them */
const lockFiles = async () => {
  const blocker = new pg.Client(shop.connection);
  await blocker.connect();
  await blocker.query('begin; lock table built_file');
  return () => blocker.end();
};

/** Requests a file as a browser does that has a text as its dictionary. */
const request = (app: FastifyInstance, name: string, dictionary: string, headers: Record<string, string> = {}) =>
  app.inject({
    url: `/assets/${name}`,
    headers: {
      'accept-encoding': BROWSER,
      'available-dictionary': `:${sha256(dictionary)}:`,
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  });

const listStored = async () => {
  const rows = await shop.db.selectFrom('built_file').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
};
/** The shop's database, and the number of queries that go through it. */
const watchQueries = () => {
  let queries = 0;
  const db = shop.db.withPlugin({
    transformQuery: ({ node }) => {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db, countQueries: () => queries };
};
const forgetReleases = () => shop.db.deleteFrom('built_file').execute();

describe('a release after another', { tags: ['@SHELL-99'] }, () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    await forgetReleases();
    const before = await startNode(FIRST);
    expect(await listStored()).toHaveLength(4);
    await before.close();
    app = await startNode(SECOND);
  });

  it.each([
    ['app-aaaaaa_2.js', 'app-aaaaaa_1.js', 'text/javascript; charset=utf-8'],
    ['app-aaaaaa-2.css', 'app-aaaaaa-1.css', 'text/css; charset=utf-8'],
  ])('sends of %s only what changed since %s', async (name, earlier, type) => {
    const dictionary = FIRST[earlier] ?? '';
    const { statusCode, headers, rawPayload } = await request(app, name, dictionary);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-encoding': 'dcz',
      'content-type': type,
      'content-length': String(rawPayload.length),
      'cache-control': 'private, max-age=31536000, immutable',
      vary: 'accept-encoding, available-dictionary',
    });
    expect(rawPayload.length).toBeLessThan(200);
    // RFC 9842, section 5: a magic number and the hash of the dictionary.
    expect(rawPayload.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
    expect(rawPayload.subarray(8, 40).toString('base64')).toBe(sha256(dictionary));
    const decoded = zstdDecompressSync(rawPayload, { dictionary: Buffer.from(dictionary) });
    expect(decoded.toString()).toBe(SECOND[name]);
  });

  it('names the URLs for which each file is a dictionary, in every encoding', async () => {
    for (const encoding of [BROWSER, 'br', 'identity']) {
      const { headers } = await request(app, 'app-aaaaaa_2.js', APP, { 'accept-encoding': encoding });
      expect(headers['use-as-dictionary']).toBe('match="/assets/app-*.js"');
      expect(headers.vary).toBe('accept-encoding, available-dictionary');
    }
    const card = await request(app, 'app-card-ccccccc1.js', '');
    expect(card.headers['use-as-dictionary']).toBe('match="/assets/app-card-*.js"');
  });

  it('has an ETag for each encoding', async () => {
    const requests = [BROWSER, 'br', 'identity'].map((encoding) =>
      request(app, 'app-aaaaaa_2.js', APP, { 'accept-encoding': encoding }),
    );
    const responses = await Promise.all(requests);
    expect(responses.map(({ headers }) => headers['content-encoding'])).toEqual(['dcz', 'br', undefined]);
    const etags = responses.map(({ headers }) => headers.etag);
    expect(new Set(etags).size).toBe(3);
    const again = await request(app, 'app-aaaaaa_2.js', APP, { 'if-none-match': String(etags[0]) });
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
  });

  it('answers HEAD with the headers of GET', async () => {
    const headers = { 'accept-encoding': BROWSER, 'available-dictionary': `:${sha256(APP)}:` };
    const url = '/assets/app-aaaaaa_2.js';
    const [head, get] = [await app.inject({ method: 'HEAD', url, headers }), await app.inject({ url, headers })];
    expect(head.rawPayload).toHaveLength(0);
    expect(head.headers).toMatchObject({ 'content-encoding': 'dcz', etag: get.headers.etag });
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it.each([
    ['without a dictionary', { 'available-dictionary': '' }],
    ['for an unknown hash', { 'available-dictionary': `:${sha256('unknown')}:` }],
    ['for the dictionary of another file', { 'available-dictionary': `:${sha256(CARD)}:` }],
    ['for a hash without colons', { 'available-dictionary': sha256(APP) }],
    ['for a hash that is too short', { 'available-dictionary': ':AAAA:' }],
    ['for two hashes', { 'available-dictionary': `:${sha256(APP)}:, :${sha256(APP)}:` }],
    ['for a browser that does not accept dcz', { 'accept-encoding': 'gzip, br, dcb' }],
    ['for a browser that refuses dcz', { 'accept-encoding': 'br, dcz;q=0' }],
    ['for a page of another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
    [
      'for a CORS request of another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', origin: 'https://x.test' },
    ],
  ])('sends plain brotli %s', async (_, headers: Record<string, string>) => {
    const { statusCode, headers: sent, rawPayload } = await request(app, 'app-aaaaaa_2.js', APP, headers);
    expect(statusCode).toBe(200);
    expect(sent['content-encoding']).toBe('br');
    expect(sent['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(brotliDecompressSync(rawPayload).toString()).toBe(SECOND['app-aaaaaa_2.js']);
  });

  it('uses the dictionary for clients that send no fetch metadata, and for navigations', async () => {
    const url = '/assets/app-aaaaaa_2.js';
    const headers = { 'accept-encoding': BROWSER, 'available-dictionary': `:${sha256(APP)}:` };
    const plain = await app.inject({ url, headers });
    const navigation = await request(app, 'app-aaaaaa_2.js', APP, {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
    });
    expect([plain, navigation].map(({ headers }) => headers['content-encoding'])).toEqual(['dcz', 'dcz']);
  });

  it('sends a file whole that a dictionary does not make smaller', async () => {
    const { headers, body } = await request(app, 'tiny-tttttt02.js', 'a');
    expect(headers['content-encoding']).toBeUndefined();
    expect(body).toBe('b');
  });

  it('does not have files of invented names', async () => {
    for (const name of ['app-zzzzzzzz.js', '../assets/app-zzzzzzzz.js', 'app-%00aaaaaa.js'])
      expect((await request(app, name, APP)).statusCode).toBeGreaterThanOrEqual(400);
  });

  it('offers pictures and files without a hash as no dictionary', async () => {
    const other = await startNode({ 'picture-pppppppp.svg': '<svg/>', 'plain.js': 'export {};' });
    for (const name of ['picture-pppppppp.svg', 'plain.js']) {
      const { statusCode, headers } = await request(other, name, '');
      expect([statusCode, headers['use-as-dictionary']]).toEqual([200, undefined]);
    }
  });

  it('never uses a dictionary for pages', async () => {
    const { headers } = await app.inject({
      url: '/cart',
      headers: { 'accept-encoding': BROWSER, 'available-dictionary': `:${sha256(APP)}:` },
    });
    expect(headers['content-encoding']).not.toBe('dcz');
    expect(headers['use-as-dictionary']).toBeUndefined();
  });
});

describe('nodes of two releases at the same time', { tags: ['@SHELL-100'] }, () => {
  const EARLIER = 'app-aaaaaa_1.js';
  const LATER = 'app-aaaaaa-2.css';
  const get = (app: FastifyInstance, name: string, encoding = 'br') =>
    app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': encoding } });

  it('serve the files of both', async () => {
    await forgetReleases();
    const nodes = [await startNode(FIRST), await startNode(SECOND)];
    expect(await listStored()).toHaveLength(7);
    for (const app of nodes) {
      for (const [name, text] of [EARLIER, LATER].map((name) => [name, FIRST[name] ?? SECOND[name] ?? ''] as const)) {
        const { statusCode, headers, rawPayload } = await get(app, name);
        expect(statusCode).toBe(200);
        expect(headers).toMatchObject({
          'content-type': expect.stringMatching(
            name.endsWith('css') ? /^text\/css; charset=utf-8$/ : /^(?:text|application)\/javascript; charset=utf-8$/,
          ),
          'content-encoding': 'br',
          'cache-control': 'public, max-age=31536000, immutable',
          vary: 'accept-encoding, available-dictionary',
          'use-as-dictionary': `match="/assets/app-*${name.slice(name.indexOf('.'))}"`,
        });
        expect(brotliDecompressSync(rawPayload).toString()).toBe(text);
        const plain = await get(app, name, 'identity');
        expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, text]);
      }
    }
  });

  it('serve files of the other release that have the same content under several names', async () => {
    await forgetReleases();
    const names = ['home-redirect.js', 'list-redirect.js'];
    await startNode({ ...FIRST, [names[0] as string]: CARD, [names[1] as string]: CARD });
    const other = await startNode(SECOND);
    for (const name of names) expect([name, (await get(other, name, 'identity')).body]).toEqual([name, CARD]);
  });

  it('have no other files, and read the database once a second for any number of invented names', async () => {
    await forgetReleases();
    const { db, countQueries } = watchQueries();
    const app = await startNode(SECOND, 3, { db });
    const before = countQueries();
    const startMs = performance.now();
    const names = Array.from({ length: 90 }, (_, n) => `app-invent${10 + n}.js`);
    const stored = SECOND['app-aaaaaa_2.js'] ?? '';
    for (const { statusCode } of await Promise.all(names.map((name) => request(app, name, stored))))
      expect(statusCode).toBe(404);
    const seconds = (performance.now() - startMs) / 1000;
    expect(countQueries() - before).toBeLessThanOrEqual(1 + Math.ceil(seconds));
    const queries = countQueries();
    for (const name of ['plain.js', 'picture-zzzzzzzz.svg']) expect((await get(app, name)).statusCode).toBe(404);
    expect(countQueries()).toBe(queries);
  });
});

it('at most a thousand requests wait for the list of files, and further ones are refused', async () => {
  await forgetReleases();
  const app = await startNode(FIRST);
  const unlock = await lockFiles();
  const statuses: number[] = [];
  const requests = Array.from({ length: 1010 }, async (_, n) => {
    const response = await app.inject({ url: `/assets/app-invented-${10_000_000 + n}.js` });
    statuses.push(response.statusCode);
    if (response.statusCode === 503) expectRefusal(response, 'too_busy');
  });
  await waitFor(() => expect(statuses).toEqual(Array(10).fill(503)));
  await unlock();
  await Promise.all(requests);
  expect(statuses.filter((status) => status === 404)).toHaveLength(1000);
});

it('as soon as a node of a new release is ready, nodes of the release before send its files', {
  tags: ['@SHELL-99'],
}, async () => {
  await forgetReleases();
  const before = await startNode(FIRST);
  const getFrom = (app: FastifyInstance, name: string) => app.inject({ url: `/assets/${name}` });
  // The node has read the list of files just before the other one stores its own.
  expect((await getFrom(before, 'app-unknown1.js')).statusCode).toBe(404);
  await startNode(SECOND);
  const response = await getFrom(before, 'app-aaaaaa_2.js');
  expect([response.statusCode, response.body]).toEqual([200, SECOND['app-aaaaaa_2.js']]);
});

describe('stored releases', { tags: ['@SHELL-99'] }, () => {
  const release = (n: number): Release => ({
    [`app-0000000${n}.js`]: insert(APP, `// ${n}`),
    'same-ssssssss.js': CARD,
  });
  /** Starts and stops a node, which stores its files before it stops. */
  const run = async (files: Release, maxReleases = 2) => (await startNode(files, maxReleases)).close();

  it('are the last ones, with the files that they share', async () => {
    await forgetReleases();
    for (const n of [1, 2, 3]) await run(release(n));
    expect(await listStored()).toEqual(['app-00000002.js', 'app-00000003.js', 'same-ssssssss.js']);
    const app = await startNode(release(3), 2);
    const dictionaries = [1, 2].map((n) => request(app, 'app-00000003.js', release(n)[`app-0000000${n}.js`] ?? ''));
    const encodings = (await Promise.all(dictionaries)).map(({ headers }) => headers['content-encoding']);
    expect(encodings).toEqual(['br', 'dcz']);
  });

  it('stay when their nodes restart, which changes nothing', async () => {
    await forgetReleases();
    for (const n of [1, 2]) await run(release(n));
    const read = () => shop.db.selectFrom('built_file').select(['name', 'release']).orderBy('name').execute();
    const before = await read();
    expect(before.map(({ name }) => name)).toEqual(['app-00000001.js', 'app-00000002.js', 'same-ssssssss.js']);
    await run(release(2));
    expect(await read()).toEqual(before);
  });

  it('are stored in turn when nodes of two releases start at once', async () => {
    await forgetReleases();
    await run(release(1));
    const blocker = new pg.Client(shop.connection);
    await blocker.connect();
    await blocker.query('begin; select pg_advisory_xact_lock(7362015)');
    const nodes = Promise.all([2, 2, 3].map((n) => run(release(n))));
    await waitUntilBlocked(shop.db, 3);
    await blocker.query('commit');
    await blocker.end();
    await nodes;
    // Both count as a release of their own, so the first one is deleted.
    expect(await listStored()).toEqual(['app-00000002.js', 'app-00000003.js', 'same-ssssssss.js']);
  });

  it('are stored also if a file has the name of one earlier file and the content of another', async () => {
    await forgetReleases();
    await run({ 'app-00000001.js': APP, 'app-00000002.js': CARD });
    await run({ 'app-00000001.js': CARD, 'app-00000002.js': APP });
    expect(await listStored()).toEqual(['app-00000001.js', 'app-00000001.js', 'app-00000002.js', 'app-00000002.js']);
  });

  it('become the newest again after a downgrade', async () => {
    await forgetReleases();
    for (const n of [1, 2, 1, 3]) await run(release(n));
    expect(await listStored()).toEqual(['app-00000001.js', 'app-00000003.js', 'same-ssssssss.js']);
  });

  it('may be deleted by a newer node: the file is then sent whole, and the database is asked once', async () => {
    await forgetReleases();
    await run(release(1));
    const { db, countQueries } = watchQueries();
    const app = await startNode(release(2), 2, { db });
    // Afterwards the node has read the list of files.
    await request(app, 'app-00000002.js', release(2)['app-00000002.js'] ?? '');
    await forgetReleases();
    const before = countQueries();
    for (let n = 0; n < 3; n++) {
      const { headers, rawPayload } = await request(app, 'app-00000002.js', release(1)['app-00000001.js'] ?? '');
      expect(headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(rawPayload).toString()).toBe(release(2)['app-00000002.js']);
    }
    expect(countQueries() - before).toBe(1);
  });

  it('are read once for each file, and not at all for invented hashes and pairs', async () => {
    await forgetReleases();
    await run({ ...release(1), 'other-00000001.js': 'other' });
    const { db, countQueries } = watchQueries();
    const app = await startNode({ ...release(2), 'other-00000002.js': insert(APP, '// 2') }, 2, { db });
    const dictionary = release(1)['app-00000001.js'] ?? '';
    await request(app, 'app-00000002.js', 'invented');
    const before = countQueries();
    const repeated = Array.from({ length: 20 }, () => request(app, 'app-00000002.js', dictionary));
    for (const { headers } of await Promise.all(repeated)) expect(headers['content-encoding']).toBe('dcz');
    expect(countQueries() - before).toBe(1);
    for (let n = 0; n < 20; n++) await request(app, 'app-00000002.js', `invented ${n}`);
    await request(app, 'other-00000002.js', dictionary);
    expect(countQueries() - before).toBe(1);
  });

  it('delay the readiness of the node, but no file, while the database is slow, and are used afterwards', async () => {
    await forgetReleases();
    await run(release(1));
    const config = { ...shop.config, dictionaryReleases: 2, dictionaryTimeoutMs: 20 };
    const unlock = await lockFiles();
    const app = await openNode(release(2), 2, { config });
    await waitUntilBlocked(shop.db, 1);
    const requestDelta = () => request(app, 'app-00000002.js', release(1)['app-00000001.js'] ?? '');
    expect((await requestDelta()).headers['content-encoding']).toBe('br');
    const ready = await app.inject('/readyz');
    expect([ready.statusCode, ready.headers['retry-after'], ready.json().detail]).toEqual([
      503,
      '2',
      'The server is starting.',
    ]);
    await unlock();
    await waitFor(async () => expect((await requestDelta()).headers['content-encoding']).toBe('dcz'));
    expect(await isReady(app)).toBe(true);
  });

  it('are not needed: without the database files are sent whole, and the release is stored when it works again', async () => {
    const { db } = shop;
    await forgetReleases();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const runTimers = (delayMs: number) => {
      const calls = timers.mock.calls.filter(([, ms]) => ms === delayMs);
      expect(calls).toHaveLength(1);
      for (const [run, , ...parameters] of calls) run(...parameters);
    };
    await db.schema
      .alterTable('built_file')
      .renameTo('built_file_gone' as 'built_file')
      .execute();
    try {
      const app = await openNode(release(2));
      await waitFor(() => expect(timers.mock.calls.some(([, ms]) => ms === 8000)).toBe(true));
      expect(await isReady(app)).toBe(false);
      // Not for ever: the node is ready after half a minute.
      runTimers(30_000);
      await waitFor(async () => expect(await isReady(app)).toBe(true));
      const { statusCode, headers } = await request(app, 'app-00000002.js', APP);
      expect([statusCode, headers['content-encoding']]).toEqual([200, 'br']);
      const other = await request(app, 'app-00000001.js', APP);
      expectRefusal(other, 'database_unavailable');
      expect(other.headers['retry-after']).toBe('2');
    } finally {
      await db.schema.alterTable('built_file_gone').renameTo('built_file').execute();
    }
    expect(await listStored()).toEqual([]);
    runTimers(8000);
    timers.mockRestore();
    await waitFor(async () => expect(await listStored()).toEqual(Object.keys(release(2)).toSorted()));
  });

  it('are none with DICTIONARY_RELEASES=0', async () => {
    await forgetReleases();
    const app = await startNode(release(2), 0);
    const { headers } = await request(app, 'app-00000002.js', APP);
    expect([headers['content-encoding'], headers['use-as-dictionary'], headers.vary]).toEqual([
      'br',
      undefined,
      'accept-encoding',
    ]);
    await app.close();
    expect(await listStored()).toEqual([]);
  });
});
