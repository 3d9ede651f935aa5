import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { makeQueryClient } from '../lib/query-client.ts';
import { routeTree } from '../routeTree.gen.ts';
import { CrashPage, NotFoundPage } from './layout/error-pages.tsx';

// Search params are plain text, parsed by each page. The router's default is JSON, where a search for "1e5" becomes 100000.
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));
const stringifySearch = (search: Record<string, unknown>): string => {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (value !== undefined && value !== '') pairs.set(name, String(value));
  return pairs.size > 0 ? `?${pairs}` : '';
};

/**
 * Creates the router and the query cache of a browser tab, or of a page that the server renders.
 * @param history the address of the page, on the server
 */
export const makeDesk = (history?: RouterHistory) => {
  /** Whoever signs in again comes back to the page that they were on. */
  const openSignIn = (): void => {
    if (import.meta.env.SSR) return;
    const { pathname, href } = router.state.location;
    if (pathname === '/sign-in') return;
    void router.navigate({ to: '/sign-in', search: { next: href } });
  };
  const queryClient = makeQueryClient(openSignIn);
  const router = createRouter({
    routeTree,
    basepath: '/desk',
    ...(history && { history }),
    context: { queryClient },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMinMs: 0,
    // On the server the router would write an inline script for it, which the content security policy does not allow.
    scrollRestoration: history === undefined,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
  });
  return { router, queryClient };
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeDesk>['router'];
  }
}
