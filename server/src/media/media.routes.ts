import { PICTURE_WIDTHS } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { KeyedQueue } from '../platform/keyed-queue.ts';
import { getNetwork } from '../platform/rate-limiter.ts';
import { isRefused, sendRefusal } from '../platform/refusal.ts';
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
 * A new picture takes several calls of its store, each with a time-out of its own. It is in memory for the next visitor. Encoding does not
 * use this time up: the source is sent before.
 */
const PICTURE_TIMEOUT_MS = 12_000;

/** Pictures of one network that are read or encoded at the same time, and that wait, so that one network cannot take all calls of the store. */
const NETWORK_READS = { maxRunning: 20, maxWaiting: 200 };

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
  const reads = new KeyedQueue<string>(NETWORK_READS);
  /** Reads a picture that is not in memory, when it is the network's turn. */
  const read = (ip: string, rendition: Rendition) => {
    const deadline = performance.now() + timeoutMs;
    const reading = reads.run(getNetwork(ip), async () => {
      // Nobody waits for it any more.
      if (performance.now() > deadline) throw createError();
      return renditions.get(rendition);
    });
    return withTimeout(reading, timeoutMs, createError);
  };
  // No limit of requests: a page loads dozens of pictures, and many shoppers share one address.
  const options = { config: { rateLimit: false as const }, schema: { hide: true } };
  app.get<{ Params: { '*': string } }>('/media/*', options, async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    const rendition = parseRenditionPath(request.params['*']);
    if (!rendition) return sendMissing(reply);
    const found = renditions.getRecent(rendition) ?? (await read(request.ip, rendition));
    if (isRefused(found)) return sendRefusal(reply, found);
    if (!found) return sendMissing(reply);
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
