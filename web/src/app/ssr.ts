import { tsrStartManifest } from 'tanstack-start-manifest:v';
import type { RenderPage } from '@sokuwa/contract/page.ts';
import { type AnyRouter, createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import {
  attachRouterServerSsrUtils,
  getNormalizedURL,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

// The only file that uses TanStack's undocumented server functions. ssr.test.ts fails when an upgrade changes them.

const startManifest = tsrStartManifest();
/** The scripts and styles of each route. The build's manifest also contains source paths and child routes. */
const manifest = {
  ...startManifest,
  routes: Object.fromEntries(
    Object.entries(startManifest.routes).map(([id, { preloads, scripts, css }]) => [
      id,
      { ...(preloads && { preloads }), ...(scripts && { scripts }), ...(css && { css }) },
    ]),
  ),
};

/**
 * A history with one entry: the URL of a request, normalized as the router does it.
 * @param path path and query
 */
export const requestHistory = (path: string, origin: string): RouterHistory => {
  const { pathname, search } = getNormalizedURL(path, origin).url;
  return createMemoryHistory({ initialEntries: [pathname + search] });
};

/**
 * Renders the current page of a router to a string, not as a stream: the response is cached, with a content security
 * policy that lists the hashes of its inline scripts. The framework's own handler uses request, response and stream objects,
 * which take as long as the page itself (docs/decisions/rendered-pages.md).
 * @param shellOnly renders only the layout; the browser renders the page itself
 * @throws what a component throws; what a loader throws is rendered as the error page
 */
export const renderRouter = async (
  router: AnyRouter,
  { shellOnly = false } = {},
): Promise<Awaited<ReturnType<RenderPage>>> => {
  if (shellOnly) router.update({ ...router.options, isShell: true });
  attachRouterServerSsrUtils({ router, manifest });
  try {
    await router.load();
    // For example for a path with a trailing slash.
    const result = router._serverResult;
    if (result?.type === 'redirect')
      return { status: result.redirect.status, html: '', location: result.redirect.headers.get('location') ?? '/' };
    await router.serverSsr?.dehydrate();
    const html = renderToString(createElement(RouterServer, { router }));
    return { status: getSsrStatus(router), html: await transformHtmlStringWithRouter(router, html) };
  } finally {
    router.serverSsr?.cleanup();
  }
};
