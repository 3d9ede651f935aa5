import type { IncomingHttpHeaders } from 'node:http';
import { type Cookies, parseCookie } from 'cookie';
import { readCookies } from '../platform/cookies.ts';

/** Set by a CDN to the two cookies that pages depend on, in the syntax of Cookie (docs/deployment.md). */
const VARIANT_HEADER = 'shop-variant';

/**
 * The cookies that a page depends on, and its Vary header. A cache that follows `Vary: cookie` stores a page for each visitor,
 * because of the cookies of other programs. With the header of a CDN it stores one for each choice.
 * @param hasHeader whether a CDN sets the header; otherwise it is ignored, because any visitor can send it
 */
export const readVariant = (headers: IncomingHttpHeaders, hasHeader: boolean): { cookies: Cookies; vary: string } => {
  const variant = headers[VARIANT_HEADER];
  return hasHeader && typeof variant === 'string'
    ? { cookies: parseCookie(variant), vary: `accept-encoding, save-data, ${VARIANT_HEADER}` }
    : { cookies: readCookies(headers), vary: 'accept-encoding, save-data, cookie' };
};
