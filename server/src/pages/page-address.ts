import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';

const isDecodable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * An address as pages can read it. A path with percent signs that stand for no character (`/100%`, `/%FF`) would be
 * refused before any page is asked; its percent signs are taken as themselves. So are backslashes, which browsers read as
 * slashes. Calls stay as they are: whoever makes them is a program, and is told.
 * @param url path and query, as they were asked for
 */
export const readableAddress = (url: string): string => {
  if (!url.includes('%') && !url.includes('\\')) return url;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (path.startsWith(API_PREFIX)) return url;
  const readable = isDecodable(path) ? path : path.replaceAll('%', '%25');
  return readable.replaceAll('\\', '%5C') + url.slice(path.length);
};
