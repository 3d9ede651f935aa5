import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { readablePath } from '@sokuwa/contract/readable-path.ts';

/**
 * An address as pages can read it: what stands for no character would be refused before any page is asked, and browsers
 * read a backslash as a slash. Calls stay as they are: whoever makes them is a program, and is told.
 * @param url path and query, as they were asked for
 */
export const readableAddress = (url: string): string => {
  if (!url.includes('%') && !url.includes('\\')) return url;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (path.startsWith(API_PREFIX)) return url;
  return readablePath(path).replaceAll('\\', '%5C') + url.slice(path.length);
};
