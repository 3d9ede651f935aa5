import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { Finished } from '../platform/answer-cache.ts';
import { DOCUMENT_HEADERS } from '../platform/security-headers.ts';

const brotli = promisify(brotliCompress);

/**
 * The texts of a page's inline scripts. Data blocks (JSON-LD) don't run and need no leave; React writes "</script" within
 * a script's text in another way, so the next one ends it.
 */
function* inlineScripts(html: string): Generator<string> {
  for (let at = html.indexOf('<script'); at >= 0; at = html.indexOf('<script', at)) {
    const text = html.indexOf('>', at) + 1;
    const end = html.indexOf('</script>', text);
    const tag = html.slice(at, text);
    if (end > text && !tag.includes(' src=') && !tag.includes(' type="application/')) yield html.slice(text, end);
    at = Math.max(text, end);
  }
}

/**
 * The policy of one page: only its own files and exactly the inline scripts it holds may run, each named by its hash.
 * A hash does what a nonce does, and stays true when the same bytes are sent again (docs/decisions/0005).
 */
const pagePolicy = (html: string, imageSources: readonly string[]): string => {
  const hashes = new Set<string>();
  for (const script of inlineScripts(html)) hashes.add(`'sha256-${hash('sha256', script, 'base64')}'`);
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    "style-src 'self'",
    ["img-src 'self' data:", ...imageSources].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
};

/**
 * A rendered page as it is sent; shared caches may keep it for moments, by address, country and whether data is saved.
 * @param personal whether its address is for one person alone: then nobody may keep it
 */
export const finishPage = (
  html: string,
  status: number,
  imageSources: readonly string[],
  personal: boolean,
): Finished => {
  const headers = {
    ...DOCUMENT_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'cache-control':
      status === 200 && !personal ? 'public, max-age=0, s-maxage=15, stale-while-revalidate=30' : 'no-store',
    'content-security-policy': pagePolicy(html, imageSources),
    vary: 'accept-encoding, cookie, save-data',
  };
  return new Finished(Buffer.from(html), headers, status);
};

/** In place of a page that is found elsewhere in the shop. */
export const movedPage = (location: string, status: number): Finished =>
  new Finished(Buffer.alloc(0), { ...DOCUMENT_HEADERS, location, 'cache-control': 'no-store' }, status);

/** Compresses the page for those who can read it so; quick rather than small, since a first visitor waits for it. */
export const compressPage = async (page: Finished): Promise<void> => {
  page.encoded ??= {
    encoding: 'br',
    body: await brotli(page.body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    }),
  };
};
