import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { Finished } from '../platform/answer-cache.ts';
import { DOCUMENT_HEADERS } from '../platform/security-headers.ts';

const brotli = promisify(brotliCompress);

/** Inline scripts of a page; data blocks (JSON-LD) don't run and need no leave. */
const INLINE_SCRIPT = /<script(?![^>]*\s(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The policy of one page: only its own files and exactly the inline scripts it holds may run, each named by its hash.
 * A hash does what a nonce does, and stays true when the same bytes are sent again (docs/decisions/0005).
 */
const pagePolicy = (body: Buffer, imageSources: readonly string[]): string => {
  const hashes = new Set<string>();
  // One letter a byte: quick to make, and what is found can be hashed as the bytes that it is.
  for (const [, script = ''] of body.toString('latin1').matchAll(INLINE_SCRIPT)) {
    if (script) hashes.add(`'sha256-${createHash('sha256').update(script, 'latin1').digest('base64')}'`);
  }
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

/** A rendered page as it is sent; shared caches may keep it for moments, by address and country. */
export const finishPage = (body: Buffer, status: number, imageSources: readonly string[]): Finished => {
  const headers = {
    ...DOCUMENT_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': status === 200 ? 'public, max-age=0, s-maxage=15, stale-while-revalidate=30' : 'no-store',
    'content-security-policy': pagePolicy(body, imageSources),
    vary: 'accept-encoding, cookie',
  };
  return new Finished(body, headers, status);
};

/** Compresses the page for those who can read it so; quick rather than small, since a first visitor waits for it. */
export const compressPage = async (page: Finished): Promise<void> => {
  page.encoded ??= {
    encoding: 'br',
    body: await brotli(page.body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
    }),
  };
};
