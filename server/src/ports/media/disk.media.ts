import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import {
  isMediaKey,
  isPictureWidth,
  isWebp,
  MediaError,
  type MediaStore,
  MediaUnavailable,
  type Rendition,
} from './media.port.ts';

/** Whether the error means that the file does not exist. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** A full disk or quota, one that fails, or a process with too many open files. */
const UNAVAILABLE = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ESTALE', 'ETIMEDOUT', 'EMFILE', 'ENFILE'];
/** @returns MediaUnavailable for an error of the disk, and any other error as it is */
const toStoreError = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && UNAVAILABLE.includes(String(error.code))
    ? new MediaUnavailable('the disk of the pictures is full or fails', { cause: error })
    : error;

const readIfExists = async (path: string): Promise<Buffer | undefined> => {
  try {
    return await fs.readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw toStoreError(error);
  }
};

/** Deletes a file or a folder with all its files. */
const remove = async (path: string): Promise<void> => {
  try {
    await fs.rm(path, { recursive: true, force: true });
  } catch (error) {
    throw toStoreError(error);
  }
};

/**
 * Pictures as files of one folder: `sources/<key>.webp` and `renditions/<key>/<width>.<format>`.
 * Segments of keys contain no dots, so a key's file never collides with another key's folder.
 */
export class DiskMedia implements MediaStore {
  readonly #folder: string;

  /** @param folder absolute path; created when missing */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    if (!isMediaKey(key)) throw new MediaError(`"${key}" is not a media key`);
    if (!isWebp(bytes)) throw new MediaError(`The picture for ${key} is not WebP`);
    const path = this.#sourcePath(key);
    const stored = await readIfExists(path);
    if (stored?.equals(bytes)) return;
    // The database will refer to this picture, so flush it to disk before the rename.
    await this.#write(path, bytes, true);
    if (stored) await remove(this.#renditionsFolder(key));
  }

  async read(key: string): Promise<Buffer | undefined> {
    return isMediaKey(key) ? readIfExists(this.#sourcePath(key)) : undefined;
  }

  async remove(key: string): Promise<void> {
    if (!isMediaKey(key)) throw new MediaError(`"${key}" is not a media key`);
    await remove(this.#sourcePath(key));
    await remove(this.#renditionsFolder(key));
  }

  async *keys(): AsyncGenerator<string> {
    const folder = join(this.#folder, 'sources');
    try {
      const directory = await fs.opendir(folder, { recursive: true }).catch((error) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (!directory) return;
      for await (const { name, parentPath } of directory) {
        if (!name.endsWith('.webp')) continue;
        const path = relative(folder, join(parentPath, name));
        yield path.slice(0, -'.webp'.length).replaceAll(sep, '/');
      }
    } catch (error) {
      throw toStoreError(error);
    }
  }

  async readRendition(rendition: Rendition): Promise<Buffer | undefined> {
    const path = this.#renditionPath(rendition);
    return path === undefined ? undefined : readIfExists(path);
  }

  async storeRendition(rendition: Rendition, bytes: Uint8Array): Promise<void> {
    const path = this.#renditionPath(rendition);
    if (path === undefined) throw new MediaError(`"${rendition.key}" at ${rendition.width} is not a rendition`);
    await this.#write(path, bytes, false);
  }

  #sourcePath(key: string): string {
    return join(this.#folder, 'sources', `${key}.webp`);
  }

  #renditionsFolder(key: string): string {
    return join(this.#folder, 'renditions', key);
  }

  #renditionPath({ key, width, format }: Rendition): string | undefined {
    if (!isMediaKey(key) || !isPictureWidth(width)) return undefined;
    return join(this.#renditionsFolder(key), `${width}.${format === 'avif' ? 'avif' : 'webp'}`);
  }

  /** Writes a temporary file and renames it, so that readers never see a partial file. */
  async #write(path: string, bytes: Uint8Array, flush: boolean): Promise<void> {
    const unfinished = join(this.#folder, 'unfinished', randomUUID());
    try {
      await fs.mkdir(dirname(unfinished), { recursive: true });
      await fs.mkdir(dirname(path), { recursive: true });
      await fs.writeFile(unfinished, bytes, { flush });
      await fs.rename(unfinished, path);
    } catch (error) {
      await remove(unfinished);
      throw toStoreError(error);
    }
  }
}
