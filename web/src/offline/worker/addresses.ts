import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';

/** How the worker handles a request; undefined leaves it to the browser. */
export type Kind = 'page' | 'answer' | 'picture' | 'file' | 'public';

export const CART = '/product/shopping/cart';

/**
 * Public pages only: home, lists, products, and the cart, whose lines are in the browser. Account and checkout pages are never
 * cached.
 */
export const isShopPage = (path: string): boolean =>
  path === '/' || path === CART || /^\/product\/(?:list|details)(?:\/|$)/.test(path);

/** @param request method, mode and headers of the page's request */
export const kindOf = (
  request: { method: string; mode: string; headers: { has(name: string): boolean } },
  url: URL,
  origin: string,
): Kind | undefined => {
  // A response to a token belongs to one user.
  if (request.method !== 'GET' || url.origin !== origin || request.headers.has('authorization')) return undefined;
  if (request.mode === 'navigate') return 'page';
  const [, folder, part] = url.pathname.split('/', 3);
  switch (folder) {
    case API_PREFIX.slice(1):
      return 'answer';
    case 'media':
      // Profile pictures must not stay on a shared device.
      return part === 'people' ? undefined : 'picture';
    case 'assets':
      return 'file';
    case 'brand':
    case 'flags':
    case 'fonts':
    case 'home':
      return 'public';
    default:
      return undefined;
  }
};

/**
 * The cache key of a page: its URL and the country that it was rendered for.
 * @param country value of the cookie; empty when none is set
 */
export const pageKey = (country: string, url: URL): string => `/~${country}${url.pathname}${url.search}`;

/** The URL of a page's key; undefined for other keys and other countries. */
export const pageOf = (country: string, key: URL): string | undefined => {
  const start = `/~${country}/`;
  return key.pathname.startsWith(start) ? key.pathname.slice(start.length - 1) + key.search : undefined;
};
