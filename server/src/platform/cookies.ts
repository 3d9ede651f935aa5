import type { IncomingHttpHeaders } from 'node:http';
import { type Cookies, parseCookie, stringifySetCookie } from 'cookie';

/** The cookies of a request, by name. */
export const readCookies = (headers: IncomingHttpHeaders): Cookies => parseCookie(headers.cookie ?? '');

export type Cookie = {
  name: string;
  value: string;
  /** Sent for URLs below this path. */
  path: string;
  /** In seconds; 0 removes the cookie. */
  maxAge: number;
  /** Whether to send it over TLS only. */
  secure: boolean;
  /** `strict`: not sent with a link from another site either. Default: `lax`. */
  sameSite?: 'strict';
};

/** The value of Set-Cookie; no script can read the cookie, and other sites' forms don't send it. */
export const formatSetCookie = (cookie: Cookie): string =>
  stringifySetCookie({ sameSite: 'lax', ...cookie, httpOnly: true });

/**
 * Returns a cookie for a secret, without its value. Behind TLS the name begins with `__Host-`, so that no other host of the
 * domain can set the cookie (RFC 6265bis); such a cookie is sent for every path.
 * @param maxAge in seconds
 */
export const describeSecretCookie = (name: string, publicUrl: string, maxAge: number): Omit<Cookie, 'value'> => {
  const secure = publicUrl.startsWith('https:');
  return { name: secure ? `__Host-${name}` : name, path: '/', maxAge, secure };
};
