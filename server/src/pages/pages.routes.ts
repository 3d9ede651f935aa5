import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { PREVIEW_PARAM } from '@sokuwa/contract/home/home.rules.ts';
import type { Cookies } from 'cookie';
import type { FastifyInstance } from 'fastify';
import { getBaseUrls, getForeignOrigin } from '../config.ts';
import { isApiPath } from '../platform/api-host.ts';
import type { Compression } from '../platform/brotli.ts';
import { Dependencies } from '../platform/dependencies.ts';
import { refuse, sendRefusal } from '../platform/refusal.ts';
import type { CachedResponse } from '../platform/response-cache.ts';
import { dependenciesOf } from '../platform/routes.ts';
import { acceptsBrotli, sendResponse } from '../platform/send-response.ts';
import type { ShopParts } from '../shop.ts';
import { crawlerRoutes } from './crawlers.routes.ts';
import { readDataSaver } from './data-saver.ts';
import { renderErrorPage } from './error-page.ts';
import { type FetchApi, type PageRenderer, toRenderedPage } from './page-renderer.ts';
import { toPageResponse, toRedirect } from './page-response.ts';
import { readVariant } from './page-variant.ts';
import { renderRefusalPage } from './refusal-page.ts';
import { RenderUnavailableError, ThreadEndedError } from './render-threads.ts';
import { workerRoute } from './worker.routes.ts';

export type PageFileParts = Pick<ShopParts, 'config' | 'db'> & {
  /** Marks calls of the server itself. */
  internalHeaders: Record<string, string>;
};

/** Renders pages and serves their files. */
export type Pages = {
  /** The service worker's script; undefined in development. */
  worker?: Buffer;
  /** Serves scripts, styles and public files, and the desk (docs/decisions/desk-application.md). */
  register(app: FastifyInstance, parts: PageFileParts): Promise<void>;
  render: PageRenderer;
};

type PageParts = Pick<
  ShopParts,
  'config' | 'db' | 'publicUrl' | 'identity' | 'sandbox' | 'read' | 'geo' | 'apiCache' | 'pageCache'
> &
  PageFileParts & { pages: Pages };

/** Pages whose URL contains a secret of one person. */
const PERSONAL_PAGES = /^\/(?:verify-email|reset-password|accounts|unsubscribe)(?:[/?]|$)/;

/** Whether the URL contains a secret of one person, or is a preview. Such pages are never cached. */
const isPersonalPage = (url: string): boolean => {
  const [path, query] = url.split('?', 2);
  return PERSONAL_PAGES.test(url) || (path === '/' && new URLSearchParams(query).has(PREVIEW_PARAM));
};

/**
 * Serves every URL that is neither an API call nor a file as a page. A page depends on its URL, the visitor's country and the data
 * saver, so all visitors get the same bytes.
 */
export const pageRoutes = async (app: FastifyInstance, shop: PageParts): Promise<void> => {
  const { config, publicUrl: origin, read, geo, apiCache, pageCache, pages, internalHeaders } = shop;
  const imageSources = [...new Set(config.flagSources.map((address) => new URL(address).origin))];
  const baseUrls = getBaseUrls(config);
  const callOrigins = [...new Set([baseUrls.api, baseUrls.countries].map(getForeignOrigin))].filter(
    (foreign) => foreign !== undefined,
  );
  const sources = { images: imageSources, calls: callOrigins };
  const site = {
    baseUrls,
    sellUrl: config.sellUrl,
    hasComponentPages: shop.sandbox.hasComponents,
    hasIdentityProvider: shop.identity !== undefined,
  };
  app.decorate('renderRefusalPage', renderRefusalPage);
  crawlerRoutes(app, { read, origin, apiBase: baseUrls.api });
  workerRoute(app, baseUrls, config.offlinePages ? pages.worker : undefined);
  await pages.register(app, shop);

  /** Calls of the API for one page, which then depends on what the responses depend on. */
  const fetchFor =
    (dependencies: Dependencies): FetchApi =>
    async (path, knownEtag) => {
      const url = API_PREFIX + path;
      const cached = apiCache.getByUrl(url);
      if (cached?.origin) {
        dependencies.addAll(cached.origin.dependencies);
        return { status: cached.status, etag: cached.etag, body: cached.etag === knownEtag ? undefined : cached.body };
      }
      const { statusCode: status, headers, rawPayload, raw } = await app.inject({ url, headers: internalHeaders });
      const known = dependenciesOf.get(raw.res);
      if (known) dependencies.addAll(known);
      else dependencies.areKnown = false;
      const etag = typeof headers.etag === 'string' ? headers.etag : undefined;
      return { status, etag, body: etag !== undefined && etag === knownEtag ? undefined : rawPayload };
    };

  const countryOf = async ({ country: chosen }: Cookies): Promise<string> =>
    chosen && /^[A-Z]{2}$/.test(chosen) && (await geo.quote(chosen)) ? chosen : geo.defaultCountry;

  const renderPage = async (
    path: string,
    visitorCountry: string,
    isDataSaverOn: boolean,
    dependencies: Dependencies,
    compression: Compression | undefined,
  ): Promise<CachedResponse> => {
    const { flagSources } = config;
    const isPersonal = isPersonalPage(path);
    const renderRequest = { path, country: visitorCountry, origin, ...site, flagSources, isDataSaverOn, compression };
    const page = await pages.render(renderRequest, fetchFor(dependencies)).catch((error: unknown) => {
      const isUnavailable = error instanceof RenderUnavailableError;
      const details = { err: error, ...(!isPersonal && { path }) };
      // It was the only page of the thread, so it would probably end the next one too.
      const hasEndedThread = error instanceof ThreadEndedError && !error.hadOthers;
      if (isUnavailable && !hasEndedThread) app.log.warn(details, 'a page was not rendered');
      else app.log.error(details, 'a page failed to render');
      const message = error instanceof Error ? error.message : String(error);
      const status = isUnavailable ? 503 : 500;
      return toRenderedPage([renderErrorPage(message)], { status, databaseUnavailable: false });
    });
    return toPageResponse(page, sources, isPersonal);
  };

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    // A missing file costs as little as an existing one, so no page is rendered for it.
    if (isApiPath(path) || path.startsWith('/assets/')) return sendRefusal(reply, refuse('not_found'));
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return sendRefusal(reply.header('allow', 'GET, HEAD'), refuse('method_not_allowed'));
    // A browser resolves "//host/…" to another site.
    if (path.startsWith('//')) return sendResponse(request, reply, toRedirect(request.url.replace(/^\/+/, '/'), 308));
    const { cookies, vary } = readVariant(request.headers, config.hasVariantHeader);
    const visitorCountry = await countryOf(cookies);
    const isDataSaverOn = readDataSaver(request.headers, cookies);
    const { url } = request;
    const key = `${visitorCountry}${isDataSaverOn ? ' data-saver' : ''} ${url}`;
    const wantsBrotli = acceptsBrotli(request);
    const render = (
      dependencies: Dependencies,
      compression: Compression | undefined = wantsBrotli ? 'small' : undefined,
    ) => renderPage(url, visitorCountry, isDataSaverOn, dependencies, compression);
    const page = isPersonalPage(url)
      ? await render(new Dependencies())
      : await pageCache.getOrCreate<never>(key, render);
    if (!page.compressed && wantsBrotli) await pageCache.compress(page);
    return sendResponse(request, reply.header('vary', vary), page);
  });
};
