/** Any origin will do: it only shows whether an address leaves it. */
const HERE = 'https://shop.invalid';
/** Whoever is signed in has nothing to do there. */
const SIGN_IN_PAGES =
  /^\/(?:login|register|confirm-email|verify-email|forgot-password|reset-password|accounts)(?:\/|$)/;

/**
 * Where to go after the login (3-decisions, "Session").
 * @param text what the address holds as `next`; anybody may have written it
 * @returns path, query and hash of a page of the shop; the home page for whatever leads elsewhere
 */
export const returnPath = (text: unknown): string => {
  if (typeof text !== 'string' || !text.startsWith('/')) return '/';
  let url: URL;
  try {
    url = new URL(text, HERE);
  } catch {
    return '/';
  }
  // "//host" and "/\host" are addresses of other sites; what is left of "/./" may be one too.
  if (url.origin !== HERE || url.pathname.startsWith('//') || SIGN_IN_PAGES.test(url.pathname)) return '/';
  return url.pathname + url.search + url.hash;
};

/**
 * The search params that send a visitor to `/login` (or to `/register`, which leads there) and back.
 * @param here path, query and hash of the page that sends
 */
export const returnSearch = (here: string): { next?: string } => {
  const path = returnPath(here);
  return path === '/' ? {} : { next: path };
};

/** What a sign-in page reads from its address. */
export const readReturnSearch = ({ next }: Record<string, unknown>): { next?: string } =>
  typeof next === 'string' ? returnSearch(next) : {};

/** Where whoever has to sign in first is sent; the login leads back to `href`: path, query and hash of a page. */
export const loginAddress = (href: string): string => {
  const { next } = returnSearch(href);
  return next === undefined ? '/login' : `/login?${new URLSearchParams({ next })}`;
};
