/** Base for resolving a path; shows whether it leads to another origin. */
const BASE_ORIGIN = 'https://shop.invalid';
/** Pages that a signed-in user never returns to. */
const SIGN_IN_PAGES =
  /^\/(?:login|register|confirm-email|verify-email|forgot-password|reset-password|accounts)(?:\/|$)/;

/**
 * Where to go after the login.
 * @param text the value of `next` in the URL; untrusted
 * @returns path, query and hash of a page of the shop; `/` for anything else
 */
export const returnPath = (text: unknown): string => {
  if (typeof text !== 'string' || !text.startsWith('/')) return '/';
  let url: URL;
  try {
    url = new URL(text, BASE_ORIGIN);
  } catch {
    return '/';
  }
  // "//host" and "/\host" are URLs of other sites, and "/./" may resolve to one.
  if (url.origin !== BASE_ORIGIN || url.pathname.startsWith('//') || SIGN_IN_PAGES.test(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
};

/**
 * The search params that send a visitor to `/login` (or to `/register`, which leads there) and back.
 * @param currentPath path, query and hash of the current page
 */
export const returnSearch = (currentPath: string): { next?: string } => {
  const path = returnPath(currentPath);
  return path === '/' ? {} : { next: path };
};

/** Reads the search params of a sign-in page. */
export const readReturnSearch = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' ? returnSearch(next) : {};

/** URL of the login page that returns to `href` (path, query and hash) afterwards. */
export const loginUrl = (href: string): string => {
  const { next } = returnSearch(href);
  return next === undefined ? '/login' : `/login?${new URLSearchParams({ next })}`;
};
