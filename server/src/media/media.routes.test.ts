import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PICTURE_WIDTHS, pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { handleErrors, requestId, sendError } from '../platform/errors.ts';
import { DiskMedia } from '../ports/media/disk.media.ts';
import { MediaUnavailable } from '../ports/media/media.port.ts';
import { Renditions } from '../ports/media/renditions.ts';
import { expectRefusal } from '../testing/responses.ts';
import { waitFor } from '../testing/wait-for.ts';
import { mediaRoutes } from './media.routes.ts';

const CACHE_FOREVER = 'public, max-age=31536000, immutable';
const key = 'products/ijebu-garri-2kg-front-1a2b3c4d';
const narrowKey = 'tiles/narrow';

let folder: string;
let store: DiskMedia;
let renditions: Renditions;
let app: FastifyInstance;

/** A picture of noise, so that it compresses like a photograph. */
const createPhotograph = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: 'teal', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .webp({ quality: 80 })
    .toBuffer();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sokuwa-pictures-'));
  store = new DiskMedia(folder);
  renditions = new Renditions(store, { workers: 2 });
  await store.put(key, await createPhotograph(800, 600));
  await store.put(narrowKey, await createPhotograph(300, 300));
  app = Fastify({
    routerOptions: { ignoreDuplicateSlashes: true, ignoreTrailingSlash: true, maxParamLength: 2000 },
    genReqId: requestId,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
  handleErrors(app, {});
  mediaRoutes(app, { renditions });
  await app.ready();
});

afterAll(async () => {
  await app.close();
  await renditions.waitUntilIdle();
  await rm(folder, { recursive: true });
});

test('serves a WebP at every width, to be cached forever', async () => {
  for (const width of PICTURE_WIDTHS) {
    const response = await app.inject(pictureUrl(key, width, 'webp'));
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': CACHE_FOREVER,
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
      'content-length': String(response.rawPayload.length),
    });
    const { format, width: actual, height } = await sharp(response.rawPayload).metadata();
    expect(format).toBe('webp');
    expect(actual).toBe(Math.min(width, 800));
    expect(height).toBe(Math.round((Math.min(width, 800) * 3) / 4));
  }
});

test('serves the source for its width and larger ones', async () => {
  for (const width of [320, 1600] as const) {
    const response = await app.inject(pictureUrl(narrowKey, width, 'webp'));
    expect(response.rawPayload).toEqual(await store.read(narrowKey));
  }
});

test('serves the WebP, to be cached for a minute, until the AVIF is encoded', async () => {
  const url = pictureUrl(key, 320, 'avif');
  const provisional = await app.inject(url);
  expect(provisional.statusCode).toBe(200);
  expect(provisional.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=60' });
  expect((await sharp(provisional.rawPayload).metadata()).width).toBe(320);
  await renditions.waitUntilIdle();
  const final = await app.inject({ url, headers: { 'if-none-match': provisional.headers.etag } });
  expect(final.statusCode).toBe(200);
  expect(final.headers).toMatchObject({
    'content-type': 'image/avif',
    'cache-control': CACHE_FOREVER,
    'x-content-type-options': 'nosniff',
  });
  expect(final.headers.etag).not.toBe(provisional.headers.etag);
  expect(await sharp(final.rawPayload).metadata()).toMatchObject({ mediaType: 'image/avif', width: 320 });
  expect(final.rawPayload.length).toBeLessThan(provisional.rawPayload.length);
});

test('does not enlarge an AVIF either', async () => {
  const url = pictureUrl(narrowKey, 1200, 'avif');
  await app.inject(url);
  await renditions.waitUntilIdle();
  const { headers, rawPayload } = await app.inject(url);
  expect(headers['content-type']).toBe('image/avif');
  expect((await sharp(rawPayload).metadata()).width).toBe(300);
});

test('responds with 304 to a client that has the picture', async () => {
  const url = pictureUrl(key, 240, 'webp');
  const { etag } = (await app.inject(url)).headers;
  for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const response = await app.inject({ url, headers: { 'if-none-match': String(tag) } });
    expect(response.statusCode).toBe(304);
    expect(response.rawPayload).toHaveLength(0);
    expect(response.headers).toMatchObject({ etag, 'cache-control': CACHE_FOREVER });
  }
  expect((await app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
});

test('responds to HEAD as to GET, without the picture', async () => {
  const url = pictureUrl(key, 240, 'webp');
  const [get, head] = [await app.inject(url), await app.inject({ method: 'HEAD', url })];
  expect(head.statusCode).toBe(200);
  expect(head.rawPayload).toHaveLength(0);
  for (const name of ['content-type', 'content-length', 'cache-control', 'etag'])
    expect(head.headers[name]).toBe(get.headers[name]);
  expect((await app.inject({ method: 'HEAD', url: '/media/none/240.webp' })).statusCode).toBe(404);
});

test('encodes a picture once for concurrent requests', async () => {
  const storeRendition = vi.spyOn(store, 'storeRendition');
  const url = pictureUrl(key, 160, 'webp');
  const secondApp = Fastify();
  mediaRoutes(secondApp, { renditions: new Renditions(store, { workers: 2 }) });
  await store.put(key, await createPhotograph(800, 400));
  const responses = await Promise.all(Array.from({ length: 8 }, () => secondApp.inject(url)));
  expect(new Set(responses.map(({ headers }) => headers.etag)).size).toBe(1);
  expect(storeRendition).toHaveBeenCalledTimes(1);
  storeRendition.mockRestore();
  await secondApp.close();
});

test.each([
  ['an unknown key', '/media/products/unknown/400.webp'],
  ['an unsupported width', `/media/${key}/401.webp`],
  ['no width', `/media/${key}/.webp`],
  ['a width with a leading zero', `/media/${key}/0400.webp`],
  ['a width of many digits', `/media/${key}/${'4'.repeat(400)}.webp`],
  ['a negative width', `/media/${key}/-400.webp`],
  ['an unsupported format', `/media/${key}/400.png`],
  ['a format in capitals', `/media/${key}/400.WEBP`],
  ['no format', `/media/${key}/400`],
  ['only the key', `/media/${key}`],
  ['no key', '/media/400.webp'],
  ['an empty path', '/media/'],
  ['a parent folder', '/media/../../etc/passwd/400.webp'],
  ['a parent folder, escaped', '/media/%2e%2e/%2e%2e/etc/passwd/400.webp'],
  ['a parent folder, escaped with its slashes', '/media/..%2f..%2fetc%2fpasswd/400.webp'],
  ['a parent folder, escaped twice', '/media/%252e%252e%252fetc/400.webp'],
  ['a parent folder, with backslashes', '/media/..%5c..%5cetc/400.webp'],
  ['the sources', '/media/../sources/tiles/narrow/400.webp'],
  ['NUL in the key', '/media/products/x%00y/400.webp'],
  ['NUL at the end', `/media/${key}/400.webp%00`],
  ['a new line at the end', `/media/${key}/400.webp%0a`],
  ['a name in capitals', '/media/Products/x/400.webp'],
  ['non-ASCII letters', '/media/products/%C3%A9/400.webp'],
  ['an invalid escape', '/media/products/%E0%A4%A/400.webp'],
  ['a very long segment', `/media/${'x'.repeat(1500)}/400.webp`],
  ['a very long key', `/media/${'x/'.repeat(5000)}400.webp`],
])('responds with 404 to %s', async (_, url) => {
  const response = await app.inject(url);
  expect(response.statusCode).toBe(404);
  expect(response.payload.length).toBeLessThan(300);
  expect(response.headers['cache-control'] ?? 'no-store').toBe('no-store');
});

test('responds with 500, not cached, if the source cannot be decoded', async () => {
  await store.put('tiles/broken', Buffer.from('RIFF\x10\0\0\0WEBPVP8 broken', 'latin1'));
  const response = await app.inject('/media/tiles/broken/400.webp');
  expect(response.statusCode).toBe(500);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.json()).toMatchObject({ detail: 'Internal Server Error' });
});

test('of one network 20 pictures are read at the same time, 200 wait, and more are refused', {
  tags: ['@API-37'],
}, async () => {
  const limited = Fastify({ genReqId: requestId });
  handleErrors(limited, {});
  mediaRoutes(limited, { renditions });
  const request = (name: string, remoteAddress = '203.0.113.7') =>
    limited.inject({ url: pictureUrl(`products/${name}`, 160, 'webp'), remoteAddress });
  const inMemory = () => limited.inject({ url: pictureUrl(key, 240, 'webp'), remoteAddress: '203.0.113.7' });
  expect((await inMemory()).statusCode).toBe(200);
  const { promise: isAvailable, resolve: setAvailable } = Promise.withResolvers<undefined>();
  const readRendition = vi.spyOn(store, 'readRendition').mockReturnValue(isAvailable);
  const pictures = Array.from({ length: 220 }, (_, n) => request(`invented-${n}`));
  await waitFor(() => expect(readRendition).toHaveBeenCalledTimes(20));
  expectRefusal(await request('invented-too'), 'too_many_requests');
  expect((await inMemory()).statusCode).toBe(200);
  const ofOther = request('invented-other', '203.0.113.8');
  await waitFor(() => expect(readRendition).toHaveBeenCalledTimes(21));
  setAvailable(undefined);
  const statuses = (await Promise.all([...pictures, ofOther])).map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([404]));
  readRendition.mockRestore();
  await limited.close();
});

test('a picture whose time has passed while it waited is not read', { tags: ['@API-37'] }, async () => {
  const limited = Fastify({ genReqId: requestId });
  handleErrors(limited, {});
  mediaRoutes(limited, { renditions }, 50);
  const { promise: isAvailable, resolve: setAvailable } = Promise.withResolvers<undefined>();
  const readRendition = vi.spyOn(store, 'readRendition').mockReturnValue(isAvailable);
  const request = (n: number) => limited.inject(pictureUrl(`products/waits-${n}`, 160, 'webp'));
  const late = await Promise.all(Array.from({ length: 40 }, (_, n) => request(n)));
  for (const response of late) expectRefusal(response, 'pictures_unavailable');
  setAvailable(undefined);
  expect((await request(40)).statusCode).toBe(404);
  expect(readRendition).toHaveBeenCalledTimes(21);
  readRendition.mockRestore();
  await limited.close();
});

test('refuses a picture while its store is unavailable, without caching', { tags: ['@SETTING-21'] }, async () => {
  vi.spyOn(store, 'readRendition').mockRejectedValueOnce(new MediaUnavailable('no answer'));
  const response = await app.inject(pictureUrl('products/other', 160, 'webp'));
  expectRefusal(response, 'pictures_unavailable');
  expect(response.headers['retry-after']).toBe('2');
});

test('refuses a picture that its store does not send in time', { tags: ['@SETTING-21'] }, async () => {
  vi.spyOn(store, 'readRendition').mockReturnValueOnce(new Promise(() => undefined));
  const impatient = Fastify({ genReqId: requestId });
  handleErrors(impatient, {});
  mediaRoutes(impatient, { renditions }, 50);
  expectRefusal(await impatient.inject(pictureUrl('products/slow', 160, 'webp')), 'pictures_unavailable');
  await impatient.close();
});
