import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Config, getBaseUrls, getForeignOrigin } from '../config.ts';

/** How long browsers may cache a preflight; Chromium's maximum is two hours. */
const PREFLIGHT_MAX_AGE_SECONDS = 7200;

/** Whether the server serves the path as part of the API. */
export const isApiPath = (path: string): boolean => path === API_PREFIX || path.startsWith(`${API_PREFIX}/`);

/** Whether the request is an API call, however its path is written: the router decodes it and ignores double slashes. */
export const isApiCall = ({ routeOptions, url }: FastifyRequest): boolean =>
  isApiPath(routeOptions.url ?? url.split('?', 1)[0] ?? '');

/**
 * Maps URLs below the configured base URL to /backend (API-3): by path on the shop's own origin, by host and path on
 * another origin, where a path may equal that of a page.
 * @returns a function that maps a request's path and query, given its Host header
 */
export const createApiMapping = (config: Config): ((url: string, host: string | undefined) => string) => {
  const { api } = getBaseUrls(config);
  const isForeign = getForeignOrigin(api) !== undefined;
  const { host: apiHost, pathname, protocol } = new URL(api, 'http://shop.invalid');
  const defaultPort = protocol === 'https:' ? /:443$/ : /:80$/;
  const segments = pathname.split('/').filter(Boolean);
  if (segments.join('/') === API_PREFIX.slice(1)) return (url) => url;
  // Accept repeated slashes, as in all paths of the API.
  const prefix = new RegExp(`^${segments.map((segment) => `/+${segment.replaceAll('.', '\\.')}`).join('')}(?=[/?]|$)`);
  return (url, host) => {
    // /backend is served at every host, because the page of the API description loads its files there.
    const isServed = isApiPath(url) || (isForeign && host?.toLowerCase().replace(defaultPort, '') !== apiHost);
    return isServed ? url : url.replace(prefix, API_PREFIX);
  };
};

/**
 * Responds to preflights of the shop's pages if the API is on another origin. They are not rate limited: a response
 * costs less than counting, and the calls themselves are counted.
 */
export const respondToPreflights = (app: FastifyInstance, config: Config): void => {
  if (getForeignOrigin(getBaseUrls(config).api) === undefined) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url, headers } = request;
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined || !isApiPath(url))
      return done();
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': '*',
        // The wildcard does not cover Authorization (Fetch Standard).
        'access-control-allow-headers': '*, authorization',
        'access-control-max-age': PREFLIGHT_MAX_AGE_SECONDS,
      })
      .send();
  });
};
