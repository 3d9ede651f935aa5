import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import { API_PREFIX, STORE_HEADER } from '@sokuwa/contract/endpoint.ts';
import { getDeskSession } from '@sokuwa/contract/staff/desk-access.endpoints.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { refuse, sendRefusal } from '../platform/refusal.ts';
import { CachedResponse } from '../platform/response-cache.ts';
import { DOCUMENT_HEADERS } from '../platform/security-headers.ts';
import { acceptsBrotli, sendResponse } from '../platform/send-response.ts';
import { type DeskRenderRequest, type FetchApi, type RenderedPage, toSource } from './page-renderer.ts';
import type { PageFileParts } from './pages.routes.ts';

const DOCUMENT = 'index.html';

/** What a document contains itself, by hash. */
type InlineSources = { scriptSources: readonly string[]; styleSources?: readonly string[] };

/**
 * The content security policy of the desk: its own scripts and styles only, and calls to its own origin, where its cookie is sent. Pictures
 * are also shown before they are uploaded (blob:) and drawn in the browser (data:).
 */
const contentSecurityPolicy = ({
  imageSources,
  scriptSources,
  styleSources = [],
}: { imageSources: readonly string[] } & InlineSources): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scriptSources].join(' '),
    ["style-src 'self'", ...styleSources].join(' '),
    ["img-src 'self' data: blob:", ...imageSources].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The script that remembers presses (ui/src/early-presses-script.ts). Scripts with data or an address do not match. */
const findInlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);

/** The headers of the desk's document. */
const deskDocumentHeaders = (
  { flagSources }: Pick<Config, 'flagSources'>,
  inline: InlineSources,
): Record<string, string> => ({
  ...DOCUMENT_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  // Revalidated each time, so that a new release is found at once.
  'cache-control': 'no-cache',
  'content-security-policy': contentSecurityPolicy({
    imageSources: [...new Set(flagSources.map((address) => new URL(address).origin))],
    ...inline,
  }),
  'x-robots-tag': 'noindex',
});

/** The pages that the server renders, which the desk opens with: Today of a merchant, and the operators' overview. The browser renders the others. */
const RENDERED_ROUTES = ['/desk/store/:storeId', '/desk/market'];
const STORE_ID = /^\d{1,9}$/;
/** Pages of the desk that are rendered at the same time, so that those of shoppers always get a thread. */
const MAX_RENDERED = 20;
/** After this time the browser renders the page: it shows at once that it loads. */
const MAX_RENDER_MS = 1000;

/**
 * The document around a page that the server has rendered. It contains the stylesheet, and its scripts come after the page: what shows first waits for
 * nothing else, and does not share a slow line with the scripts. The data is in the page, so nothing is preloaded.
 * @returns also the sources of the styles, for the content security policy
 */
const splitDocument = async (
  html: string,
  folder: string,
): Promise<{ parts: DeskRenderRequest['document']; styleSources: string[] }> => {
  const scripts = html.match(/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g) ?? [];
  const [link, file] = /<link rel="stylesheet"[^>]* href="\/desk\/([^"]+)"[^>]*>/.exec(html) ?? [];
  const styles = file === undefined ? '' : await readFile(join(folder, file), 'utf8');
  const rest = [...scripts, link ?? ''].reduce((text, part) => text.replace(part, ''), html);
  const [start = '', end = ''] = rest.replace(/<!--.*?-->|<link rel="preload"[^>]*>/g, '').split('<div id="desk">', 2);
  return {
    parts: [
      `${start.replace('</head>', () => `<style>${styles}</style></head>`)}<div id="desk">`,
      end.replace('</body>', `${scripts.join('')}</body>`),
    ],
    styleSources: [toSource(styles)],
  };
};

type DeskParts = Pick<PageFileParts, 'config' | 'internalHeaders'> & {
  render: (request: DeskRenderRequest, fetchApi: FetchApi) => Promise<RenderedPage>;
};

/**
 * Serves the built desk (MERCHANT-3): one document for all of its addresses, and its files. Those with hashes in their names are cached
 * forever.
 */
export const serveDesk = async (
  app: FastifyInstance,
  folder: string,
  { config, internalHeaders, render }: DeskParts,
): Promise<void> => {
  app.addHook('onRoute', (route) => {
    if (!RENDERED_ROUTES.includes(route.url)) route.config = { ...route.config, isFile: true };
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
  const html = await readFile(join(folder, DOCUMENT), 'utf8');
  const vary = 'accept-encoding, cookie';
  const scriptSources = findInlineScripts(html).map(toSource);
  const document = new CachedResponse(Buffer.from(html), { ...deskDocumentHeaders(config, { scriptSources }), vary });
  const { parts, styleSources } = await splitDocument(html, folder);
  const personalHeaders = {
    ...deskDocumentHeaders(config, { scriptSources, styleSources }),
    vary,
    'cache-control': 'private, no-store',
  };

  let rendering = 0;
  /**
   * A page for the person whose session is in the request.
   * @param storeId undefined: a page of the operators
   * @returns undefined without a session, or if it fails or takes too long: the browser renders it then
   */
  const renderFor = async (
    request: FastifyRequest,
    storeId: string | undefined,
  ): Promise<CachedResponse | undefined> => {
    if (app.desk.readKey(request.headers) === undefined || rendering >= MAX_RENDERED) return undefined;
    if (storeId !== undefined && !STORE_ID.test(storeId)) return undefined;
    const callHeaders = {
      ...internalHeaders,
      cookie: request.headers.cookie,
      ...(storeId !== undefined && { [STORE_HEADER]: storeId }),
    };
    const fetchApi: FetchApi = async (url) => {
      const { statusCode, rawPayload } = await app.inject({ url: API_PREFIX + url, headers: callHeaders });
      return { status: statusCode, etag: undefined, body: rawPayload };
    };
    // An invented key takes no thread.
    const session = await fetchApi(getDeskSession.path, undefined);
    if (session.status !== 200) return undefined;
    const compression = acceptsBrotli(request) ? 'small' : undefined;
    rendering += 1;
    const rendered = render({ path: request.url, compression, document: parts }, async (url, etag) =>
      url === getDeskSession.path ? session : fetchApi(url, etag),
    )
      .catch((err: unknown) => {
        request.log.warn({ err }, 'a page of the desk was not rendered');
        return undefined;
      })
      .finally(() => {
        rendering -= 1;
      });
    const page = await Promise.race([rendered, wait(MAX_RENDER_MS, undefined, { ref: false })]);
    if (page?.status !== 200) return undefined;
    const body = Buffer.from(page.body.buffer);
    return page.isCompressed
      ? CachedResponse.fromCompressed(body, personalHeaders, 200, page.etag)
      : new CachedResponse(body, personalHeaders, 200, page.etag);
  };

  const options = { schema: { hide: true } };
  const sendDocument = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!document.compressed && acceptsBrotli(request)) await document.compress();
    return sendResponse(request, reply, document);
  };
  for (const route of RENDERED_ROUTES)
    app.get<{ Params: { storeId?: string } }>(route, options, async (request, reply) => {
      const page = await renderFor(request, request.params.storeId);
      return page ? sendResponse(request, reply, page) : sendDocument(request, reply);
    });
  app.get('/desk', options, sendDocument);
  app.get<{ Params: { '*': string } }>('/desk/*', options, (request, reply) => {
    const path = request.params['*'];
    if (files.has(path)) return reply.sendFile(path);
    return path.startsWith('assets/') ? sendRefusal(reply, refuse('not_found')) : sendDocument(request, reply);
  });
};
