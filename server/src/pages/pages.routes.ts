import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { refusals } from '@sokuwa/contract/refusals.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import '@fastify/rate-limit';
import type { Config } from '../config.ts';
import type { Geo } from '../geo/index.ts';
import type { AnswerCache, Finished } from '../platform/answer-cache.ts';
import { readCookie } from '../platform/cookies.ts';
import type { Reads } from '../platform/reads.ts';
import { refuse, sendRefusal } from '../platform/refusal.ts';
import { acceptsEncoding, sendFinished } from '../platform/routes.ts';
import { crawlerRoutes } from './crawlers.routes.ts';
import { failedPage } from './failed-page.ts';
import { compressPage, finishPage, movedPage } from './page-cache.ts';
import { wantsSaving } from './visitor.ts';
import { workerRoute } from './worker.routes.ts';

/** How the pages reach the API: in process on the server, over HTTP in the browser. */
export type Transport = (call: { method: string; url: string }) => Promise<{ status: number; body: unknown }>;
export type PageContext = {
  send: Transport;
  country: string;
  origin: string;
  sandbox: boolean;
  /** Where flags are looked for after the shop's own, with {code} in place of the country. */
  flagSources: readonly string[];
  /** Whether the visitor wants few bytes: smaller pictures, nothing that plays by itself. */
  saving: boolean;
};

/** What renders pages and serves their files. */
export type Pages = {
  /** The service worker's script; none while pages are worked on. */
  worker?: Buffer;
  /** Serves scripts, styles and public files. */
  register(app: FastifyInstance): Promise<void>;
  /** `location` is set where the page is to be found elsewhere in the shop. */
  render(path: string, context: PageContext): Promise<{ status: number; html: string; location?: string }>;
};

type Deps = {
  config: Config;
  reads: Reads;
  geo: Geo;
  pages: Pages;
  /** Finished pages. */
  cache: AnswerCache;
  /** Finished answers of the API. */
  answers: AnswerCache;
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

  // What is kept is read once, for all pages; none of them changes it.
  const values = new WeakMap<Finished, unknown>();
  const readOnce = (kept: Finished): unknown => {
    const value = values.get(kept) ?? JSON.parse(kept.body.toString());
    values.set(kept, value);
    return value;
  };
  const send: Transport = async (call) => {
    const url = API_PREFIX + call.url;
    const kept = answers.at(url);
    if (kept) return { status: kept.status, body: readOnce(kept) };
    const answer = await app.inject({ method: 'GET', url, headers: internalHeaders });
    return { status: answer.statusCode, body: answer.json() };
  };

  const country = async (request: FastifyRequest): Promise<string> => {
    const chosen = readCookie(request.headers, 'country');
    return chosen && /^[A-Z]{2}$/.test(chosen) && (await geo.quote(chosen)) ? chosen : geo.defaultCountry;
  };

  const render = async (path: string, visitorCountry: string, saving: boolean): Promise<Finished> => {
    let away = false;
    const watched: Transport = async (call) => {
      const answer = await send(call);
      away ||= answer.status === refusals.database_away.status;
      return answer;
    };
    const { sandbox, flagSources } = config;
    // Only what a page may depend on goes in: nothing of who asks.
    const context = { send: watched, country: visitorCountry, origin, sandbox, flagSources, saving };
    const page = await pages.render(path, context).catch((error: unknown) => {
      app.log.error({ err: error, ...(!PERSONAL.test(path) && { path }) }, 'a page broke while it was rendered');
      return { status: 500, html: failedPage, location: undefined };
    });
    if (page.location !== undefined) return movedPage(page.location, page.status);
    // The page failed because the database is away: not our fault for long, and crawlers should come back.
    const status = away && page.status >= 500 ? refusals.database_away.status : page.status;
    return finishPage(page.html, status, imageSources, PERSONAL.test(path));
  };

  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (path === API_PREFIX || path.startsWith(`${API_PREFIX}/`)) return sendRefusal(reply, refuse('not_found'));
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendRefusal(reply, refuse('method_not_allowed'));
    // "//host/…" is the address of another site to whoever resolves it.
    if (path.startsWith('//')) return sendFinished(request, reply, movedPage(request.url.replace(/^\/+/, '/'), 308));
    const visitorCountry = await country(request);
    const saving = wantsSaving(request.headers);
    const key = `${visitorCountry}${saving ? ' saving' : ''} ${request.url}`;
    const make = () => render(request.url, visitorCountry, saving);
    const page = PERSONAL.test(request.url) ? await make() : (cache.get(key) ?? (await cache.getOr<never>(key, make)));
    if (!page.encoded && acceptsEncoding(request, 'br')) await compressPage(page);
    return sendFinished(request, reply, page);
  });
};
