import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MediaError, type MediaStore, type Rendition } from './media.port.ts';

type Opened = {
  store: MediaStore;
  /** A second store on the same pictures, as another process would have. */
  reopen(): MediaStore;
  close(): Promise<void>;
};

/** A WebP picture of one colour, so that two of them differ in their bytes. */
export const samplePicture = (colour: string, width = 40, height = width): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .webp({ quality: 80 })
    .toBuffer();

/** The keys of a store, in their order. */
const keysOf = async (store: MediaStore): Promise<string[]> => {
  const keys: string[] = [];
  for await (const key of store.keys()) keys.push(key);
  return keys.toSorted();
};

const notKeys = [
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
 * @param name the adapter's, for the report
 * @param open an empty store for each test
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

    test('erases a picture with its renditions, for other processes too', async () => {
      await store.put(key, await samplePicture('red'));
      await store.put('products/other', await samplePicture('red'));
      await store.keepRendition(small, Buffer.from('small'));
      await store.remove(key);
      for (const one of [store, opened.reopen()]) {
        expect(await one.read(key)).toBeUndefined();
        expect(await one.readRendition(small)).toBeUndefined();
        expect(await one.read('products/other')).toBeDefined();
      }
      await store.remove(key);
      for (const wrong of notKeys) await expect(store.remove(wrong)).rejects.toThrow(MediaError);
    });

    test('gives back what was put, to other processes too', async () => {
      const bytes = await samplePicture('red');
      await store.put(key, bytes);
      expect(await store.read(key)).toEqual(bytes);
      expect(await opened.reopen().read(key)).toEqual(bytes);
    });

    test('knows nothing of what was never put', async () => {
      expect(await store.read(key)).toBeUndefined();
      expect(await store.readRendition(small)).toBeUndefined();
    });

    test('keeps pictures apart whose keys begin alike', async () => {
      const [outer, inner] = [await samplePicture('red'), await samplePicture('blue')];
      await store.put('tiles', outer);
      await store.put('tiles/food', inner);
      expect(await store.read('tiles')).toEqual(outer);
      expect(await store.read('tiles/food')).toEqual(inner);
    });

    test('takes the same picture twice, and keeps its renditions', async () => {
      const bytes = await samplePicture('red');
      await store.put(key, bytes);
      await store.keepRendition(small, Buffer.from('small'));
      await store.put(key, bytes);
      expect(await store.read(key)).toEqual(bytes);
      expect(await store.readRendition(small)).toEqual(Buffer.from('small'));
    });

    test('replaces a picture by another, and drops the renditions of the old one', async () => {
      await store.put(key, await samplePicture('red'));
      await store.keepRendition(small, Buffer.from('small red'));
      const other = await samplePicture('blue');
      await store.put(key, other);
      expect(await store.read(key)).toEqual(other);
      expect(await store.readRendition(small)).toBeUndefined();
    });

    test('takes one picture from many at once', async () => {
      const bytes = await samplePicture('green');
      await Promise.all(Array.from({ length: 8 }, () => store.put(key, bytes)));
      expect(await store.read(key)).toEqual(bytes);
    });

    test('a reader sees a whole picture while it is replaced again and again', async () => {
      const versions = [await samplePicture('red', 400), await samplePicture('blue', 800)];
      await store.put(key, await samplePicture('red', 400));
      const writing = (async () => {
        for (let n = 0; n < 20; n++) await store.put(key, versions[n % 2] ?? Buffer.alloc(0));
      })();
      const reading = Array.from({ length: 40 }, async () => {
        const seen = await store.read(key);
        expect(versions.some((version) => seen?.equals(version))).toBe(true);
      });
      await Promise.all([writing, ...reading]);
    });

    test('lists the sources, and nothing else', async () => {
      expect(await keysOf(store)).toEqual([]);
      const keys = ['tiles', 'tiles/food', key, 'a/b/c/d/e/f'];
      for (const one of keys) await store.put(one, await samplePicture('red'));
      await store.keepRendition(small, Buffer.from('small'));
      await store.put('tiles/gone', await samplePicture('red'));
      await store.remove('tiles/gone');
      expect(await keysOf(opened.reopen())).toEqual(keys.toSorted());
    });

    test('keeps each rendition by itself', async () => {
      await store.put(key, await samplePicture('red'));
      const kept: [Rendition, string][] = [
        [small, 'small'],
        [{ ...small, format: 'avif' }, 'small avif'],
        [{ ...small, width: 320 }, 'large'],
      ];
      for (const [rendition, text] of kept) await store.keepRendition(rendition, Buffer.from(text));
      for (const [rendition, text] of kept) expect(await store.readRendition(rendition)).toEqual(Buffer.from(text));
      expect(await opened.reopen().readRendition(small)).toEqual(Buffer.from('small'));
    });

    test.each(notKeys)('refuses %j as a key, and finds nothing under it', async (bad) => {
      const bytes = await samplePicture('red');
      await expect(store.put(bad, bytes)).rejects.toThrow(MediaError);
      await expect(store.keepRendition({ ...small, key: bad }, bytes)).rejects.toThrow(MediaError);
      expect(await store.read(bad)).toBeUndefined();
      expect(await store.readRendition({ ...small, key: bad })).toBeUndefined();
    });

    test.each([0, -1, 1.5, Number.NaN, 20_000])('refuses %d as a width', async (width) => {
      await expect(store.keepRendition({ ...small, width }, Buffer.from('x'))).rejects.toThrow(MediaError);
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
