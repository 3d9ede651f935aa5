import type { IncomingHttpHeaders } from 'node:http';
import { basename } from 'node:path';
import type { FastifyInstance } from 'fastify';
import Negotiator from 'negotiator';
import { sendResponse } from '../platform/send-response.ts';
import type { Dictionaries } from './dictionaries.ts';

/** The hash of the dictionary that a browser has, in base64; undefined without one, or if the header is malformed. */
const readAvailableDictionary = ({ 'available-dictionary': value }: IncomingHttpHeaders): string | undefined =>
  typeof value === 'string' ? /^:([A-Za-z0-9+/]{43}=):$/.exec(value)?.[1] : undefined;

/**
 * Whether the requesting page may read the response, so that its length may depend on the dictionary (RFC 9842, section
 * 9.3.3). The files have no CORS headers, so pages of other sites may not.
 */
const isReadable = ({ 'sec-fetch-site': site, 'sec-fetch-mode': mode }: IncomingHttpHeaders): boolean =>
  site === undefined || site === 'same-origin' || mode === 'navigate' || mode === 'same-origin';

/** Sends files compressed with an earlier version that the browser has; all other requests go to the next handler. */
export const sendDeltas = (app: FastifyInstance, dictionaries: Dictionaries): void => {
  app.addHook('onClose', () => dictionaries.close());
  app.addHook('preHandler', async (request, reply) => {
    const { headers, url } = request;
    const dictionary = readAvailableDictionary(headers);
    if (dictionary === undefined || !isReadable(headers) || !new Negotiator(request).encodings(['dcz']).length) return;
    const name = basename(url.split('?', 1)[0] ?? '');
    const response = await dictionaries.compress(name, dictionary).catch((err: unknown) => {
      request.log.warn({ err }, 'a file is sent without a dictionary');
      return undefined;
    });
    if (response) return sendResponse(request, reply, response);
  });
};
