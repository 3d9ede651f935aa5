import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import type { Cookies } from 'cookie';
import type { FastifyInstance } from 'fastify';
import '@fastify/rate-limit';
import type { Config } from '../config.ts';
import type { Geo } from '../geo/index.ts';
import { readCookies } from '../platform/cookies.ts';
import type { Reads } from '../platform/reads.ts';
import { refuse, sendRefusal } from '../platform/refusal.ts';
import type { CachedResponse, ResponseCache } from '../platform/response-cache.ts';
import { acceptsBrotli, sendResponse } from '../platform/send-response.ts';
import { crawlerRoutes } from './crawlers.routes.ts';
import { failedPage } from './failed-page.ts';
import { compressPage, finishPage, movedPage } from './page-cache.ts';
import { type Ask, type MakePage, madePage } from './page-maker.ts';
import { wantsSaving } from './visitor.ts';
import { workerRoute } from './worker.routes.ts';

/** What makes pages and serves their files. */
export type Pages = {
  /** The service worker's script; none while pages are worked on. */
  worker?: Buffer;
  /** Serves scripts, styles and public files. */
  register(app: FastifyInstance): Promise<void>;
  make: MakePage;
};

type Deps = {
  config: Config;
  reads: Reads;
  geo: Geo;
  pages: Pages;
  /** Finished pages. */
  cache: ResponseCache;
  /** Finished answers of the API. */
  answers: ResponseCache;
  /** Marks the server's own calls. */
  internalHeaders: Record<string, string>;
};

/** Pages whose address carries what was mailed or answered to one person alone: they are made anew, and kept nowhere. */
const PERSONAL = /^\/(?:verify-email|reset-password|accounts|unsubscribe)(?:[/?]|$)/;

/**
 * Everything that is neither a call nor a file is a page. A page is rendered from its address, the visitor's country and
 * whether data is saved, never from who asks, so the same bytes serve everybody.
 */
export const pageRoutes = async (app: FastifyInstance, deps: Deps): Promise<void> => {
  const { config, reads, geo, pages, cache, answers, internalHeaders } = deps;
  const origin = config.publicUrl ?? `http://localhost:${config.port}`;
  const imageSources = [...new Set(config.flagSources.map((address) => new URL(address).origin))];
  crawlerRoutes(app, { reads, origin });
  workerRoute(app, config.offlinePages ? pages.worker : undefined);
  await pages.register(app);

  const ask: Ask = async (call, known) => {
    const url = API_PREFIX + call;
    const kept = answers.getByUrl(url);
    if (kept) return { status: kept.status, etag: kept.etag, body: kept.etag === known ? undefined : kept.body };
    const { statusCode: status, headers, rawPayload } = await app.inject({ url, headers: internalHeaders });
    const etag = typeof headers.etag === 'string' ? headers.etag : undefined;
    return { status, etag, body: etag !== undefined && etag === known ? undefined : rawPayload };
  };

  const countryOf = async ({ country: chosen }: Cookies): Promise<string> => {
    return chosen && /^[A-Z]{2}$/.test(chosen) && (await geo.quote(chosen)) ? chosen : geo.defaultCountry;
  };

  const makePage = async (path: string, visitorCountry: string, saving: boolean): Promise<CachedResponse> => {
    const { sandbox, flagSources } = config;
    const personal = PERSONAL.test(path);
    // Only what a page may depend on goes in: nothing of who asks.
    const order = { path, country: visitorCountry, origin, sandbox, flagSources, saving };
    const page = await pages.make(order, ask).catch((error: unknown) => {
      app.log.error({ err: error, ...(!personal && { path }) }, 'a page broke while it was rendered');
      return madePage(failedPage, { status: 500, away: false });
    });
    return finishPage(page, imageSources, personal);
  };

  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (path === API_PREFIX || path.startsWith(`${API_PREFIX}/`)) return sendRefusal(reply, refuse('not_found'));
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendRefusal(reply, refuse('method_not_allowed'));
    // "//host/…" is the address of another site to whoever resolves it.
    if (path.startsWith('//')) return sendResponse(request, reply, movedPage(request.url.replace(/^\/+/, '/'), 308));
    const cookies = readCookies(request.headers);
    const visitorCountry = await countryOf(cookies);
    const saving = wantsSaving(request.headers, cookies);
    const key = `${visitorCountry}${saving ? ' saving' : ''} ${request.url}`;
    const make = () => makePage(request.url, visitorCountry, saving);
    const page = PERSONAL.test(request.url)
      ? await make()
      : (cache.get(key) ?? (await cache.getOrCreate<never>(key, make)));
    if (!page.compressed && acceptsBrotli(request)) await compressPage(page);
    return sendResponse(request, reply, page);
  });
};
