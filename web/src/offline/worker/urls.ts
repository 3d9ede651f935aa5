/** How the worker handles a request; the browser handles a request without a kind. */
export type RequestKind = 'page' | 'api' | 'picture' | 'file' | 'public';

export const CART_PATH = '/product/shopping/cart';

/**
 * Public pages only: home, lists, products, and the cart (its lines are stored in the browser). Account and checkout pages are
 * never cached.
 */
export const isShopPage = (path: string): boolean =>
  path === '/' || path === CART_PATH || /^\/product\/(?:list|details)(?:\/|$)/.test(path);

/**
 * The kind of a page's request; undefined when the worker does not handle it.
 * @param api absolute base URL of the API, with a final slash
 */
export const requestKind = (
  request: { method: string; mode: string; headers: { has(name: string): boolean } },
  url: URL,
  { origin, api }: { origin: string; api: string },
): RequestKind | undefined => {
  // A response to a token belongs to one user.
  if (request.method !== 'GET' || request.headers.has('authorization')) return undefined;
  if (request.mode !== 'navigate' && url.href.startsWith(api)) return 'api';
  if (url.origin !== origin) return undefined;
  const [, folder, part] = url.pathname.split('/', 3);
  // The desk is an application of its own (MERCHANT-3).
  if (folder === 'desk') return undefined;
  if (request.mode === 'navigate') return 'page';
  switch (folder) {
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

/** The path and query of a cache key; undefined for other keys and other countries. */
export const pageUrl = (country: string, key: URL): string | undefined => {
  const start = `/~${country}/`;
  return key.pathname.startsWith(start) ? key.pathname.slice(start.length - 1) + key.search : undefined;
};
