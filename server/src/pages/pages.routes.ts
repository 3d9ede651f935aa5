import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { refusals } from '@sokuwa/contract/refusals.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import '@fastify/rate-limit';
import type { Config } from '../config.ts';
import type { Geo } from '../geo/index.ts';
import type { AnswerCache, Finished } from '../platform/answer-cache.ts';
import type { Database } from '../platform/database.ts';
import { refuse } from '../platform/refusal.ts';
import { acceptsEncoding, sendFinished, sendRefusal } from '../platform/routes.ts';
import { crawlerRoutes } from './crawlers.routes.ts';
import { compressPage, finishPage } from './page-cache.ts';

/** How the pages reach the API: in process on the server, over HTTP in the browser. */
export type Transport = (call: { method: string; url: string }) => Promise<{ status: number; body: unknown }>;
export type PageContext = {
  send: Transport;
  country: string;
  origin: string;
  sandbox: boolean;
  /** Where flags are looked for after the shop's own, with {code} in place of the country. */
  flagSources: readonly string[];
};

/** What renders pages and serves their files. */
export type Pages = {
  /** Serves scripts, styles and public files. */
  register(app: FastifyInstance): Promise<void>;
  render(request: Request, context: PageContext): Promise<Response>;
};

type Deps = {
  config: Config;
  db: Database;
  geo: Geo;
  pages: Pages;
  cache: AnswerCache;
  /** Marks the server's own calls. */
  internalHeaders: Record<string, string>;
};

const cookie = (request: FastifyRequest, name: string): string | undefined =>
  request.headers.cookie?.match(new RegExp(`(?:^|;\\s*)${name}=([^;]*)`))?.[1];

/**
 * Everything that is neither a call nor a file is a page. A page is rendered from its address and the visitor's country
 * alone, never from who asks, so the same bytes serve everybody.
 */
export const pageRoutes = async (app: FastifyInstance, deps: Deps): Promise<void> => {
  const { config, db, geo, pages, cache, internalHeaders } = deps;
  const origin = config.publicUrl ?? `http://localhost:${config.port}`;
  const imageSources = [...new Set(config.flagSources.map((address) => new URL(address).origin))];
  crawlerRoutes(app, { db, origin });
  await pages.register(app);

  const send: Transport = async ({ method, url }) => {
    const answer = await app.inject({ method: method as 'GET', url: API_PREFIX + url, headers: internalHeaders });
    return { status: answer.statusCode, body: answer.json() };
  };

  const country = async (request: FastifyRequest): Promise<string> => {
    const chosen = cookie(request, 'country');
    return chosen && /^[A-Z]{2}$/.test(chosen) && (await geo.quote(chosen)) ? chosen : geo.defaultCountry;
  };

  const render = async (path: string, visitorCountry: string): Promise<Finished> => {
    // Only what a page may depend on goes in: no cookies, no Accept header to disagree about.
    const request = new Request(new URL(path, origin), { headers: { accept: 'text/html' } });
    let away = false;
    const watched: Transport = async (call) => {
      const answer = await send(call);
      away ||= answer.status === refusals.database_away.status;
      return answer;
    };
    const { sandbox, flagSources } = config;
    const response = await pages.render(request, {
      send: watched,
      country: visitorCountry,
      origin,
      sandbox,
      flagSources,
    });
    // The page failed because the database is away: not our fault for long, and crawlers should come back.
    const status = away && response.status >= 500 ? refusals.database_away.status : response.status;
    return finishPage(Buffer.from(await response.arrayBuffer()), status, imageSources);
  };

  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (path === API_PREFIX || path.startsWith(`${API_PREFIX}/`)) return sendRefusal(reply, refuse('not_found'));
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendRefusal(reply, refuse('method_not_allowed'));
    // "//host/…" is the address of another site to whoever resolves it.
    if (path.startsWith('//') || path.includes('\\')) return sendRefusal(reply, refuse('not_found'));
    const visitorCountry = await country(request);
    const key = `${visitorCountry} ${request.url}`;
    const page = cache.get(key) ?? (await cache.getOr<never>(key, () => render(request.url, visitorCountry)));
    if (!page.encoded && acceptsEncoding(request, 'br')) await compressPage(page);
    return sendFinished(request, reply, page);
  });
};
