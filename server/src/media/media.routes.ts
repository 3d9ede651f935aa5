import { PICTURE_WIDTHS } from '@sokuwa/contract/catalog/catalog.rules.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendResponse } from '../platform/send-response.ts';
import { isMediaKey, type Rendition } from '../ports/media/media.port.ts';
import type { Renditions } from '../ports/media/renditions.ts';

/** Keys carry a hash of their picture, so what is under an address never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Seconds until a browser asks again whether the better format is ready. */
const FOR_NOW = 'public, max-age=60';
/** Digits of a width, no leading zero: one picture has one address. */
const FILE = /^([1-9]\d{2,3})\.(webp|avif)$/;

/** What the address after `/media/` asks for, or undefined when it can be none of ours. */
const parseAddress = (path: string): Rendition | undefined => {
  const end = path.lastIndexOf('/');
  const key = path.slice(0, Math.max(end, 0));
  const [, digits, format] = FILE.exec(path.slice(end + 1)) ?? [];
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

/** Pictures: GET and HEAD /media/{key}/{width}.{webp|avif}; the key may have slashes. */
export const mediaRoutes = (app: FastifyInstance, { renditions }: { renditions: Renditions }): void => {
  // A page asks for dozens of pictures, and many shoppers share a carrier's address; making them is bounded by itself.
  const options = { config: { rateLimit: false as const }, schema: { hide: true } };
  app.get<{ Params: { '*': string } }>('/media/*', options, async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    const asked = parseAddress(request.params['*']);
    const sent = asked && (await renditions.get(asked));
    if (!sent) return sendMissing(reply);
    const { picture, provisional } = sent;
    return sendResponse(request, reply, {
      body: picture.bytes,
      etag: picture.etag,
      headers: { 'content-type': `image/${picture.format}`, 'cache-control': provisional ? FOR_NOW : FOR_EVER },
      status: 200,
      compressed: undefined,
    });
  });
};
