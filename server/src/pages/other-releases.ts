import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { type Database, isDatabaseUnavailable } from '../platform/database.ts';
import { refuse, sendRefusal } from '../platform/refusal.ts';
import { CachedResponse } from '../platform/response-cache.ts';
import { sendResponse } from '../platform/send-response.ts';
import { assetHeaders, urlPatternOf } from './asset-headers.ts';
import { listBuiltFiles, selectContent } from './built-files.sql.ts';

/** The list of stored files is read at most once in this time, however many invented names are requested. */
const READ_INTERVAL_MS = 1000;
/** Requests that wait for the list. One network may send so many in that time within its limit, because files cost a twentieth of a page. */
const MAX_WAITING = 1000;
/** About six releases, in both encodings. */
const MAX_CACHE_BYTES = 8 * 1024 * 1024;
const ENTRY_OVERHEAD_BYTES = 400;

/** Too many requests wait for the list already. */
class TooManyWaitingError extends Error {}

type Read = { hasBegun: boolean; done: Promise<void> };

/** The files of all releases that the database has, by their names. */
class StoredFiles {
  readonly #db: Database;
  #hashes: ReadonlyMap<string, Buffer> = new Map();
  #lastRead: Read | undefined;
  /** When the next read may begin, as performance.now(). */
  #nextReadAt = 0;
  #waiting = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * A name that the last list lacks waits for a list that is read after the request: another node may have stored the file in
   * between, and sent a page that needs it.
   * @returns the SHA-256 of the file; undefined if there is none
   * @throws TooManyWaitingError, and errors of the database
   */
  async find(name: string): Promise<Buffer | undefined> {
    if (!this.#hashes.has(name)) await this.#waitForRead();
    return this.#hashes.get(name);
  }

  async #waitForRead(): Promise<void> {
    if (this.#waiting >= MAX_WAITING) throw new TooManyWaitingError('too many requests wait for the list of files');
    if (!this.#lastRead || this.#lastRead.hasBegun) this.#lastRead = this.#planRead(this.#lastRead);
    this.#waiting++;
    try {
      await this.#lastRead.done;
    } finally {
      this.#waiting--;
    }
  }

  /** Plans to read the list after the previous reading. */
  #planRead(previous: Read | undefined): Read {
    const read: Read = { hasBegun: false, done: Promise.resolve() };
    const run = async () => {
      // Its error is reported to those that wait for it.
      await previous?.done.catch(() => undefined);
      await wait(Math.max(0, this.#nextReadAt - performance.now()));
      read.hasBegun = true;
      this.#nextReadAt = performance.now() + READ_INTERVAL_MS;
      this.#hashes = new Map((await listBuiltFiles(this.#db)).map(({ name, sha256 }) => [name, sha256]));
    };
    read.done = run();
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
    try {
      const response = await responses.fetch(name);
      if (response) return sendResponse(request, reply, response);
    } catch (err) {
      const isBusy = err instanceof TooManyWaitingError;
      const level = isBusy || isDatabaseUnavailable(err) ? 'warn' : 'error';
      request.log[level]({ err }, 'a file of another release cannot be read');
      // Not 404, which means that the file is gone for good.
      return sendRefusal(reply, refuse(isBusy ? 'too_busy' : 'database_unavailable'));
    }
  });
};
