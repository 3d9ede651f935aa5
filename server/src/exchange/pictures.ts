import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import { MAX_PICTURE_WIDTH, PRODUCT_PICTURE, PRODUCT_PICTURE_PREFIX, productPictureKey } from '../catalog/index.ts';
import type { Database, DryRunOption } from '../platform/database.ts';
import { encodePicture } from '../ports/media/encode-picture.ts';
import { isMediaKey, type MediaStore } from '../ports/media/media.port.ts';
import { insertPictureKeys, selectPictureKeys } from './exchange.sql.ts';
import { type FetchPicture, MAX_PICTURE_BYTES } from './fetch-picture.ts';

const MAX_PIXELS = 50_000_000;
/**
 * Number of pictures processed in parallel. Decoding needs up to 200 MB each, and most of the time is network latency.
 */
const CONCURRENCY = 3;
/** `isFetchedLater`: a later attempt may succeed. */
type PictureResult = { key: string } | { refused: string; isFetchedLater: boolean };

export type PictureDeps = DryRunOption & {
  db: Database;
  media: MediaStore;
  fetchPicture: FetchPicture;
  /** The folder for pictures that are given as file paths; undefined if there is none. */
  folder: string | undefined;
  /** The public URL of the shop; its pictures are already in the store. */
  publicUrl: string;
};

/** The URL of a stored picture in export files. */
export const createSourceUrl = (publicUrl: string, key: string): string =>
  publicUrl + pictureUrl(key, MAX_PICTURE_WIDTH, 'webp');

/** The key of a picture with a URL of this shop; undefined for any other URL. */
const ownKey = (publicUrl: string, source: string): string | undefined => {
  if (!source.startsWith(`${publicUrl}/media/`)) return undefined;
  const [, key = ''] = /^\/media\/(.+)\/\d+\.\w+$/.exec(source.slice(publicUrl.length)) ?? [];
  return key;
};

const ENCODING = { ...PRODUCT_PICTURE, maxPixels: MAX_PIXELS };
const REFUSAL_REASONS: Record<Extract<Awaited<ReturnType<typeof encodePicture>>, string>, string> = {
  no_picture: 'is not a JPEG, PNG, WebP, GIF or AVIF file.',
  too_large: `has more than ${MAX_PIXELS / 1_000_000} million pixels.`,
  broken: 'is damaged.',
};

/** Reads a file of the folder. Resolves symbolic links first, to prevent path traversal. */
const readLocal = async (
  folder: string | undefined,
  source: string,
): Promise<{ bytes: Buffer } | { refused: string }> => {
  if (folder === undefined) return { refused: 'is not a URL, and no picture folder is given.' };
  try {
    const root = await realpath(folder);
    const path = await realpath(resolve(root, source));
    const inside = relative(root, path);
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      return { refused: 'is outside the picture folder.' };
    const { size } = await stat(path);
    if (size > MAX_PICTURE_BYTES) return { refused: `is larger than ${MAX_PICTURE_BYTES / 1024 / 1024} MB.` };
    return { bytes: await readFile(path) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    return { refused: code === 'ENOENT' ? 'does not exist.' : `can't be read (${code}).` };
  }
};

const isUrl = (source: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(source);
const sha256Hex = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Processes the items with limited concurrency. */
const forEachConcurrently = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
};

/**
 * Resolves picture sources to keys in the store. Pictures of this shop and pictures imported before are reused; others
 * are downloaded or read from the folder, and re-encoded. A dry run re-encodes them too, but stores none.
 * @returns for each source its key, or the reason for the refusal
 */
export const resolvePictures = async (
  deps: PictureDeps,
  sources: ReadonlySet<string>,
): Promise<Map<string, PictureResult>> => {
  const { db, media, fetchPicture, folder, publicUrl, dryRun } = deps;
  const results = new Map<string, PictureResult>();
  /** Cache key of each source: a hash of its URL or of its content. */
  const cacheKeys = new Map<string, string>();
  const refuse = (source: string, reason: string, isFetchedLater = false) =>
    results.set(source, { refused: `The picture ${source.slice(0, 200)} ${reason}`, isFetchedLater });

  const load = (source: string) => (isUrl(source) ? fetchPicture(source) : readLocal(folder, source));
  await forEachConcurrently([...sources], async (source) => {
    const key = ownKey(publicUrl, source);
    if (key !== undefined) {
      // Only catalogue pictures: an import must not publish private pictures of users.
      const exists = key.startsWith(PRODUCT_PICTURE_PREFIX) && isMediaKey(key) && (await media.read(key)) !== undefined;
      if (exists) results.set(source, { key });
      else refuse(source, 'is not a product picture of this shop.');
    } else if (isUrl(source)) cacheKeys.set(source, sha256Hex(`address ${source}`));
    else {
      const localFile = await readLocal(folder, source);
      if ('refused' in localFile) refuse(source, localFile.refused);
      else cacheKeys.set(source, sha256Hex(localFile.bytes));
    }
  });
  const knownKeys =
    cacheKeys.size === 0 ? new Map<string, string>() : await selectPictureKeys(db, [...cacheKeys.values()]);
  const addedKeys = new Map<string, string>();
  await forEachConcurrently([...cacheKeys], async ([source, cacheKey]) => {
    const knownKey = knownKeys.get(cacheKey);
    if (knownKey !== undefined) {
      results.set(source, { key: knownKey });
      return;
    }
    const loadedFile = await load(source);
    if ('refused' in loadedFile) {
      refuse(source, isUrl(source) ? `can't be downloaded. ${loadedFile.refused}` : loadedFile.refused, isUrl(source));
      return;
    }
    const picture = await encodePicture(loadedFile.bytes, ENCODING);
    if (typeof picture === 'string') {
      refuse(source, REFUSAL_REASONS[picture], isUrl(source));
      return;
    }
    const key = productPictureKey(picture);
    if (!dryRun) await media.put(key, picture);
    addedKeys.set(cacheKey, key);
    results.set(source, { key });
  });
  if (!dryRun && addedKeys.size > 0) await insertPictureKeys(db, addedKeys);
  return results;
};
