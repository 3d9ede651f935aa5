import { dehydrate, hydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { getGlobalStartContext } from '@tanstack/react-start';
import { makeApi } from './api.ts';
import { browserTransport } from './browser-transport.ts';
import { makeCountryStore } from './geo/country-store.ts';
import type { Site } from './routes/__root.tsx';
import { routeTree } from './routeTree.gen.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';

const MINUTE = 60_000;

// Addresses hold plain text, which pages read by their own rules. The router's own way is JSON: a search for "1e5"
// would look for 100000.
const readSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));
const writeSearch = (search: Record<string, unknown>): string => {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined) pairs.set(name, String(value));
  return pairs.size > 0 ? `?${pairs}` : '';
};

/** One router with its own query cache, for one rendered page or one browser tab. */
export const getRouter = () => {
  const server = getGlobalStartContext();
  const queryClient = new QueryClient({
    defaultOptions: {
      // 1-shopping, section 7. The server renders what it has instead of trying again.
      queries: {
        retry: server ? false : 3,
        retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
        gcTime: 5 * MINUTE,
        refetchOnWindowFocus: false,
      },
    },
  });
  const country = makeCountryStore(server?.country ?? 'NG');
  const site: Site = {
    origin: server?.origin ?? '',
    sandbox: server?.sandbox ?? false,
    flagSources: server?.flagSources ?? [],
  };
  const router = createRouter({
    routeTree,
    context: {
      queryClient,
      api: makeApi(server?.send ?? browserTransport),
      country,
      site,
    },
    // The page in the browser starts from the country, the site and the answers that the server rendered it from. The
    // answers go as JSON text: the framework's own serialiser looks at each value, and streams what this shop awaits.
    dehydrate: () => ({ country: country.get(), site: { ...site }, answers: JSON.stringify(dehydrate(queryClient)) }),
    hydrate: (data: { country: string; site: Site; answers: string }) => {
      country.start(data.country);
      Object.assign(site, data.site);
      hydrate(queryClient, JSON.parse(data.answers));
    },
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ErrorPage,
  });
  return router;
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
