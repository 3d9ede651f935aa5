import type { PageContext, Site } from '@sokuwa/contract/page.ts';
import { DataSaverContext } from '@sokuwa/ui/data-saver.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { useState } from 'react';
import { makeApi } from '../lib/api.ts';
import { makeBrowserTransport } from '../lib/browser-transport.ts';
import { makeCountryStore } from '../lib/country-store.ts';
import { makeQueryClient } from '../lib/query-client.ts';
import { tokens } from '../lib/token-store.ts';
import { routeTree } from '../routeTree.gen.ts';
import { readAnswers } from './dehydrated-queries.ts';
import { ErrorPage } from './layout/error-page.tsx';

// Addresses hold plain text, which pages read by their own rules. The router's own way is JSON: a search for "1e5"
// would look for 100000.
const readSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));
const writeSearch = (search: Record<string, unknown>): string => {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined) pairs.set(name, String(value));
  return pairs.size > 0 ? `?${pairs}` : '';
};

/**
 * One router with its own query cache, for one rendered page or one browser tab.
 * @param server what the page is rendered from; none in the browser
 * @param history where on the server the address comes from
 */
export const getRouter = (server?: PageContext, history?: RouterHistory) => {
  const queryClient = makeQueryClient(server !== undefined);
  const country = makeCountryStore(server?.country ?? 'NG');
  const site: Site = {
    origin: server?.origin ?? '',
    sandbox: server?.sandbox ?? false,
    flagSources: server?.flagSources ?? [],
    saving: server?.saving ?? false,
  };
  const router = createRouter({
    routeTree,
    ...(history && { history }),
    context: {
      queryClient,
      api: server ? makeApi(server.send) : makeApi(makeBrowserTransport(), tokens),
      country,
      site,
    },
    // The page in the browser starts from the country, the site and the answers that the server rendered it from. The
    // answers go in a block of their own (web/src/app/dehydrated-queries.ts): the framework's serialiser would look at each value.
    dehydrate: () => ({ country: country.get(), site: { ...site } }),
    hydrate: (data: { country: string; site: Site }) => {
      country.hydrate(data.country);
      Object.assign(site, data.site);
      if (site.saving) router.options.defaultPreload = false;
      readAnswers(queryClient);
    },
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <DataSaverContext value={useState(site.saving)}>{children}</DataSaverContext>
      </QueryClientProvider>
    ),
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
  });
  return router;
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
