import { refusals } from '@sokuwa/contract/refusals.ts';
import { CachedResponse } from '../platform/response-cache.ts';
import { DOCUMENT_HEADERS } from '../platform/security-headers.ts';
import type { RenderedPage } from './page-renderer.ts';

/**
 * Other origins that the content security policy allows: for pictures, and for calls of the API and the countries
 * service.
 */
type ForeignSources = { images: readonly string[]; calls: readonly string[] };

/**
 * The content security policy of a page: scripts and styles of the shop's files, and its own inline ones by hash. Unlike a nonce, a hash
 * stays valid when the same bytes are sent again (docs/decisions/rendered-pages.md).
 */
const contentSecurityPolicy = ({ scripts, styles }: RenderedPage, sources: ForeignSources): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    ["img-src 'self' data:", ...sources.images].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...sources.calls].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Builds the response of a page. Shared caches may store it briefly, by URL, country and data saver.
 * @param isPersonal whether its URL contains a secret of one person; it must then not be cached
 */
export const toPageResponse = (page: RenderedPage, sources: ForeignSources, isPersonal: boolean): CachedResponse => {
  if (page.location !== undefined) return toRedirect(page.location, page.status);
  // A page that failed without the database is temporarily unavailable, so crawlers come back.
  const status = page.databaseUnavailable && page.status >= 500 ? refusals.database_unavailable.status : page.status;
  const headers = {
    ...DOCUMENT_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'cache-control':
      status === 200 && !isPersonal ? 'public, max-age=0, s-maxage=15, stale-while-revalidate=30' : 'no-store',
    ...(status === 503 && { 'retry-after': '2' }),
    'content-security-policy': contentSecurityPolicy(page, sources),
  };
  const body = Buffer.from(page.body.buffer);
  return page.isCompressed
    ? CachedResponse.fromCompressed(body, headers, status, page.etag)
    : new CachedResponse(body, headers, status, page.etag);
};

/** A redirect within the shop. */
export const toRedirect = (location: string, status: number): CachedResponse =>
  new CachedResponse(Buffer.alloc(0), { ...DOCUMENT_HEADERS, location, 'cache-control': 'no-store' }, status);
