import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { refusals } from '@sokuwa/contract/refusals.ts';
import { CachedResponse } from '../platform/response-cache.ts';
import { DOCUMENT_HEADERS } from '../platform/security-headers.ts';
import type { MadePage } from './page-maker.ts';

const brotli = promisify(brotliCompress);

/**
 * The policy of one page: only its own files and exactly the inline scripts it holds may run, each named by its hash.
 * A hash does what a nonce does, and stays true when the same bytes are sent again (docs/decisions/rendered-pages.md).
 */
const pagePolicy = (scripts: readonly string[], imageSources: readonly string[]): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self'",
    ["img-src 'self' data:", ...imageSources].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * A page as it is sent; shared caches may keep it for moments, by address, country and whether data is saved.
 * @param personal whether its address is for one person alone: then nobody may keep it
 */
export const finishPage = (page: MadePage, imageSources: readonly string[], personal: boolean): CachedResponse => {
  if (page.location !== undefined) return movedPage(page.location, page.status);
  // The page failed because the database is away: not our fault for long, and crawlers should come back.
  const status = page.away && page.status >= 500 ? refusals.database_unavailable.status : page.status;
  const headers = {
    ...DOCUMENT_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'cache-control':
      status === 200 && !personal ? 'public, max-age=0, s-maxage=15, stale-while-revalidate=30' : 'no-store',
    'content-security-policy': pagePolicy(page.scripts, imageSources),
    vary: 'accept-encoding, cookie, save-data',
  };
  return new CachedResponse(Buffer.from(page.body.buffer), headers, status, page.etag);
};

/** In place of a page that is found elsewhere in the shop. */
export const movedPage = (location: string, status: number): CachedResponse =>
  new CachedResponse(Buffer.alloc(0), { ...DOCUMENT_HEADERS, location, 'cache-control': 'no-store' }, status);

/** Compresses the page for those who can read it so; quick rather than small, since a first visitor waits for it. */
export const compressPage = async (page: CachedResponse): Promise<void> => {
  page.compressed ??= {
    encoding: 'br',
    body: await brotli(page.body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    }),
  };
};
