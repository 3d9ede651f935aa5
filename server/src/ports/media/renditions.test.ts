import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { type MediaStore, personKey, type Rendition } from './media.port.ts';
import { samplePicture } from './media.suite.ts';
import { Renditions } from './renditions.ts';

const key = 'products/puna-yam-front-1a2b3c4d';
const at = (width: number, format: Rendition['format'] = 'webp'): Rendition => ({ key, width, format });

/** A store in memory that tells what it was asked, and can be told to hold what it is given to keep. */
class WatchedStore implements MediaStore {
  readonly kept = new Map<string, Buffer>();
  readonly keptNames: string[] = [];
  reads = 0;
  keeping = 0;
  mostKeeping = 0;
  #gate: PromiseWithResolvers<void> | undefined;
  readonly #source: Buffer;

  constructor(source: Buffer) {
    this.#source = source;
  }

  hold(): void {
    this.#gate = Promise.withResolvers();
  }

  release(): void {
    this.#gate?.resolve();
    this.#gate = undefined;
  }

  async put(): Promise<void> {}

  async remove(): Promise<void> {}

  async *keys(): AsyncGenerator<string> {
    yield key;
  }

  async read(asked: string): Promise<Buffer | undefined> {
    this.reads++;
    return asked === key ? this.#source : undefined;
  }

  async readRendition({ width, format }: Rendition): Promise<Buffer | undefined> {
    return this.kept.get(`${width}.${format}`);
  }

  async keepRendition({ width, format }: Rendition, bytes: Buffer): Promise<void> {
    this.mostKeeping = Math.max(this.mostKeeping, ++this.keeping);
    await this.#gate?.promise;
    this.keeping--;
    this.keptNames.push(`${width}.${format}`);
    this.kept.set(`${width}.${format}`, bytes);
  }
}

const watchedStore = async () => new WatchedStore(await samplePicture('teal', 800));

test('makes a rendition once for two who ask at once, and never again', async () => {
  const store = await watchedStore();
  const renditions = new Renditions(store, { workers: 2 });
  const [first, second] = await Promise.all([renditions.get(at(400)), renditions.get(at(400))]);
  expect(first?.picture).toBe(second?.picture);
  await renditions.get(at(400));
  await new Renditions(store, { workers: 2 }).get(at(400));
  expect(store.keptNames).toEqual(['400.webp']);
});

test('asks the store nothing for a picture it sent a moment ago', async () => {
  const store = await watchedStore();
  const renditions = new Renditions(store, { workers: 1 });
  await renditions.get(at(400));
  const { reads } = store;
  const readRendition = vi.spyOn(store, 'readRendition');
  await renditions.get(at(400));
  expect(store.reads).toBe(reads);
  expect(readRendition).not.toHaveBeenCalled();
});

test('makes no more at once than it has workers', async () => {
  const store = await watchedStore();
  const renditions = new Renditions(store, { workers: 2 });
  store.hold();
  const asked = Promise.all([160, 240, 320, 400, 480, 640].map((width) => renditions.get(at(width))));
  await vi.waitFor(() => expect(renditions.load).toEqual({ running: 2, waiting: 4 }));
  await vi.waitFor(() => expect(store.keeping).toBe(2));
  store.release();
  await asked;
  expect(store.mostKeeping).toBe(2);
  expect(store.keptNames).toHaveLength(6);
  expect(renditions.load).toEqual({ running: 0, waiting: 0 });
});

test('sends the source meanwhile when too many wait', async () => {
  const store = await watchedStore();
  const renditions = new Renditions(store, { workers: 1, waiting: 1 });
  store.hold();
  const [first, second] = [renditions.get(at(160)), renditions.get(at(240))];
  await vi.waitFor(() => expect(renditions.load).toEqual({ running: 1, waiting: 1 }));
  const third = await renditions.get(at(320));
  expect(third).toMatchObject({ provisional: true, picture: { format: 'webp' } });
  expect(third?.picture.bytes).toEqual(await store.read(key));
  store.release();
  await Promise.all([first, second]);
  expect(await renditions.get(at(320))).toMatchObject({ provisional: false });
});

test('sends the WebP until the AVIF is there, which is made once', async () => {
  const store = await watchedStore();
  const renditions = new Renditions(store, { workers: 1 });
  const [meanwhile, again] = await Promise.all([renditions.get(at(400, 'avif')), renditions.get(at(400, 'avif'))]);
  for (const sent of [meanwhile, again]) expect(sent).toMatchObject({ provisional: true, picture: { format: 'webp' } });
  await renditions.settled();
  expect(await renditions.get(at(400, 'avif'))).toMatchObject({ provisional: false, picture: { format: 'avif' } });
  expect(store.keptNames).toEqual(['400.webp', '400.avif']);
});

test('makes what is awaited before what is not', async () => {
  const store = await watchedStore();
  const renditions = new Renditions(store, { workers: 1 });
  await renditions.get(at(160));
  await renditions.get(at(240));
  store.hold();
  await renditions.get(at(160, 'avif'));
  await renditions.get(at(240, 'avif'));
  const webp = renditions.get(at(320));
  await vi.waitFor(() => expect(renditions.load).toEqual({ running: 1, waiting: 2 }));
  store.release();
  await webp;
  await renditions.settled();
  expect(store.keptNames).toEqual(['160.webp', '240.webp', '160.avif', '320.webp', '240.avif']);
});

test('with two workers an AVIF never keeps a WebP waiting', async () => {
  const store = await watchedStore();
  const renditions = new Renditions(store, { workers: 2 });
  for (const width of [160, 240]) await renditions.get(at(width));
  store.hold();
  for (const width of [160, 240]) await renditions.get(at(width, 'avif'));
  expect(renditions.load).toEqual({ running: 1, waiting: 1 });
  const webp = renditions.get(at(320));
  await vi.waitFor(() => expect(renditions.load).toEqual({ running: 2, waiting: 1 }));
  store.release();
  await webp;
  await renditions.settled();
});

test('never enlarges: what is asked wider than the source is the source, and its one AVIF', async () => {
  const store = await watchedStore();
  const renditions = new Renditions(store, { workers: 1 });
  for (const width of [800, 1200, 1600]) {
    const sent = await renditions.get(at(width));
    expect(sent).toMatchObject({ provisional: false });
    expect(sent?.picture.bytes).toEqual(await store.read(key));
    await renditions.get(at(width, 'avif'));
    await renditions.settled();
    const avif = await renditions.get(at(width, 'avif'));
    expect(avif).toMatchObject({ provisional: false, picture: { format: 'avif' } });
    expect((await sharp(avif?.picture.bytes).metadata()).width).toBe(800);
  }
  expect(store.keptNames).toEqual(['800.avif']);
});

test('a store that cannot keep a rendition is reported, and the picture is sent all the same', async () => {
  const store = await watchedStore();
  const full = new Error('no space left on device');
  vi.spyOn(store, 'keepRendition').mockRejectedValue(full);
  const onError = vi.fn();
  const renditions = new Renditions(store, { workers: 1, onError });
  expect(await renditions.get(at(400))).toMatchObject({ provisional: false });
  expect(onError).toHaveBeenCalledExactlyOnceWith(full);
});

test('an AVIF that cannot be made is reported, and asked for again later', async () => {
  const store = await watchedStore();
  const onError = vi.fn();
  const renditions = new Renditions(store, { workers: 1, onError });
  await renditions.get(at(400));
  const away = new Error('the store is away');
  const read = vi
    .spyOn(store, 'read')
    .mockResolvedValueOnce(await samplePicture('teal', 800))
    .mockRejectedValueOnce(away);
  expect(await renditions.get(at(400, 'avif'))).toMatchObject({ provisional: true });
  await renditions.settled();
  expect(onError).toHaveBeenCalledExactlyOnceWith(away);
  read.mockRestore();
  await renditions.get(at(400, 'avif'));
  await renditions.settled();
  expect(await renditions.get(at(400, 'avif'))).toMatchObject({ provisional: false });
});

test('a source that is no picture rejects whoever waits for it, and blocks nobody', async () => {
  const store = new WatchedStore(Buffer.from('RIFF\x10\0\0\0WEBPVP8 broken', 'latin1'));
  const renditions = new Renditions(store, { workers: 1 });
  await expect(renditions.get(at(400))).rejects.toThrow();
  await expect(renditions.get(at(400, 'avif'))).rejects.toThrow();
  await renditions.settled();
  expect(await renditions.get({ ...at(400), key: 'products/unknown' })).toBeUndefined();
});

test('keeps nothing of a picture that may be erased: it is gone when its source is', async () => {
  const store = await watchedStore();
  const read = vi.spyOn(store, 'read').mockResolvedValueOnce(await samplePicture('red', 512));
  const renditions = new Renditions(store, { workers: 1 });
  const asked = { ...at(240, 'avif'), key: personKey('1a2b') };
  const sent = await renditions.get(asked);
  expect(sent).toMatchObject({ provisional: true, picture: { format: 'webp' } });
  expect(store.keptNames).toEqual([]);
  expect(await renditions.get(asked)).toBeUndefined();
  expect(read).toHaveBeenCalledTimes(2);
});
