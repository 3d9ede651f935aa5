import type { IncomingHttpHeaders } from 'node:http';

export const readCookie = (headers: IncomingHttpHeaders, name: string): string | undefined =>
  headers.cookie?.match(new RegExp(`(?:^|;\\s*)${name}=([^;]*)`))?.[1];

/** A cookie that no script reads, and that other sites' forms don't send. */
export type Cookie = {
  name: string;
  value: string;
  /** Addresses below this path get it. */
  path: string;
  /** Seconds; 0 removes it. */
  maxAge: number;
  /** Whether it goes over TLS only. */
  secure: boolean;
};

/** The cookie as the header Set-Cookie says it. */
export const cookieLine = ({ name, value, path, maxAge, secure }: Cookie): string =>
  `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
