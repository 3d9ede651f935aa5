import { API_PREFIX } from '@sokuwa/contract/endpoint.ts';

/** How a request is answered; undefined leaves it to the browser. */
export type Kind = 'page' | 'answer' | 'picture' | 'file' | 'public';

export const CART = '/product/shopping/cart';

/**
 * Only what everybody may see: home, lists, products, the cart (whose lines are in the browser). Pages of the account
 * and of the checkout are never kept.
 */
export const isShopPage = (path: string): boolean =>
  path === '/' || path === CART || /^\/product\/(?:list|details)(?:\/|$)/.test(path);

/** @param request method, mode and headers as the page asked */
export const kindOf = (
  request: { method: string; mode: string; headers: { has(name: string): boolean } },
  url: URL,
  origin: string,
): Kind | undefined => {
  // What is asked for with a token is for one person alone.
  if (request.method !== 'GET' || url.origin !== origin || request.headers.has('authorization')) return undefined;
  if (request.mode === 'navigate') return 'page';
  const [, folder, part] = url.pathname.split('/', 3);
  switch (folder) {
    case API_PREFIX.slice(1):
      return 'answer';
    case 'media':
      // People's own pictures are not left behind on a device that others use too.
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
 * Under what a page is kept: its address and the country that it was made for.
 * @param country the cookie's; empty where none is chosen
 */
export const pageKey = (country: string, url: URL): string => `/~${country}${url.pathname}${url.search}`;

/** The page's address; undefined for keys of other things or of other countries. */
export const pageOf = (country: string, key: URL): string | undefined => {
  const start = `/~${country}/`;
  return key.pathname.startsWith(start) ? key.pathname.slice(start.length - 1) + key.search : undefined;
};
