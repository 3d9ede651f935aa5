import { basename } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Database } from '../platform/database.ts';
import { CachedResponse } from '../platform/response-cache.ts';
import { sendResponse } from '../platform/send-response.ts';
import { assetHeaders, urlPatternOf } from './asset-headers.ts';
import { listBuiltFiles, selectContent } from './built-files.sql.ts';

/** The list of stored files is read at most once in this time, however many invented names are requested. */
const READ_INTERVAL_MS = 1000;
/** About six releases, in both encodings. */
const MAX_CACHE_BYTES = 8 * 1024 * 1024;
const ENTRY_OVERHEAD_BYTES = 400;

/** The files of all releases that the database has, by their names. */
class StoredFiles {
  readonly #db: Database;
  #hashes: ReadonlyMap<string, Buffer> = new Map();
  readonly #reads = new PQueue({ concurrency: 1, interval: READ_INTERVAL_MS, intervalCap: 1, strict: true });
  #lastRead: { hasBegun: boolean; done: Promise<void> } | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * A name that the last list lacks waits for a list that is read after the request: another node may have stored the file in
   * between, and sent a page that needs it.
   * @returns the SHA-256 of the file; undefined if there is none @throws errors of the database
   */
  async find(name: string): Promise<Buffer | undefined> {
    if (!this.#hashes.has(name)) {
      if (!this.#lastRead || this.#lastRead.hasBegun) this.#lastRead = this.#planRead();
      await this.#lastRead.done;
    }
    return this.#hashes.get(name);
  }

  #planRead(): { hasBegun: boolean; done: Promise<void> } {
    const read = { hasBegun: false, done: Promise.resolve() };
    read.done = this.#reads.add(async () => {
      read.hasBegun = true;
      this.#hashes = new Map((await listBuiltFiles(this.#db)).map(({ name, sha256 }) => [name, sha256]));
    });
    return read;
  }
}

const readResponse = async (db: Database, name: string, sha256: Buffer): Promise<CachedResponse | undefined> => {
  const content = await selectContent(db, sha256);
  // A newer release may have deleted it.
  if (!content) return undefined;
  const headers = { ...assetHeaders(name), 'cache-control': 'public, max-age=31536000, immutable' };
  const response = new CachedResponse(content, headers);
  await response.compress();
  return response;
};

/**
 * Sends scripts and styles that only another release contains, from the database. While nodes are replaced, a page of
 * one release loads its files from nodes of both, and an open page may load parts of its release later. All other
 * requests go to the next handler.
 * @param ownNames files of this release
 */
export const sendOtherReleases = (app: FastifyInstance, ownNames: ReadonlySet<string>, db: Database): void => {
  const storedFiles = new StoredFiles(db);
  // One at a time, so that pictures and other files need not wait for a thread of libuv.
  const reads = new PQueue({ concurrency: 1 });
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ storedBytes }) => storedBytes + ENTRY_OVERHEAD_BYTES,
    fetchMethod: async (name) => {
      const sha256 = await storedFiles.find(name);
      return sha256 && reads.add(() => readResponse(db, name, sha256));
    },
  });
  app.addHook('preHandler', async (request, reply) => {
    const name = basename(request.url.split('?', 1)[0] ?? '');
    if (ownNames.has(name) || urlPatternOf(name) === undefined) return;
    const response = await responses.fetch(name).catch((err: unknown) => {
      request.log.warn({ err }, 'a file of another release cannot be read');
      return undefined;
    });
    if (response) return sendResponse(request, reply, response);
  });
};
