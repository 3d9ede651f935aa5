import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';
import { toReadablePath } from '@sokuwa/contract/readable-path.ts';

/**
 * A page URL that routers can decode: malformed percent signs and backslashes are escaped, so that such a URL shows the 404 page
 * instead of an error. API calls stay unchanged and are refused.
 * @param url path and query of the request
 */
export const toReadableUrl = (url: string): string => {
  if (!url.includes('%') && !url.includes('\\')) return url;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (path.startsWith(API_PREFIX)) return url;
  return toReadablePath(path).replaceAll('\\', '%5C') + url.slice(path.length);
};
