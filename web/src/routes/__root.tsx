import { brand } from '@sokuwa/contract/brand.ts';
import { EARLY_PRESSES_SCRIPT } from '@sokuwa/ui/early-presses-script.ts';
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import css from '../app/app.css?url';
import { QUERIES_ELEMENT_ID, serializeQueries } from '../app/dehydrated-queries.ts';
import { loadLayout, Shell } from '../app/layout/shell.tsx';
import { loadStylesheet } from '../app/stylesheet.ts';
import { categoryNamesQuery } from '../catalog/index.ts';
import { selectedCountry } from '../geo/index.ts';
import { type AppContext, useAppContext } from '../lib/app-context.ts';
import { canonicalUrl, SHOP_DESCRIPTION } from '../lib/page-head.ts';
import { PRICE_ORDER_SCRIPT } from '../lib/price-order-script.ts';

const SHOP_TITLE = `${brand.name}: African foodstuffs & groceries, fashion, crafts and care`;

export const Route = createRootRouteWithContext<AppContext>()({
  // Loaded once; a change of country invalidates it.
  staleTime: Number.POSITIVE_INFINITY,
  // What a page that is rendered in the browser needs and the first one did not. Without it, it can still be used.
  beforeLoad: async ({ matches }) => {
    const { shortLayout } = matches.at(-1)?.staticData ?? {};
    if (!import.meta.env.SSR) await Promise.allSettled([loadStylesheet(), loadLayout(shortLayout)]);
  },
  loader: async ({ context }) => {
    // The shop works without the category names: the menus fetch them again and show the error.
    const names = context.queryClient.prefetchQuery(categoryNamesQuery(context.api));
    const country = await selectedCountry(context);
    if (import.meta.env.SSR) await names;
    return { country, flagSources: context.site.flagSources };
  },
  head: ({ matches, match }) => {
    const { origin } = match.context.site;
    const page = matches.at(-1) ?? match;
    const isNotFound = matches.some(({ status }) => status === 'notFound');
    const url = canonicalUrl(origin, page);
    return {
      meta: [
        { charSet: 'utf-8' },
        { name: 'viewport', content: 'width=device-width, initial-scale=1' },
        { name: 'theme-color', content: '#12154a' },
        { title: isNotFound ? `Page not found | ${brand.name}` : SHOP_TITLE },
        { name: 'description', content: SHOP_DESCRIPTION },
        { property: 'og:site_name', content: brand.name },
        { property: 'og:type', content: 'website' },
        { property: 'og:title', content: isNotFound ? 'Page not found' : SHOP_TITLE },
        { property: 'og:description', content: SHOP_DESCRIPTION },
        { property: 'og:image', content: `${origin}/media/banners/foodstuffs-wide/1200.webp` },
        { name: 'twitter:card', content: 'summary_large_image' },
        ...(isNotFound ? [{ name: 'robots', content: 'noindex' }] : [{ property: 'og:url', content: url }]),
      ],
      links: [
        // The build's pages get their styles from page-styles.ts.
        ...(import.meta.env.DEV ? [{ rel: 'stylesheet', href: css }] : []),
        { rel: 'icon', type: 'image/svg+xml', href: '/brand/favicon.svg' },
        { rel: 'apple-touch-icon', href: '/brand/apple-touch-icon.png' },
        { rel: 'manifest', href: '/site.webmanifest' },
        ...(isNotFound ? [] : [{ rel: 'canonical', href: url }]),
      ],
      // Without the text in the browser: it is not needed, and the framework could run it again.
      scripts: [{ children: import.meta.env.SSR ? `${PRICE_ORDER_SCRIPT};${EARLY_PRESSES_SCRIPT}` : '' }],
    };
  },
  shellComponent: Document,
  component: Root,
});

/** Separate from the page, so that the error page has a complete document too. */
function Document({ children }: { children: ReactNode }) {
  return (
    // Space for the sticky header row when the browser scrolls to an anchor.
    // The script in the head sets an attribute of this element.
    <html
      lang="en"
      suppressHydrationWarning
      className="lg:scroll-pt-24 max-lg:[@media(min-height:37.5rem)]:scroll-pt-34"
    >
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <QueryData />
        <Scripts />
      </body>
    </html>
  );
}

/** The query data that the page was rendered from. The browser reads it before hydration, which does not change it. */
function QueryData() {
  const { queryClient } = useAppContext();
  return (
    <script
      type="application/json"
      id={QUERIES_ELEMENT_ID}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with "<" escaped, so it cannot end the script element
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? serializeQueries(queryClient) : '' }}
    />
  );
}

function Root() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}
