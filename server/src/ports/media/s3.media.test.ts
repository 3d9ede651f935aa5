import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedMarket } from '../../catalog/index.ts';
import { prepareShop } from '../../prepare-shop.ts';
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
  return {
    store: new S3Media(server.settings),
    reopen: () => new S3Media(server.settings),
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

test('calls of a silent bucket fail within seconds, further ones at once, and succeed when it responds again', {
  tags: ['@SETTING-21'],
}, async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const store = storeWith({ endpoint: `http://127.0.0.1:${port}` });
  await expect(store.read(key)).rejects.toThrow(MediaUnavailable);
  const attempts = sockets.length;
  await expect(store.read(key)).rejects.toThrow('a moment ago');
  expect(sockets).toHaveLength(attempts);
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
