import type { IncomingHttpHeaders } from 'node:http';
import { basename } from 'node:path';
import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { CachedResponse } from '../platform/response-cache.ts';
import { sendResponse } from '../platform/send-response.ts';
import { type Dictionaries, urlPatternOf } from './dictionaries.ts';

/** The hash of the dictionary that a browser has, in base64; undefined without one, or if the header is malformed. */
const readAvailableDictionary = ({ 'available-dictionary': value }: IncomingHttpHeaders): string | undefined =>
  typeof value === 'string' ? /^:([A-Za-z0-9+/]{43}=):$/.exec(value)?.[1] : undefined;

/**
 * Whether the requesting page may read the response, so that its length may depend on the dictionary (RFC 9842, section
 * 9.3.3). The files have no CORS headers, so pages of other sites may not.
 */
const isReadable = ({ 'sec-fetch-site': site, 'sec-fetch-mode': mode }: IncomingHttpHeaders): boolean =>
  site === undefined || site === 'same-origin' || mode === 'navigate' || mode === 'same-origin';

/** The headers by which a browser keeps the response as the dictionary of the file's next versions. */
export const dictionaryHeaders = (path: string): Record<string, string> => {
  const match = urlPatternOf(basename(path));
  return {
    vary: 'accept-encoding, available-dictionary',
    ...(match !== undefined && { 'use-as-dictionary': `match="${match}"` }),
  };
};

/** Headers of a script or style that is not read from a file. */
export const assetHeaders = (path: string): Record<string, string> => ({
  ...dictionaryHeaders(path),
  'content-type': `text/${path.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
});

/** Sends files compressed with an earlier version that the browser has; all other requests go to the next handler. */
export const sendDeltas = (app: FastifyInstance, dictionaries: Dictionaries): void => {
  app.addHook('onClose', () => dictionaries.close());
  app.addHook('preHandler', async (request, reply) => {
    const { headers, url } = request;
    const dictionary = readAvailableDictionary(headers);
    if (dictionary === undefined || !isReadable(headers) || !new Negotiator(request).encodings(['dcz']).length) return;
    const path = url.split('?', 1)[0] ?? '';
    const delta = await dictionaries.compress(basename(path), dictionary).catch((err: unknown) => {
      request.log.warn({ err }, 'a file is sent without a dictionary');
      return undefined;
    });
    if (!delta) return;
    const response = new CachedResponse(delta, {
      ...assetHeaders(path),
      'content-encoding': 'dcz',
      // Private: a shared cache that ignores Vary would send it to browsers without the dictionary.
      'cache-control': 'private, max-age=31536000, immutable',
    });
    return sendResponse(request, reply, response);
  });
};
