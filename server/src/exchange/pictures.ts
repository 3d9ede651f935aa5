import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { PICTURE_WIDTHS, type PictureWidth, pictureUrl } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { Database, DryRunOption } from '../platform/database.ts';
import { encodePicture } from '../ports/media/encode-picture.ts';
import { isMediaKey, type MediaStore } from '../ports/media/media.port.ts';
import { insertPictureKeys, selectPictureKeys } from './exchange.sql.ts';
import { type FetchPicture, MAX_PICTURE_BYTES } from './fetch-picture.ts';

const MOST_PIXELS = 50_000_000;
/** The widest that a page asks for. */
const SIDE: PictureWidth = PICTURE_WIDTHS[PICTURE_WIDTHS.length - 1] ?? 1600;
/** Pictures at once; each may take 200 MB while it is decoded, and most of the time is spent waiting for the network. */
const AT_ONCE = 3;
/** Only what the catalogue shows: a file must not put people's own pictures on display. */
const FOLDER = 'products/';

type Found = { key: string } | { refused: string };

export type PictureDeps = DryRunOption & {
  db: Database;
  media: MediaStore;
  fetchPicture: FetchPicture;
  /** Where pictures that are no addresses lie; undefined means nowhere. */
  folder: string | undefined;
  /** The shop's own address: pictures there are in the store already. */
  publicUrl: string;
};

/** The address that files name a stored picture by. */
export const addressOf = (publicUrl: string, key: string): string => publicUrl + pictureUrl(key, SIDE, 'webp');

/** The key of a picture that the shop's own address names; undefined for any other address. */
const ownKey = (publicUrl: string, source: string): string | undefined => {
  if (!source.startsWith(`${publicUrl}/media/`)) return undefined;
  const [, key = ''] = /^\/media\/(.+)\/\d+\.\w+$/.exec(source.slice(publicUrl.length)) ?? [];
  return key;
};

const FORM = { side: SIDE, fit: 'inside', quality: 85, mostPixels: MOST_PIXELS } as const;
const WHY_NOT: Record<Extract<Awaited<ReturnType<typeof encodePicture>>, string>, string> = {
  no_picture: 'is no JPEG, PNG, WebP, GIF or AVIF.',
  too_large: `has more than ${MOST_PIXELS / 1_000_000} million pixels.`,
  broken: 'is broken.',
};

/** A file of the folder, which must lie within it whatever it is called and wherever links lead. */
const readLocal = async (
  folder: string | undefined,
  source: string,
): Promise<{ bytes: Buffer } | { refused: string }> => {
  if (folder === undefined) return { refused: 'is no address, and no folder of pictures was given.' };
  try {
    const root = await realpath(folder);
    const path = await realpath(resolve(root, source));
    const inside = relative(root, path);
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      return { refused: 'lies outside the folder of pictures.' };
    const { size } = await stat(path);
    if (size > MAX_PICTURE_BYTES) return { refused: `is larger than ${MAX_PICTURE_BYTES / 1024 / 1024} MB.` };
    return { bytes: await readFile(path) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    return { refused: code === 'ENOENT' ? 'is not there.' : `can't be read (${code}).` };
  }
};

const isAddress = (source: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(source);
const hexOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Does a few of the things at a time. */
const eachOf = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
};

/**
 * Gets pictures into the store: those that are there already by their address, those that were fetched or read before by what is
 * remembered of them, others fetched from the open internet or read from the folder, and encoded anew.
 * A dry run encodes them too, to see whether that works, and stores none.
 * @returns for each source its key, or why there is none
 */
export const takePictures = async (deps: PictureDeps, sources: ReadonlySet<string>): Promise<Map<string, Found>> => {
  const { db, media, fetchPicture, folder, publicUrl, dryRun } = deps;
  const found = new Map<string, Found>();
  /** What each source that must be made is remembered by. */
  const names = new Map<string, string>();
  const refuse = (source: string, reason: string) =>
    found.set(source, { refused: `The picture ${source.slice(0, 200)} ${reason}` });

  const load = (source: string) => (isAddress(source) ? fetchPicture(source) : readLocal(folder, source));
  await eachOf([...sources], async (source) => {
    const key = ownKey(publicUrl, source);
    if (key !== undefined) {
      const there = key.startsWith(FOLDER) && isMediaKey(key) && (await media.read(key)) !== undefined;
      if (there) found.set(source, { key });
      else refuse(source, 'is none of this shop’s.');
    } else if (isAddress(source)) names.set(source, hexOf(`address ${source}`));
    else {
      const read = await readLocal(folder, source);
      if ('refused' in read) refuse(source, read.refused);
      else names.set(source, hexOf(read.bytes));
    }
  });
  const known = names.size === 0 ? new Map<string, string>() : await selectPictureKeys(db, [...names.values()]);
  const made = new Map<string, string>();
  await eachOf([...names], async ([source, name]) => {
    const before = known.get(name);
    if (before !== undefined) {
      found.set(source, { key: before });
      return;
    }
    const loaded = await load(source);
    if ('refused' in loaded) {
      refuse(source, isAddress(source) ? `can't be had. ${loaded.refused}` : loaded.refused);
      return;
    }
    const picture = await encodePicture(loaded.bytes, FORM);
    if (typeof picture === 'string') {
      refuse(source, WHY_NOT[picture]);
      return;
    }
    // By its content: the same picture under two addresses is one, and another under the same address another.
    const key = `${FOLDER}${hexOf(picture).slice(0, 32)}`;
    if (!dryRun) await media.put(key, picture);
    made.set(name, key);
    found.set(source, { key });
  });
  if (!dryRun && made.size > 0) await insertPictureKeys(db, made);
  return found;
};
