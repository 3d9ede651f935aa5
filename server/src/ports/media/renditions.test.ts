import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { waitFor } from '../../testing/wait-for.ts';
import { type MediaStore, personKey, type Rendition } from './media.port.ts';
import { samplePicture } from './media.suite.ts';
import { Renditions } from './renditions.ts';

const key = 'products/puna-yam-front-1a2b3c4d';
const at = (width: number, format: Rendition['format'] = 'webp'): Rendition => ({ key, width, format });

/** A store in memory that records its calls, and can block `storeRendition`. */
class RecordingStore implements MediaStore {
  readonly stored = new Map<string, Buffer>();
  readonly storedNames: string[] = [];
  reads = 0;
  writing = 0;
  maxWriting = 0;
  #gate: PromiseWithResolvers<void> | undefined;
  readonly #source: Buffer;

  constructor(source: Buffer) {
    this.#source = source;
  }

  blockWrites(): void {
    this.#gate = Promise.withResolvers();
  }

  unblockWrites(): void {
    this.#gate?.resolve();
    this.#gate = undefined;
  }

  async put(): Promise<void> {}

  async remove(): Promise<void> {}

  async *keys(): AsyncGenerator<string> {
    yield key;
  }

  async read(requested: string): Promise<Buffer | undefined> {
    this.reads++;
    return requested === key ? this.#source : undefined;
  }

  async readRendition({ width, format }: Rendition): Promise<Buffer | undefined> {
    return this.stored.get(`${width}.${format}`);
  }

  async storeRendition({ width, format }: Rendition, bytes: Buffer): Promise<void> {
    this.maxWriting = Math.max(this.maxWriting, ++this.writing);
    await this.#gate?.promise;
    this.writing--;
    this.storedNames.push(`${width}.${format}`);
    this.stored.set(`${width}.${format}`, bytes);
  }
}

const openStore = async () => new RecordingStore(await samplePicture('teal', 800));

test('encodes a rendition once for two concurrent requests, and never again', async () => {
  const store = await openStore();
  const renditions = new Renditions(store, { workers: 2 });
  const [first, second] = await Promise.all([renditions.get(at(400)), renditions.get(at(400))]);
  expect(first?.picture).toBe(second?.picture);
  await renditions.get(at(400));
  await new Renditions(store, { workers: 2 }).get(at(400));
  expect(store.storedNames).toEqual(['400.webp']);
});

test('does not read the store for a recently sent picture', async () => {
  const store = await openStore();
  const renditions = new Renditions(store, { workers: 1 });
  await renditions.get(at(400));
  const { reads } = store;
  const readRendition = vi.spyOn(store, 'readRendition');
  await renditions.get(at(400));
  expect(store.reads).toBe(reads);
  expect(readRendition).not.toHaveBeenCalled();
});

test('encodes at most as many pictures at the same time as it has workers', async () => {
  const store = await openStore();
  const renditions = new Renditions(store, { workers: 2 });
  store.blockWrites();
  const requested = Promise.all([160, 240, 320, 400, 480, 640].map((width) => renditions.get(at(width))));
  await waitFor(() => expect(renditions.load).toEqual({ running: 2, waiting: 4 }));
  await waitFor(() => expect(store.writing).toBe(2));
  store.unblockWrites();
  await requested;
  expect(store.maxWriting).toBe(2);
  expect(store.storedNames).toHaveLength(6);
  expect(renditions.load).toEqual({ running: 0, waiting: 0 });
});

test('sends the source when the queue is full', async () => {
  const store = await openStore();
  const renditions = new Renditions(store, { workers: 1, maxQueued: 1 });
  store.blockWrites();
  const [first, second] = [renditions.get(at(160)), renditions.get(at(240))];
  await waitFor(() => expect(renditions.load).toEqual({ running: 1, waiting: 1 }));
  const third = await renditions.get(at(320));
  expect(third).toMatchObject({ provisional: true, picture: { format: 'webp' } });
  expect(third?.picture.bytes).toEqual(await store.read(key));
  store.unblockWrites();
  await Promise.all([first, second]);
  expect(await renditions.get(at(320))).toMatchObject({ provisional: false });
});

test('sends the source when the encoding takes too long, and goes on with it', async () => {
  const store = await openStore();
  const renditions = new Renditions(store, { workers: 1, encodingTimeoutMs: 50 });
  store.blockWrites();
  const sent = await renditions.get(at(160));
  expect(sent).toMatchObject({ provisional: true, picture: { format: 'webp' } });
  expect(sent?.picture.bytes).toEqual(await store.read(key));
  store.unblockWrites();
  await renditions.waitUntilIdle();
  expect(await renditions.get(at(160))).toMatchObject({ provisional: false });
});

test('reads the store once for a key without a source, and again a few seconds later', async () => {
  const store = await openStore();
  const renditions = new Renditions(store, { workers: 1 });
  const requests = [at(160), at(160), at(240, 'avif')].map((rendition) => ({ ...rendition, key: 'products/unknown' }));
  for (const rendition of requests) expect(await renditions.get(rendition)).toBeUndefined();
  expect(store.reads).toBe(1);
  for (const _ of [1, 2]) expect(await renditions.get({ ...at(160), key: personKey('unknown') })).toBeUndefined();
  expect(store.reads).toBe(2);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6000);
  onTestFinished(() => clock.mockRestore());
  await waitFor(async () => {
    for (const rendition of requests) expect(await renditions.get(rendition)).toBeUndefined();
    expect(store.reads).toBe(3);
  });
});

test('sends the WebP until the AVIF is encoded, which happens once', async () => {
  const store = await openStore();
  const renditions = new Renditions(store, { workers: 1 });
  const [first, second] = await Promise.all([renditions.get(at(400, 'avif')), renditions.get(at(400, 'avif'))]);
  for (const sent of [first, second]) expect(sent).toMatchObject({ provisional: true, picture: { format: 'webp' } });
  await renditions.waitUntilIdle();
  expect(await renditions.get(at(400, 'avif'))).toMatchObject({ provisional: false, picture: { format: 'avif' } });
  expect(store.storedNames).toEqual(['400.webp', '400.avif']);
});

test('encodes a WebP before queued AVIFs', async () => {
  const store = await openStore();
  const renditions = new Renditions(store, { workers: 1 });
  await renditions.get(at(160));
  await renditions.get(at(240));
  store.blockWrites();
  await renditions.get(at(160, 'avif'));
  await renditions.get(at(240, 'avif'));
  const webp = renditions.get(at(320));
  await waitFor(() => expect(renditions.load).toEqual({ running: 1, waiting: 2 }));
  store.unblockWrites();
  await webp;
  await renditions.waitUntilIdle();
  expect(store.storedNames).toEqual(['160.webp', '240.webp', '160.avif', '320.webp', '240.avif']);
});

test('with two workers an AVIF never delays a WebP', async () => {
  const store = await openStore();
  const renditions = new Renditions(store, { workers: 2 });
  for (const width of [160, 240]) await renditions.get(at(width));
  store.blockWrites();
  for (const width of [160, 240]) await renditions.get(at(width, 'avif'));
  expect(renditions.load).toEqual({ running: 1, waiting: 1 });
  const webp = renditions.get(at(320));
  await waitFor(() => expect(renditions.load).toEqual({ running: 2, waiting: 1 }));
  store.unblockWrites();
  await webp;
  await renditions.waitUntilIdle();
});

test('never enlarges: a width above that of the source gets the source, or one AVIF of its width', async () => {
  const store = await openStore();
  const renditions = new Renditions(store, { workers: 1 });
  for (const width of [800, 1200, 1600]) {
    const sent = await renditions.get(at(width));
    expect(sent).toMatchObject({ provisional: false });
    expect(sent?.picture.bytes).toEqual(await store.read(key));
    await renditions.get(at(width, 'avif'));
    await renditions.waitUntilIdle();
    const avif = await renditions.get(at(width, 'avif'));
    expect(avif).toMatchObject({ provisional: false, picture: { format: 'avif' } });
    expect((await sharp(avif?.picture.bytes).metadata()).width).toBe(800);
  }
  expect(store.storedNames).toEqual(['800.avif']);
});

test('reports a rendition that cannot be stored, and still sends the picture', async () => {
  const store = await openStore();
  const storeError = new Error('no space left on device');
  vi.spyOn(store, 'storeRendition').mockRejectedValue(storeError);
  const onError = vi.fn();
  const renditions = new Renditions(store, { workers: 1, onError });
  expect(await renditions.get(at(400))).toMatchObject({ provisional: false });
  expect(onError).toHaveBeenCalledExactlyOnceWith(storeError);
});

test('reports an AVIF that could not be encoded, and tries again on a later request', async () => {
  const store = await openStore();
  const onError = vi.fn();
  const renditions = new Renditions(store, { workers: 1, onError });
  await renditions.get(at(400));
  const unavailable = new Error('the store is unavailable');
  const read = vi
    .spyOn(store, 'read')
    .mockResolvedValueOnce(await samplePicture('teal', 800))
    .mockRejectedValueOnce(unavailable);
  expect(await renditions.get(at(400, 'avif'))).toMatchObject({ provisional: true });
  await renditions.waitUntilIdle();
  expect(onError).toHaveBeenCalledExactlyOnceWith(unavailable);
  read.mockRestore();
  await renditions.get(at(400, 'avif'));
  await renditions.waitUntilIdle();
  expect(await renditions.get(at(400, 'avif'))).toMatchObject({ provisional: false });
});

test('rejects requests for a source that is not a picture, and does not block others', async () => {
  const store = new RecordingStore(Buffer.from('RIFF\x10\0\0\0WEBPVP8 broken', 'latin1'));
  const renditions = new Renditions(store, { workers: 1 });
  await expect(renditions.get(at(400))).rejects.toThrow();
  await expect(renditions.get(at(400, 'avif'))).rejects.toThrow();
  await renditions.waitUntilIdle();
  expect(await renditions.get({ ...at(400), key: 'products/unknown' })).toBeUndefined();
});

test('does not store or cache renditions of an erasable picture', async () => {
  const store = await openStore();
  const read = vi.spyOn(store, 'read').mockResolvedValueOnce(await samplePicture('red', 512));
  const renditions = new Renditions(store, { workers: 1 });
  const requested = { ...at(240, 'avif'), key: personKey('1a2b') };
  const sent = await renditions.get(requested);
  expect(sent).toMatchObject({ provisional: true, picture: { format: 'webp' } });
  expect(store.storedNames).toEqual([]);
  expect(await renditions.get(requested)).toBeUndefined();
  expect(read).toHaveBeenCalledTimes(2);
});
