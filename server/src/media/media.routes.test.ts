import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PICTURE_WIDTHS, pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { handleErrors, sendError } from '../platform/errors.ts';
import { DiskMedia } from '../ports/media/disk.media.ts';
import { Renditions } from '../ports/media/renditions.ts';
import { mediaRoutes } from './media.routes.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const key = 'products/ijebu-garri-2kg-front-1a2b3c4d';
const narrowKey = 'tiles/narrow';

let folder: string;
let store: DiskMedia;
let renditions: Renditions;
let app: FastifyInstance;

/** Noise, so that sizes in bytes differ as those of photographs do. */
const photograph = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: 'teal', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .webp({ quality: 80 })
    .toBuffer();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-pictures-'));
  store = new DiskMedia(folder);
  renditions = new Renditions(store, { workers: 2 });
  await store.put(key, await photograph(800, 600));
  await store.put(narrowKey, await photograph(300, 300));
  app = Fastify({
    routerOptions: { ignoreDuplicateSlashes: true, ignoreTrailingSlash: true, maxParamLength: 2000 },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
  handleErrors(app, {});
  mediaRoutes(app, { renditions });
  await app.ready();
});

afterAll(async () => {
  await app.close();
  await renditions.settled();
  await rm(folder, { recursive: true });
});

test('serves a WebP at every width, for ever', async () => {
  for (const width of PICTURE_WIDTHS) {
    const answer = await app.inject(pictureUrl(key, width, 'webp'));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': FOR_EVER,
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
      'content-length': String(answer.rawPayload.length),
    });
    const { format, width: actual, height } = await sharp(answer.rawPayload).metadata();
    expect(format).toBe('webp');
    expect(actual).toBe(Math.min(width, 800));
    expect(height).toBe(Math.round((Math.min(width, 800) * 3) / 4));
  }
});

test('serves the source itself at its own width and above', async () => {
  for (const width of [320, 1600] as const) {
    const answer = await app.inject(pictureUrl(narrowKey, width, 'webp'));
    expect(answer.rawPayload).toEqual(await store.read(narrowKey));
  }
});

test('serves the WebP for a minute while the AVIF is made, then the AVIF for ever', async () => {
  const url = pictureUrl(key, 320, 'avif');
  const meanwhile = await app.inject(url);
  expect(meanwhile.statusCode).toBe(200);
  expect(meanwhile.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=60' });
  expect((await sharp(meanwhile.rawPayload).metadata()).width).toBe(320);
  await renditions.settled();
  const final = await app.inject({ url, headers: { 'if-none-match': meanwhile.headers.etag } });
  expect(final.statusCode).toBe(200);
  expect(final.headers).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': FOR_EVER,
    'x-content-type-options': 'nosniff',
  });
  expect(final.headers.etag).not.toBe(meanwhile.headers.etag);
  expect(await sharp(final.rawPayload).metadata()).toMatchObject({ mediaType: 'image/avif', width: 320 });
  expect(final.rawPayload.length).toBeLessThan(meanwhile.rawPayload.length);
});

test('does not enlarge an AVIF either', async () => {
  const url = pictureUrl(narrowKey, 1200, 'avif');
  await app.inject(url);
  await renditions.settled();
  const { headers, rawPayload } = await app.inject(url);
  expect(headers['content-type']).toBe('image/avif');
  expect((await sharp(rawPayload).metadata()).width).toBe(300);
});

test('answers 304 to whoever has the picture', async () => {
  const url = pictureUrl(key, 240, 'webp');
  const { etag } = (await app.inject(url)).headers;
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const answer = await app.inject({ url, headers: { 'if-none-match': String(known) } });
    expect(answer.statusCode).toBe(304);
    expect(answer.rawPayload).toHaveLength(0);
    expect(answer.headers).toMatchObject({ etag, 'cache-control': FOR_EVER });
  }
  expect((await app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
});

test('answers HEAD as GET, without the picture', async () => {
  const url = pictureUrl(key, 240, 'webp');
  const [get, head] = [await app.inject(url), await app.inject({ method: 'HEAD', url })];
  expect(head.statusCode).toBe(200);
  expect(head.rawPayload).toHaveLength(0);
  for (const name of ['content-type', 'content-length', 'cache-control', 'etag'])
    expect(head.headers[name]).toBe(get.headers[name]);
  expect((await app.inject({ method: 'HEAD', url: '/media/none/240.webp' })).statusCode).toBe(404);
});

test('makes a picture once for many who ask at once', async () => {
  const keep = vi.spyOn(store, 'keepRendition');
  const url = pictureUrl(key, 160, 'webp');
  const fresh = new Renditions(store, { workers: 2 });
  const other = Fastify();
  mediaRoutes(other, { renditions: fresh });
  await store.put(key, await photograph(800, 400));
  const answers = await Promise.all(Array.from({ length: 8 }, () => other.inject(url)));
  expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
  expect(keep).toHaveBeenCalledTimes(1);
  keep.mockRestore();
  await other.close();
});

test.each([
  ['an unknown key', '/media/products/unknown/400.webp'],
  ['another width', `/media/${key}/401.webp`],
  ['no width', `/media/${key}/.webp`],
  ['a width with a leading zero', `/media/${key}/0400.webp`],
  ['a width of many digits', `/media/${key}/${'4'.repeat(400)}.webp`],
  ['a negative width', `/media/${key}/-400.webp`],
  ['another format', `/media/${key}/400.png`],
  ['a format in capitals', `/media/${key}/400.WEBP`],
  ['no format', `/media/${key}/400`],
  ['the key alone', `/media/${key}`],
  ['no key', '/media/400.webp'],
  ['nothing', '/media/'],
  ['a folder above', '/media/../../etc/passwd/400.webp'],
  ['a folder above, escaped', '/media/%2e%2e/%2e%2e/etc/passwd/400.webp'],
  ['a folder above, escaped with its slashes', '/media/..%2f..%2fetc%2fpasswd/400.webp'],
  ['a folder above, escaped twice', '/media/%252e%252e%252fetc/400.webp'],
  ['a folder above, with backslashes', '/media/..%5c..%5cetc/400.webp'],
  ['the sources', '/media/../sources/tiles/narrow/400.webp'],
  ['NUL in the key', '/media/products/x%00y/400.webp'],
  ['NUL at the end', `/media/${key}/400.webp%00`],
  ['a new line at the end', `/media/${key}/400.webp%0a`],
  ['a name in capitals', '/media/Products/x/400.webp'],
  ['letters beyond ASCII', '/media/products/%C3%A9/400.webp'],
  ['a broken escape', '/media/products/%E0%A4%A/400.webp'],
  ['a very long segment', `/media/${'x'.repeat(1500)}/400.webp`],
  ['a longer name still', `/media/${'x/'.repeat(5000)}400.webp`],
])('answers 404 to %s', async (_, url) => {
  const answer = await app.inject(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.payload.length).toBeLessThan(300);
  expect(answer.headers['cache-control'] ?? 'no-store').toBe('no-store');
});

test('a source that cannot be decoded is logged and answered as a plain 500 that no cache keeps', async () => {
  await store.put('tiles/broken', Buffer.from('RIFF\x10\0\0\0WEBPVP8 broken', 'latin1'));
  const answer = await app.inject('/media/tiles/broken/400.webp');
  expect(answer.statusCode).toBe(500);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json()).toMatchObject({ detail: 'Internal Server Error' });
});
