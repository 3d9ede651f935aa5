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
const LIST_TTL_MS = 1000;
/** About six releases, in both encodings. */
const MAX_CACHE_BYTES = 8 * 1024 * 1024;
const ENTRY_OVERHEAD_BYTES = 400;

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
  const lists = new LRUCache<'all', ReadonlyMap<string, Buffer>>({
    max: 1,
    ttl: LIST_TTL_MS,
    fetchMethod: async () => new Map((await listBuiltFiles(db)).map(({ name, sha256 }) => [name, sha256])),
  });
  // One at a time, so that pictures and other files need not wait for a thread of libuv.
  const reads = new PQueue({ concurrency: 1 });
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ storedBytes }) => storedBytes + ENTRY_OVERHEAD_BYTES,
    fetchMethod: async (name) => {
      const sha256 = (await lists.fetch('all'))?.get(name);
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
