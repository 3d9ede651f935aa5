import { brand } from '@sokuwa/contract/brand.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router';
import type { Api } from '../api.ts';
import { categoriesQuery } from '../catalog/catalog.queries.ts';
import type { CountryStore } from '../geo/country-store.ts';
import { Shell } from '../shell/shell.tsx';
import css from '../styles/app.css?url';

export type RouterContext = {
  queryClient: QueryClient;
  api: Api;
  country: CountryStore;
  site: { origin: string; sandbox: boolean };
};

const DESCRIPTION =
  'High-quality African foodstuffs and groceries, fashion, crafts, kitchenware and beauty, delivered worldwide from Africa to your door.';

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: async ({ context: { queryClient, api } }) => {
    // Without categories the shop still sells: the menus say what failed.
    await queryClient.prefetchQuery(categoriesQuery(api));
  },
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { name: 'theme-color', content: '#12154a' },
      { title: `${brand.name}: African foodstuffs, fashion, crafts and care` },
      { name: 'description', content: DESCRIPTION },
      { property: 'og:site_name', content: brand.name },
      { property: 'og:type', content: 'website' },
    ],
    links: [
      { rel: 'stylesheet', href: css },
      { rel: 'preload', as: 'font', type: 'font/woff2', href: '/fonts/onest-core.woff2', crossOrigin: 'anonymous' },
      { rel: 'preload', as: 'font', type: 'font/woff2', href: '/fonts/bricolage-core.woff2', crossOrigin: 'anonymous' },
      { rel: 'icon', type: 'image/svg+xml', href: '/brand/favicon.svg' },
      { rel: 'apple-touch-icon', href: '/brand/apple-touch-icon.png' },
    ],
  }),
  component: Root,
});

function Root() {
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        <Shell>
          <Outlet />
        </Shell>
        <Scripts />
      </body>
    </html>
  );
}
