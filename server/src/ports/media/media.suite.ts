import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MediaError, type MediaStore, MediaUnavailable, type Rendition } from './media.port.ts';

type Opened = {
  store: MediaStore;
  /** Opens a second store on the same pictures, as another process does. */
  reopen(): MediaStore;
  /** From now on the disk or the bucket fails. */
  fail(): void;
  close(): Promise<void>;
};

/** A WebP picture of one colour, so that two of them differ in their bytes. */
export const samplePicture = (colour: string, width = 40, height = width): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .webp({ quality: 80 })
    .toBuffer();

/** The sorted keys of a store. */
const listKeys = async (store: MediaStore): Promise<string[]> => {
  const keys: string[] = [];
  for await (const key of store.keys()) keys.push(key);
  return keys.toSorted();
};

const invalidKeys = [
  '',
  '/',
  'products/',
  '/products/x',
  'products//x',
  '..',
  '../x',
  'products/../x',
  'products/.',
  'Products/x',
  'products/x.webp',
  'products\\x',
  'products/x\0',
  'products/x\n',
  'products/é',
  'a/b/c/d/e/f/g',
  'x'.repeat(5000),
];

/**
 * What every media store must do.
 * @param name the adapter's name, for the test title
 * @param open opens an empty store for each test
 */
export const mediaStoreSuite = (name: string, open: () => Promise<Opened>): void => {
  describe(`${name} as a media store`, () => {
    let opened: Opened;
    let store: MediaStore;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => opened.close());

    const key = 'products/ijebu-garri-2kg-front-1a2b3c4d';
    const small: Rendition = { key, width: 160, format: 'webp' };

    test('removes a picture with its renditions, also for other processes', async () => {
      await store.put(key, await samplePicture('red'));
      await store.put('products/other', await samplePicture('red'));
      await store.storeRendition(small, Buffer.from('small'));
      await store.remove(key);
      for (const each of [store, opened.reopen()]) {
        expect(await each.read(key)).toBeUndefined();
        expect(await each.readRendition(small)).toBeUndefined();
        expect(await each.read('products/other')).toBeDefined();
      }
      await store.remove(key);
      for (const invalidKey of invalidKeys) await expect(store.remove(invalidKey)).rejects.toThrow(MediaError);
    });

    test('returns a stored picture, also to other processes', async () => {
      const bytes = await samplePicture('red');
      await store.put(key, bytes);
      expect(await store.read(key)).toEqual(bytes);
      expect(await opened.reopen().read(key)).toEqual(bytes);
    });

    test('returns undefined for a missing picture', async () => {
      expect(await store.read(key)).toBeUndefined();
      expect(await store.readRendition(small)).toBeUndefined();
    });

    test('separates pictures if one key is a prefix of the other', async () => {
      const [outer, inner] = [await samplePicture('red'), await samplePicture('blue')];
      await store.put('tiles', outer);
      await store.put('tiles/food', inner);
      expect(await store.read('tiles')).toEqual(outer);
      expect(await store.read('tiles/food')).toEqual(inner);
    });

    test('storing the same picture again preserves its renditions', async () => {
      const bytes = await samplePicture('red');
      await store.put(key, bytes);
      await store.storeRendition(small, Buffer.from('small'));
      await store.put(key, bytes);
      expect(await store.read(key)).toEqual(bytes);
      expect(await store.readRendition(small)).toEqual(Buffer.from('small'));
    });

    test('storing another picture under a key deletes the renditions of the old one', async () => {
      await store.put(key, await samplePicture('red'));
      await store.storeRendition(small, Buffer.from('small red'));
      const other = await samplePicture('blue');
      await store.put(key, other);
      expect(await store.read(key)).toEqual(other);
      expect(await store.readRendition(small)).toBeUndefined();
    });

    test('stores one picture for concurrent callers', async () => {
      const bytes = await samplePicture('green');
      await Promise.all(Array.from({ length: 8 }, () => store.put(key, bytes)));
      expect(await store.read(key)).toEqual(bytes);
    });

    test('readers see complete pictures while a picture is replaced', async () => {
      const versions = [await samplePicture('red', 400), await samplePicture('blue', 800)];
      await store.put(key, await samplePicture('red', 400));
      const writing = (async () => {
        for (let n = 0; n < 20; n++) await store.put(key, versions[n % 2] ?? Buffer.alloc(0));
      })();
      const reading = Array.from({ length: 40 }, async () => {
        const found = await store.read(key);
        expect(versions.some((version) => found?.equals(version))).toBe(true);
      });
      await Promise.all([writing, ...reading]);
    });

    test('lists only sources', async () => {
      expect(await listKeys(store)).toEqual([]);
      const keys = ['tiles', 'tiles/food', key, 'a/b/c/d/e/f'];
      for (const each of keys) await store.put(each, await samplePicture('red'));
      await store.storeRendition(small, Buffer.from('small'));
      await store.put('tiles/removed', await samplePicture('red'));
      await store.remove('tiles/removed');
      expect(await listKeys(opened.reopen())).toEqual(keys.toSorted());
    });

    test('stores renditions separately by width and format', async () => {
      await store.put(key, await samplePicture('red'));
      const entries: [Rendition, string][] = [
        [small, 'small'],
        [{ ...small, format: 'avif' }, 'small avif'],
        [{ ...small, width: 320 }, 'large'],
      ];
      for (const [rendition, text] of entries) await store.storeRendition(rendition, Buffer.from(text));
      for (const [rendition, text] of entries) expect(await store.readRendition(rendition)).toEqual(Buffer.from(text));
      expect(await opened.reopen().readRendition(small)).toEqual(Buffer.from('small'));
    });

    test('is unavailable while its disk or bucket fails', { tags: ['@SETTING-21'] }, async () => {
      const bytes = await samplePicture('red');
      opened.fail();
      const calls = {
        put: store.put(key, bytes),
        read: store.read(key),
        remove: store.remove(key),
        keys: listKeys(store),
        readRendition: store.readRendition(small),
        storeRendition: store.storeRendition(small, bytes),
      };
      const results = Object.entries(calls).map(async ([name, call]) => [
        name,
        await call.catch((error: unknown) => error),
      ]);
      const errors = Object.fromEntries(await Promise.all(results));
      for (const name of Object.keys(calls)) expect([name, errors[name]]).toEqual([name, expect.any(MediaUnavailable)]);
    });

    test.each(invalidKeys)('refuses %j as a key, and finds nothing under it', async (invalidKey) => {
      const bytes = await samplePicture('red');
      await expect(store.put(invalidKey, bytes)).rejects.toThrow(MediaError);
      await expect(store.storeRendition({ ...small, key: invalidKey }, bytes)).rejects.toThrow(MediaError);
      expect(await store.read(invalidKey)).toBeUndefined();
      expect(await store.readRendition({ ...small, key: invalidKey })).toBeUndefined();
    });

    test.each([0, -1, 1.5, Number.NaN, 20_000])('refuses %d as a width', async (width) => {
      await expect(store.storeRendition({ ...small, width }, Buffer.from('x'))).rejects.toThrow(MediaError);
      expect(await store.readRendition({ ...small, width })).toBeUndefined();
    });

    test.each([
      ['nothing', Buffer.alloc(0)],
      ['text', Buffer.from('<script>alert(1)</script>')],
      ['a PNG', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1')],
    ])('refuses %s as a source', async (_, bytes) => {
      await expect(store.put(key, bytes)).rejects.toThrow(MediaError);
      expect(await store.read(key)).toBeUndefined();
    });
  });
};
