import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import Negotiator from 'negotiator';
import type { CachedResponse } from './response-cache.ts';

/** A complete response. */
type Sendable = Pick<CachedResponse, 'body' | 'etag' | 'headers' | 'status' | 'compressed'>;

/**
 * Whether the client has the response already, so that 304 is enough (If-None-Match). Cache-Control is ignored: it is
 * for intermediate caches, and browsers send no-cache with `fetch` in the mode `no-store`.
 */
export const isNotModified = (request: FastifyRequest, { status, etag }: Sendable): boolean =>
  status === 200 && fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag });

export const acceptsBrotli = (request: FastifyRequest): boolean => new Negotiator(request).encodings(['br']).length > 0;

/** Sends a complete response, compressed if the client accepts that, or 304 if the client has it. */
export const sendResponse = (request: FastifyRequest, reply: FastifyReply, response: Sendable): FastifyReply => {
  const { status, headers, etag, compressed } = response;
  reply.headers(headers).header('etag', etag);
  if (isNotModified(request, response)) return reply.code(304).send();
  reply.code(status);
  if (compressed && acceptsBrotli(request)) return reply.header('content-encoding', 'br').send(compressed);
  return reply.send(response.body);
};
