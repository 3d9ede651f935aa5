import type { FastifyInstance } from 'fastify';
import { REQUEST_ID_HEADER } from './errors.ts';
import type { CachedResponse, ResponseCache } from './response-cache.ts';
import { acceptsBrotli, isNotModified } from './send-response.ts';

/** A flat array of names and values for writeHead(): [name, value, name, value, …]. */
type WireHeaders = (string | number)[];

/**
 * Sends a response that is cached under exactly the requested URL, before any other processing: the request was parsed and
 * validated when the response was created. Sending it costs less than counting the request, so rate limits don't apply.
 * @param commonHeaders headers that every response carries
 */
export const sendCachedResponses = (
  app: FastifyInstance,
  cache: ResponseCache,
  commonHeaders: Record<string, string>,
): void => {
  const headersByBody = new WeakMap<Buffer, WireHeaders>();
  const wireHeaders = (response: CachedResponse, body: Buffer): WireHeaders => {
    let headers = headersByBody.get(body);
    if (!headers) {
      headers = Object.entries({ ...commonHeaders, ...response.headers, etag: response.etag }).flat();
      headers.push('content-length', body.length);
      if (body === response.compressed) headers.push('content-encoding', 'br');
      headersByBody.set(body, headers);
    }
    return headers;
  };
  app.decorateReply('fromCache', false);
  app.addHook('onRequest', (request, reply, done) => {
    const response = request.method === 'GET' ? cache.getByUrl(request.url) : undefined;
    if (!response) return done();
    const body = response.compressed && acceptsBrotli(request) ? response.compressed : response.body;
    reply.hijack();
    reply.fromCache = true;
    const { id } = request;
    // All headers at once: after setHeader(), writeHead() would set each of them on its own.
    if (isNotModified(request, response))
      reply.raw
        .writeHead(304, { ...commonHeaders, ...response.headers, etag: response.etag, [REQUEST_ID_HEADER]: id })
        .end();
    else reply.raw.writeHead(response.status, [...wireHeaders(response, body), REQUEST_ID_HEADER, id]).end(body);
  });
};
