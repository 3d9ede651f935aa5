import { PICTURE_WIDTHS } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { getNetwork } from '../platform/rate-limiter.ts';
import { refuseTooMany, sendRefusal } from '../platform/refusal.ts';
import { sendResponse } from '../platform/send-response.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { isMediaKey, MediaUnavailable, type Rendition } from '../ports/media/media.port.ts';
import type { Renditions } from '../ports/media/renditions.ts';

/** A key contains a hash of its picture, so the content of a URL never changes. */
const CACHE_FOREVER = 'public, max-age=31536000, immutable';
/** For a rendition in a fallback format, until the better one is generated. */
const CACHE_ONE_MINUTE = 'public, max-age=60';
/** No leading zero, so that each rendition has one URL. */
const FILE_NAME = /^([1-9]\d{2,3})\.(webp|avif)$/;

/**
 * A new picture takes several calls of its store, each with a time-out of its own. It is in memory for the next visitor. Encoding cannot use
 * up this time: the source is sent before.
 */
const PICTURE_TIMEOUT_MS = 12_000;

/**
 * Pictures that do not exist, which one network may request in a minute. Each takes two calls of the store, and pictures that do exist would
 * wait for them. Of a network above the limit only pictures in memory are sent.
 */
const MAX_MISSING = 300;
const MISSING_WINDOW_MS = 60_000;
const MAX_NETWORKS = 10_000;

/** Parses the path after `/media/`. @returns undefined if it does not name a rendition */
const parseRenditionPath = (path: string): Rendition | undefined => {
  const end = path.lastIndexOf('/');
  const key = path.slice(0, Math.max(end, 0));
  const [, digits, format] = FILE_NAME.exec(path.slice(end + 1)) ?? [];
  const width = PICTURE_WIDTHS.find((allowed) => allowed === Number(digits));
  if (!isMediaKey(key) || width === undefined) return undefined;
  return { key, width, format: format === 'avif' ? 'avif' : 'webp' };
};

const sendMissing = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send('There is no such picture.');

/**
 * Serves pictures: GET and HEAD /media/{key}/{width}.{webp|avif}; a key may contain slashes.
 * @param timeoutMs maximum time for one picture
 */
export const mediaRoutes = (
  app: FastifyInstance,
  { renditions }: { renditions: Renditions },
  timeoutMs = PICTURE_TIMEOUT_MS,
): void => {
  const createError = () => new MediaUnavailable(`the picture was not there within ${timeoutMs} ms`);
  const missing = new LRUCache<string, number>({ max: MAX_NETWORKS, ttl: MISSING_WINDOW_MS });
  // No rate limit of pictures that exist: a page loads dozens of them, and many shoppers share one address. Encoding and calls of the
  // store have limits of their own.
  const options = { config: { rateLimit: false as const }, schema: { hide: true } };
  app.get<{ Params: { '*': string } }>('/media/*', options, async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    const rendition = parseRenditionPath(request.params['*']);
    if (!rendition) return sendMissing(reply);
    const network = getNetwork(request.ip);
    const isLimited = (missing.get(network) ?? 0) >= MAX_MISSING;
    const found = isLimited
      ? renditions.getRecent(rendition)
      : await withTimeout(renditions.get(rendition), timeoutMs, createError);
    if (!found && isLimited) return sendRefusal(reply, refuseTooMany(missing.getRemainingTTL(network) / 1000));
    if (!found) {
      // The window of the first one stays.
      missing.set(network, (missing.get(network) ?? 0) + 1, { noUpdateTTL: true });
      return sendMissing(reply);
    }
    const { picture, provisional } = found;
    return sendResponse(request, reply, {
      body: picture.bytes,
      etag: picture.etag,
      headers: {
        'content-type': `image/${picture.format}`,
        'cache-control': provisional ? CACHE_ONE_MINUTE : CACHE_FOREVER,
      },
      status: 200,
      compressed: undefined,
    });
  });
};
