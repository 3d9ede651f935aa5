import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { refuse, sendRefusal } from '../platform/refusal.ts';
import { CachedResponse } from '../platform/response-cache.ts';
import { DOCUMENT_HEADERS } from '../platform/security-headers.ts';
import { acceptsBrotli, sendResponse } from '../platform/send-response.ts';

const DOCUMENT = 'index.html';

/**
 * The content security policy of the desk: its own scripts and styles only, and calls to its own origin, where its cookie is sent. Pictures
 * are also shown before they are uploaded (blob:) and drawn in the browser (data:).
 */
const contentSecurityPolicy = (imageSources: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...imageSources].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The headers of the desk's document, which is never stored with anything of a person. */
export const deskDocumentHeaders = ({ flagSources }: Pick<Config, 'flagSources'>): Record<string, string> => ({
  ...DOCUMENT_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  // Revalidated each time, so that a new release is found at once.
  'cache-control': 'no-cache',
  'content-security-policy': contentSecurityPolicy([...new Set(flagSources.map((address) => new URL(address).origin))]),
  'x-robots-tag': 'noindex',
});

/**
 * Serves the built desk (MERCHANT-3): one document for all of its addresses, and its files. Those with hashes in their names are cached
 * forever.
 */
export const serveDesk = async (app: FastifyInstance, folder: string, config: Config): Promise<void> => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isFile: true };
  });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
      .filter((path) => /^(?:assets\/|app\.webmanifest$)/.test(path) && !/\.(?:br|gz)$/.test(path)),
  );
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = relative(folder, path).startsWith('assets');
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  const document = new CachedResponse(await readFile(join(folder, DOCUMENT)), {
    ...deskDocumentHeaders(config),
    vary: 'accept-encoding',
  });
  const options = { schema: { hide: true } };
  const sendDocument = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!document.compressed && acceptsBrotli(request)) await document.compress();
    return sendResponse(request, reply, document);
  };
  app.get('/desk', options, sendDocument);
  app.get<{ Params: { '*': string } }>('/desk/*', options, (request, reply) => {
    const path = request.params['*'];
    if (files.has(path)) return reply.sendFile(path);
    return path.startsWith('assets/') ? sendRefusal(reply, refuse('not_found')) : sendDocument(request, reply);
  });
};
