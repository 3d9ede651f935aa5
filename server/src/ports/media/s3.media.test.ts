import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { seedMarket } from '../../catalog/index.ts';
import { prepareShop } from '../../prepare-shop.ts';
import { openLocalServer } from '../../testing/local-server.ts';
import { S3Server } from '../../testing/s3-server.ts';
import { openTestShop } from '../../testing/shop.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { MediaUnavailable } from './media.port.ts';
import { mediaStoreSuite, samplePicture } from './media.suite.ts';
import { openMedia } from './open-media.ts';
import { Renditions } from './renditions.ts';
import { S3Media, type S3Settings } from './s3.media.ts';

mediaStoreSuite('S3Media', async () => {
  const server = await S3Server.open();
  const fail = (response?: ServerResponse) => {
    server.next = fail;
    response?.writeHead(500).end();
  };
  return {
    store: new S3Media(server.settings),
    reopen: () => new S3Media(server.settings),
    fail,
    close: () => server.close(),
  };
});

const key = 'tiles/food';
let server: S3Server;
beforeEach(async () => {
  server = await S3Server.open();
});
afterEach(() => server.close());

const storeWith = (settings: Partial<S3Settings> = {}) => new S3Media({ ...server.settings, ...settings });

test('objects have their content type, and the same names as the files of DiskMedia', async () => {
  const store = storeWith();
  await store.put(key, await samplePicture('red'));
  await store.storeRendition({ key, width: 160, format: 'avif' }, Buffer.from('small'));
  expect([...server.objects].map(([name, { type }]) => [name, type])).toEqual([
    ['shop/sources/tiles/food.webp', 'image/webp'],
    ['shop/renditions/tiles/food/160.avif', 'image/avif'],
  ]);
});

test('a picture that is already stored is not sent again', async () => {
  const bytes = await samplePicture('red');
  await storeWith().put(key, bytes);
  await storeWith().put(key, bytes);
  expect(server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
});

test('reads of the same picture at the same time share one call, later ones make their own', async () => {
  const store = storeWith();
  const bytes = await samplePicture('red');
  await store.put(key, bytes);
  const rendition = { key, width: 160, format: 'webp' } as const;
  await store.storeRendition(rendition, bytes);
  server.requests.length = 0;
  const read = () => Promise.all([store.read(key), store.readRendition(rendition), store.read(key)]);
  expect(await read()).toEqual([bytes, bytes, bytes]);
  expect(server.requests).toHaveLength(2);
  await read();
  expect(server.requests).toHaveLength(4);
});

test.each([
  ['another secret', { secretAccessKey: 'another' }, 'SignatureDoesNotMatch'],
  ['another key', { accessKeyId: 'AKIDOTHER' }, 'InvalidAccessKeyId'],
  ['another region', { region: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
  ['no such bucket', { bucket: 'none' }, 'NoSuchBucket'],
])('%s is an error, not a missing picture', async (_, settings, name) => {
  const store = storeWith(settings);
  await expect(store.read(key)).rejects.toMatchObject({ name });
  await expect(store.put(key, await samplePicture('red'))).rejects.toMatchObject({ name });
  await expect(store.keys().next()).rejects.toMatchObject({ name });
  expect(server.objects.size).toBe(0);
});

test('a request to a busy bucket is retried; an unavailable bucket is an error', async () => {
  const store = storeWith();
  const bytes = await samplePicture('red');
  await store.put(key, bytes);
  server.next = (response) => {
    response.writeHead(503, { 'content-type': 'application/xml' }).end('<Error><Code>SlowDown</Code></Error>');
  };
  expect(await store.read(key)).toEqual(bytes);
  const unavailable = storeWith({ endpoint: 'http://127.0.0.1:1' });
  await expect(unavailable.read(key)).rejects.toThrow(/ECONNREFUSED/);
});

/** A store whose bucket responds as the test wants, and does not check signatures. */
const storeOn = async (handle: RequestListener, limits: ConstructorParameters<typeof S3Media>[1] = {}) => {
  const { url, close } = await openLocalServer(handle);
  onTestFinished(close);
  return new S3Media({ ...server.settings, endpoint: url }, limits);
};
const sendBytes = (response: ServerResponse) => void response.end('picture');
const sendError = (response: ServerResponse, status: number, code: string) =>
  void response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
const readAll = (store: S3Media, count: number) =>
  Promise.allSettled(Array.from({ length: count }, (_, n) => store.read(`${key}-${n}`)));
/** From here time passes only when the test says so: on a busy machine any call may take longer than its time-out. */
const stopClock = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
};
/** Like `waitFor`, which would move the clock. */
const waitUntil = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise(setImmediate);
};
const isUnavailable = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' && result.reason instanceof MediaUnavailable;

test('calls of a silent bucket fail within seconds, further ones at once, and succeed when it responds again', {
  tags: ['@SETTING-21'],
}, async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const store = new S3Media(
    { ...server.settings, endpoint: `http://127.0.0.1:${port}` },
    { timeoutMs: 600, pauseMs: 600 },
  );
  expect((await readAll(store, 3)).every(isUnavailable)).toBe(true);
  const attempts = sockets.length;
  await expect(store.read(key)).rejects.toThrow('a moment ago');
  expect(sockets).toHaveLength(attempts);
  // Also for the picture that the call after the pause reads.
  await waitFor(async () => {
    const results = await Promise.allSettled([store.read(key), store.read(key), store.read(key)]);
    const messages = results.map((result) => (result.status === 'rejected' ? String(result.reason) : ''));
    expect(messages.filter((message) => !message.includes('a moment ago'))).toHaveLength(1);
  });
  // After the pause one call tries again, and the others do not wait for it.
  await waitFor(async () => {
    const results = await readAll(store, 5);
    const messages = results.map((result) => (result.status === 'rejected' ? String(result.reason) : ''));
    expect(messages.filter((message) => !message.includes('a moment ago'))).toHaveLength(1);
  });
  for (const socket of sockets) socket.destroy();
  silent.close();
  await once(silent, 'close');
  const proxied = createServer((socket) => {
    const { port: bucketPort } = new URL(server.settings.endpoint);
    socket.pipe(connect(Number(bucketPort), '127.0.0.1')).pipe(socket);
  });
  proxied.listen(port, '127.0.0.1');
  await waitFor(async () => expect(await store.read(key)).toBeUndefined());
  proxied.close();
});

test('calls without a response pause others only if they are several in a row, and no uploads', {
  tags: ['@SETTING-21'],
}, async () => {
  stopClock();
  let isSilent = true;
  const store = await storeOn(
    ({ method }, response) => {
      if (!isSilent && method !== 'PUT') sendBytes(response);
    },
    { timeoutMs: 500 },
  );
  const upload = () => store.storeRendition({ key, width: 160, format: 'webp' }, Buffer.from('small'));
  const failing = Promise.allSettled([store.read(key), store.read(`${key}-1`), upload(), upload(), upload()]);
  await vi.advanceTimersByTimeAsync(500);
  expect((await failing).every(isUnavailable)).toBe(true);
  isSilent = false;
  expect(String(await store.read(key))).toBe('picture');
});

test('after a pause an upload does not make others wait for it', { tags: ['@SETTING-21'] }, async () => {
  stopClock();
  let isSilent = true;
  const uploads: ServerResponse[] = [];
  const store = await storeOn(
    ({ method }, response) => {
      if (method === 'PUT') uploads.push(response);
      else if (!isSilent) sendBytes(response);
    },
    { timeoutMs: 500, pauseMs: 0 },
  );
  const failing = readAll(store, 3);
  await vi.advanceTimersByTimeAsync(500);
  expect((await failing).every(isUnavailable)).toBe(true);
  isSilent = false;
  const upload = store.storeRendition({ key, width: 160, format: 'webp' }, Buffer.from('small'));
  await waitUntil(() => uploads.length === 1);
  expect(String(await store.read(key))).toBe('picture');
  uploads[0]?.end();
  await upload;
});

test('a call waits for its turn when there are many', async () => {
  const waiting: ServerResponse[] = [];
  const store = await storeOn((_, response) => void waiting.push(response));
  const reading = readAll(store, 60);
  // The store's client has 50 connections, so none of these waits within it.
  await waitFor(() => expect(waiting).toHaveLength(40));
  for (const response of waiting.splice(0)) sendBytes(response);
  await waitFor(() => expect(waiting).toHaveLength(20));
  for (const response of waiting) sendBytes(response);
  expect((await reading).every(({ status }) => status === 'fulfilled')).toBe(true);
});

/** Ignores the first request, so that others wait until its time-out. */
const ignoreFirst = () => {
  let received = 0;
  const handle: RequestListener = (_, response) => {
    received++;
    if (received > 1) sendBytes(response);
  };
  return { handle, countReceived: () => received };
};

test('the time for which a call waits does not count towards its time-out', async () => {
  stopClock();
  const { handle, countReceived } = ignoreFirst();
  const store = await storeOn(handle, { maxCalls: 1, timeoutMs: 1000 });
  const reading = readAll(store, 4);
  await waitUntil(() => countReceived() === 1);
  await vi.advanceTimersByTimeAsync(1000);
  const results = await reading;
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
});

test('a call is refused when too many wait already, or when it has waited too long', {
  tags: ['@SETTING-21'],
}, async () => {
  stopClock();
  const { handle, countReceived } = ignoreFirst();
  const store = await storeOn(handle, { maxCalls: 1, timeoutMs: 500, maxWaiting: 1, maxWaitMs: 100 });
  let isRunning = true;
  const running = expect(store.read(key))
    .rejects.toThrow(MediaUnavailable)
    .then(() => {
      isRunning = false;
    });
  await waitUntil(() => countReceived() === 1);
  const waiting = readAll(store, 2);
  await vi.advanceTimersByTimeAsync(100);
  const results = await waiting;
  // Not only when its turn comes.
  expect(isRunning).toBe(true);
  expect(results.map((result) => (result.status === 'fulfilled' ? 'fulfilled' : result.reason))).toEqual([
    new MediaUnavailable('too many calls were before this one'),
    new MediaUnavailable('too many calls wait for the bucket'),
  ]);
  await vi.advanceTimersByTimeAsync(400);
  await running;
  expect(countReceived()).toBe(1);
});

test('a bucket that cannot serve a call at the moment is unavailable, also for lists', {
  tags: ['@SETTING-21'],
}, async () => {
  const refusals = [
    [400, 'RequestTimeout'],
    [408, 'Timeout'],
    [429, 'TooManyRequests'],
    [503, 'SlowDown'],
    [500, 'InternalError'],
  ] as const;
  const refused = refusals.map(async ([status, code]) => {
    const store = await storeOn((_, response) => sendError(response, status, code));
    const results = await Promise.allSettled([store.read(key), store.keys().next()]);
    return [code, results.every(isUnavailable)];
  });
  expect(await Promise.all(refused)).toEqual(refusals.map(([, code]) => [code, true]));
});

test('a list of a silent bucket fails in time, and the removal of renditions too', {
  tags: ['@SETTING-21'],
}, async () => {
  const store = await storeOn(
    ({ url = '' }, response) => {
      if (!url.includes('list-type')) response.writeHead(204).end();
    },
    { timeoutMs: 500 },
  );
  const results = await Promise.allSettled([store.keys().next(), store.remove(key)]);
  expect(results.map(isUnavailable)).toEqual([true, true]);
});

test('with S3 settings the demo market is stored in the bucket, and a node sends the renditions of another one', async () => {
  const shop = await openTestShop();
  try {
    const open = () => openMedia({ s3: server.settings, dataDir: shop.config.dataDir });
    const media = await open();
    await prepareShop({ db: shop.db, media });
    expect(await seedMarket(shop.db, media)).toBeGreaterThan(400);
    const { key } = await shop.db.selectFrom('product_picture').select('key').executeTakeFirstOrThrow();
    expect(server.objects.has(`shop/sources/${key}.webp`)).toBe(true);
    const created = await new Renditions(media, { workers: 1 }).get({ key, width: 160, format: 'webp' });
    const requestCount = server.requests.length;
    const sent = await new Renditions(await open(), { workers: 1 }).get({ key, width: 160, format: 'webp' });
    expect(sent?.picture.bytes).toEqual(created?.picture.bytes);
    expect(server.requests.slice(requestCount)).toEqual([
      expect.stringMatching(/^GET \/shop\/renditions\/.*\/160\.webp\?/),
    ]);
  } finally {
    await shop.close();
  }
});
