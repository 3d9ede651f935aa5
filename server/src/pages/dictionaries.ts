import { hash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Database } from '../platform/database.ts';
import { type BuiltFile, listBuiltFiles, selectContent, storeRelease } from './built-files.sql.ts';

const compressZstd = promisify(zstdCompress);

/** The names that the build gives to scripts and styles: a name, eight characters of a hash, and the extension. */
const HASHED_NAME = /^([\w.-]+)-[\w-]{8}(\.(?:js|css))$/;
/** The header of `dcz` before the hash of the dictionary: a zstd frame that decoders skip (RFC 9842, section 5). */
const DCZ_MAGIC = Buffer.from('5e2a4d1820000000', 'hex');
/** File and dictionary together must be smaller than the window of 8 MB that every client supports. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;
/** The best one: the largest file, of 340 kB, takes 25 ms, once per release and process. */
const COMPRESSION_LEVEL = 19;
const MIN_WINDOW_LOG = 10;
/** Several times what all files of a release need against five earlier ones. */
const MAX_CACHE_BYTES = 8 * 1024 * 1024;
const ENTRY_OVERHEAD_BYTES = 300;
/** Cached instead of a delta that is not smaller than the file. */
const NOT_SMALLER = Buffer.alloc(0);

type Options = {
  /** Releases to keep, this one included. */
  maxReleases: number;
  /** A file that waits longer is sent without a dictionary. */
  timeoutMs: number;
  /** Called when the database fails: files are then sent without dictionaries. */
  report: (error: unknown) => void;
};

type Index = {
  /** The names of this release's files. */
  names: ReadonlySet<string>;
  /** URL pattern of each stored file, by its hash in base64. */
  patterns: ReadonlyMap<string, string>;
};

/** The URLs of a file in all releases, as a URL pattern; undefined for a file without a hash in its name. */
export const urlPatternOf = (name: string): string | undefined => {
  const [, base, extension] = HASHED_NAME.exec(name) ?? [];
  return base && `/assets/${base}-*${extension}`;
};

const compressWithDictionary = async (content: Buffer, dictionary: Buffer, sha256: Buffer): Promise<Buffer> => {
  const windowLog = Math.max(MIN_WINDOW_LOG, Math.ceil(Math.log2(content.length + dictionary.length)));
  const params = { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL, [constants.ZSTD_c_windowLog]: windowLog };
  return Buffer.concat([DCZ_MAGIC, sha256, await compressZstd(content, { dictionary, params })]);
};

/** The scripts and styles of a folder that can be dictionaries. */
const readFiles = async (folder: string): Promise<BuiltFile[]> => {
  const files: BuiltFile[] = [];
  for (const name of await readdir(folder)) {
    if (!HASHED_NAME.test(name)) continue;
    const content = await readFile(join(folder, name));
    const sha256 = hash('sha256', content, 'buffer');
    if (content.length <= MAX_FILE_BYTES) files.push({ name, sha256, content });
  }
  return files;
};

/**
 * The scripts and styles of this release, compressed with those of earlier releases that browsers still have (RFC 9842,
 * docs/decisions/compression-dictionaries.md). A file is compressed only with earlier versions of itself: the number of deltas
 * has a limit, whatever is requested. Each is computed once, one at a time.
 */
export class Dictionaries {
  readonly #db: Database;
  readonly #folder: string;
  readonly #timeoutMs: number;
  readonly #index: Promise<Index>;
  readonly #deltas: LRUCache<string, Buffer>;
  #lastDelta: Promise<unknown> = Promise.resolve();

  /**
   * Stores this release in the database in the background.
   * @param folder the scripts and styles of this release
   */
  constructor(db: Database, folder: string, { maxReleases, timeoutMs, report }: Options) {
    this.#db = db;
    this.#folder = folder;
    this.#timeoutMs = timeoutMs;
    this.#index = this.#storeRelease(maxReleases).catch((error: unknown) => {
      report(error);
      return { names: new Set(), patterns: new Map() };
    });
    this.#deltas = new LRUCache({
      maxSize: MAX_CACHE_BYTES,
      sizeCalculation: ({ length }) => length + ENTRY_OVERHEAD_BYTES,
      fetchMethod: (key) => this.#computeInTurn(key),
    });
  }

  async #storeRelease(maxReleases: number): Promise<Index> {
    const files = await readFiles(this.#folder);
    const filesByHash = new Map(files.map((file) => [file.sha256.toString('base64'), file]));
    if (files.length > 0) await storeRelease(this.#db, [...filesByHash.values()], maxReleases);
    const patterns = new Map<string, string>();
    for (const { name, sha256 } of await listBuiltFiles(this.#db)) {
      const pattern = urlPatternOf(name);
      if (pattern !== undefined) patterns.set(sha256.toString('base64'), pattern);
    }
    return { names: new Set(files.map(({ name }) => name)), patterns };
  }

  /**
   * Compresses a file of this release, in the format `dcz`.
   * @param name name of the file
   * @param dictionary SHA-256 of the dictionary in base64
   * @returns undefined if there is no such file, or if the dictionary is unknown, is of another file, does not make it smaller, or if
   *   it takes too long; the delta is then computed for later requests
   * @throws errors of the database
   */
  async compress(name: string, dictionary: string): Promise<Buffer | undefined> {
    const { promise: timeout, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(resolve, this.#timeoutMs, undefined);
    try {
      return await Promise.race([this.#compressInTurn(name, dictionary), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #compressInTurn(name: string, dictionary: string): Promise<Buffer | undefined> {
    const { names, patterns } = await this.#index;
    const pattern = patterns.get(dictionary);
    if (pattern === undefined || pattern !== urlPatternOf(name) || !names.has(name)) return undefined;
    const delta = await this.#deltas.fetch(`${name} ${dictionary}`);
    return delta === NOT_SMALLER ? undefined : delta;
  }

  /** Waits until the release is stored. */
  async close(): Promise<void> {
    await this.#index;
  }

  /** One at a time, so that pictures and passwords do not wait for threads. */
  #computeInTurn(key: string): Promise<Buffer> {
    const [name = '', dictionary = ''] = key.split(' ');
    const compute = () => this.#compute(name, Buffer.from(dictionary, 'base64'));
    const delta = this.#lastDelta.then(compute, compute);
    this.#lastDelta = delta;
    return delta;
  }

  async #compute(name: string, sha256: Buffer): Promise<Buffer> {
    const path = join(this.#folder, name);
    const [dictionary, content] = await Promise.all([selectContent(this.#db, sha256), readFile(path)]);
    // A newer release may have deleted it.
    if (!dictionary) return NOT_SMALLER;
    const delta = await compressWithDictionary(content, dictionary, sha256);
    // The build compresses no small files.
    const { size } = await stat(`${path}.br`).catch(() => ({ size: content.length }));
    return delta.length < size ? delta : NOT_SMALLER;
  }
}
