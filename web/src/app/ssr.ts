import { tsrStartManifest } from 'tanstack-start-manifest:v';
import type { RenderPage } from '@sokuwa/contract/page.ts';
import { type HtmlCache, HtmlCacheContext } from '@sokuwa/ui/cached-html.tsx';
import { type AnyRouter, createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import {
  attachRouterServerSsrUtils,
  getNormalizedURL,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server';
import { getScrollRestorationScriptForRouter } from '@tanstack/router-core/scroll-restoration-script';
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
 * React adds this inline script to a page with a form action, so that a form submitted before hydration is not lost. Its
 * text is always the same.
 */
const [, FORM_SCRIPT] =
  /<script>([\s\S]*?)<\/script>/.exec(renderToString(createElement('form', { action: () => {} }))) ?? [];
if (!FORM_SCRIPT) throw new Error('React has another script for forms');

/**
 * Collects the inline scripts that the router is about to write into the page: those of the routes' heads, its own with
 * the dehydrated state, and the one that restores the scroll position. They are taken from their sources and not found in
 * the HTML, so no content of a page can add one. Skips data blocks (JSON), because they do not run.
 * @returns a function that returns the scripts, to be called after rendering
 */
const collectScripts = (router: AnyRouter, serverSsr: NonNullable<AnyRouter['serverSsr']>): (() => string[]) => {
  const stateScripts: string[] = [];
  const takeTags = serverSsr.takeInitialHydrationScriptTags;
  serverSsr.takeInitialHydrationScriptTags = () => {
    const tags = takeTags();
    if (tags) stateScripts.push(...[...tags.before, tags.boundary].flatMap(({ children }) => children ?? []));
    return tags;
  };
  return () => {
    const heads = router.stores.matches.get().flatMap(({ headScripts }) => headScripts ?? []);
    const headScripts = heads.flatMap((script) =>
      typeof script?.children === 'string' && !script.type?.startsWith('application/') ? script.children : [],
    );
    const scrollScript = router.options.scrollRestoration && getScrollRestorationScriptForRouter(router);
    // The router's component for it adds the removal of its element.
    const scrollScripts = scrollScript ? [`${scrollScript};document.currentScript.remove()`] : [];
    return [...headScripts, ...scrollScripts, ...stateScripts];
  };
};

/**
 * Renders the current page of a router to a string, not as a stream: the response is cached, with a content security
 * policy that lists only the hashes of the inline scripts that the router emits. The framework's own handler creates
 * request, response and stream objects, which doubles the time (docs/decisions/rendered-pages.md).
 * @param htmlCache finds parts that were rendered for other pages
 * @param shellOnly renders only the layout; the browser renders the page itself
 * @throws what a component throws; what a loader throws is rendered as the error page
 */
export const renderRouter = async (
  router: AnyRouter,
  { shellOnly = false, htmlCache }: { shellOnly?: boolean; htmlCache?: HtmlCache } = {},
): Promise<Awaited<ReturnType<RenderPage>>> => {
  if (shellOnly) router.update({ ...router.options, isShell: true });
  attachRouterServerSsrUtils({ router, manifest });
  const { serverSsr } = router;
  if (!serverSsr) throw new Error('the router did not attach its server functions');
  const takeScripts = collectScripts(router, serverSsr);
  try {
    await router.load();
    // For example for a path with a trailing slash.
    const result = router._serverResult;
    if (result?.type === 'redirect')
      return { status: result.redirect.status, html: '', location: result.redirect.headers.get('location') ?? '/' };
    await serverSsr.dehydrate();
    const rendered = renderToString(
      createElement(HtmlCacheContext, { value: htmlCache }, createElement(RouterServer, { router })),
    );
    const html = await transformHtmlStringWithRouter(router, rendered);
    const scripts = takeScripts();
    if (html.includes(FORM_SCRIPT)) scripts.push(FORM_SCRIPT);
    return { status: getSsrStatus(router), html, scripts };
  } finally {
    serverSsr.cleanup();
  }
};
