import { hash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Database } from '../platform/database.ts';
import { CachedResponse } from '../platform/response-cache.ts';
import { orUndefinedAfter } from '../platform/with-timeout.ts';
import { assetHeaders, urlPatternOf } from './asset-headers.ts';
import { type BuiltFile, listBuiltFiles, selectContent, storeRelease } from './built-files.sql.ts';

const compressZstd = promisify(zstdCompress);

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
/** Cached instead of a delta that is not smaller than the file, or whose dictionary was deleted. */
const UNUSABLE = new CachedResponse(Buffer.alloc(0), {});
/** After the database failed at the start. */
const RETRY_INTERVAL_MS = 8000;

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

const compressWithDictionary = async (content: Buffer, dictionary: Buffer, sha256: Buffer): Promise<Buffer> => {
  const windowLog = Math.max(MIN_WINDOW_LOG, Math.ceil(Math.log2(content.length + dictionary.length)));
  const params = { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL, [constants.ZSTD_c_windowLog]: windowLog };
  return Buffer.concat([DCZ_MAGIC, sha256, await compressZstd(content, { dictionary, params })]);
};

/** The scripts and styles of a folder that can be dictionaries. */
const readFiles = async (folder: string): Promise<BuiltFile[]> => {
  const files: BuiltFile[] = [];
  for (const name of await readdir(folder)) {
    if (urlPatternOf(name) === undefined) continue;
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
  readonly #options: Options;
  #index: Promise<Index>;
  #retryTimer: NodeJS.Timeout | undefined;
  readonly #deltas: LRUCache<string, CachedResponse>;
  readonly #stored = Promise.withResolvers<void>();
  /** Resolves when the release is stored, or when it will not be any more. */
  readonly stored = this.#stored.promise;
  /** One at a time, so that pictures and passwords do not wait for threads. */
  readonly #computations = new PQueue({ concurrency: 1 });

  /**
   * Starts to store this release in the database, and again every few seconds while the database fails.
   * @param folder the scripts and styles of this release
   */
  constructor(db: Database, folder: string, options: Options) {
    this.#db = db;
    this.#folder = folder;
    this.#options = options;
    this.#index = this.#openIndex();
    this.#deltas = new LRUCache({
      maxSize: MAX_CACHE_BYTES,
      sizeCalculation: ({ storedBytes }) => storedBytes + ENTRY_OVERHEAD_BYTES,
      fetchMethod: (key) => this.#computations.add(() => this.#compute(key)),
    });
  }

  async #openIndex(): Promise<Index> {
    try {
      const index = await this.#storeRelease();
      this.#stored.resolve();
      return index;
    } catch (error) {
      this.#options.report(error);
      this.#retryTimer = setTimeout(() => {
        this.#index = this.#openIndex();
      }, RETRY_INTERVAL_MS).unref();
      return { names: new Set(), patterns: new Map() };
    }
  }

  async #storeRelease(): Promise<Index> {
    const files = await readFiles(this.#folder);
    if (files.length > 0) await storeRelease(this.#db, files, this.#options.maxReleases);
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
  async compress(name: string, dictionary: string): Promise<CachedResponse | undefined> {
    return orUndefinedAfter(this.#findDelta(name, dictionary), this.#options.timeoutMs);
  }

  async #findDelta(name: string, dictionary: string): Promise<CachedResponse | undefined> {
    const { names, patterns } = await this.#index;
    const pattern = patterns.get(dictionary);
    if (pattern === undefined || pattern !== urlPatternOf(name) || !names.has(name)) return undefined;
    const delta = await this.#deltas.fetch(`${name} ${dictionary}`);
    return delta === UNUSABLE ? undefined : delta;
  }

  /** Waits until the release is stored, or could not be. */
  async close(): Promise<void> {
    await this.#index;
    clearTimeout(this.#retryTimer);
    this.#stored.resolve();
  }

  async #compute(key: string): Promise<CachedResponse> {
    const [name = '', dictionaryHash = ''] = key.split(' ');
    const sha256 = Buffer.from(dictionaryHash, 'base64');
    const path = join(this.#folder, name);
    const [dictionary, content] = await Promise.all([selectContent(this.#db, sha256), readFile(path)]);
    // A newer release may have deleted it.
    if (!dictionary) return UNUSABLE;
    const delta = await compressWithDictionary(content, dictionary, sha256);
    // The build compresses no small files.
    const { size } = await stat(`${path}.br`).catch(() => ({ size: content.length }));
    if (delta.length >= size) return UNUSABLE;
    return new CachedResponse(delta, {
      ...assetHeaders(name),
      'content-encoding': 'dcz',
      // Private: a shared cache that ignores Vary would send it to browsers without the dictionary.
      'cache-control': 'private, max-age=31536000, immutable',
    });
  }
}
