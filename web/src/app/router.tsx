import { makeApi } from '@sokuwa/contract/api-client.ts';
import type { PageContext, Site } from '@sokuwa/contract/page.ts';
import { DataSaverContext, makeDataSaver } from '@sokuwa/ui/data-saver.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { useState } from 'react';
import { makeBrowserTransport } from '../lib/browser-transport.ts';
import { makeCountryStore } from '../lib/country-store.ts';
import { makeQueryClient } from '../lib/query-client.ts';
import { tokens } from '../lib/token-store.ts';
import { routeTree } from '../routeTree.gen.ts';
import { hydrateQueries } from './dehydrated-queries.ts';
import { LateErrorPage } from './layout/late-error-page.tsx';

// Search params are plain text, parsed by each page. The router's default is JSON, where a search for "1e5" becomes 100000.
const parseSearchParams = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));
const stringifySearchParams = (search: Record<string, unknown>): string => {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value !== undefined) pairs.set(name, String(value));
  return pairs.size > 0 ? `?${pairs}` : '';
};

/**
 * Creates a router with its own query cache, for one rendered page or one browser tab.
 * @param server the page's context; undefined in the browser
 * @param history the request's URL, on the server
 */
export const getRouter = (server?: PageContext, history?: RouterHistory) => {
  const queryClient = makeQueryClient(server !== undefined);
  const country = makeCountryStore(server?.country ?? 'NG');
  const site: Site = {
    origin: server?.origin ?? '',
    baseUrls: server?.baseUrls ?? { api: '', countries: '', shop: '' },
    sellUrl: server?.sellUrl ?? '',
    hasComponentPages: server?.hasComponentPages ?? false,
    hasIdentityProvider: server?.hasIdentityProvider ?? false,
    flagSources: server?.flagSources ?? [],
    isDataSaverOn: server?.isDataSaverOn ?? false,
  };
  // A new page, whose history entry has no state yet, shows before it is hydrated. The router would then scroll to the top,
  // under the finger of a visitor who has scrolled meanwhile. A restored position is only exact after hydration.
  let isNewPage = !server && !window.history.state;
  const router = createRouter({
    routeTree,
    ...(history && { history }),
    context: {
      queryClient,
      api: server ? makeApi(server.send) : makeApi(makeBrowserTransport(site), tokens),
      country,
      site,
    },
    // The browser starts from the server's country, site and query data. Query data has its own JSON block
    // (dehydrated-queries.ts), because the framework's serializer visits every value.
    dehydrate: () => ({ country: country.get(), site: { ...site } }),
    hydrate: (data: { country: string; site: Site }) => {
      country.hydrate(data.country);
      Object.assign(site, data.site);
      if (site.isDataSaverOn) router.options.defaultPreload = false;
      hydrateQueries(queryClient);
    },
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <DataSaverContext value={useState(() => makeDataSaver(site.isDataSaverOn))[0]}>{children}</DataSaverContext>
      </QueryClientProvider>
    ),
    parseSearch: parseSearchParams,
    stringifySearch: stringifySearchParams,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // The router's default shows placeholders for half a second, even when the page is there.
    defaultPendingMinMs: 0,
    scrollRestoration: ({ location }) => {
      const isSkipped = isNewPage && !location.hash;
      isNewPage = false;
      // The router stores positions only of what it saw scrolling.
      if (isSkipped && scrollY > 0) document.dispatchEvent(new Event('scroll'));
      return !isSkipped;
    },
    defaultErrorComponent: LateErrorPage,
  });
  return router;
};

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>;
  }
}
