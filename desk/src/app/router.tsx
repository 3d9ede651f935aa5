import { createRouter } from '@tanstack/react-router';
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

/** Where somebody signs in again comes back to the page that they were on. */
const openSignIn = (): void => {
  const { pathname, href } = router.state.location;
  if (pathname === '/sign-in') return;
  void router.navigate({ to: '/sign-in', search: { next: href } });
};

export const queryClient = makeQueryClient(openSignIn);

export const router = createRouter({
  routeTree,
  basepath: '/desk',
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMinMs: 0,
  scrollRestoration: true,
  defaultErrorComponent: CrashPage,
  defaultNotFoundComponent: NotFoundPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
