import { chunks as chunkFiles } from 'browser-build:v';
import { tsrStartManifest } from 'tanstack-start-manifest:v';
import type { RenderPage } from '@sokuwa/contract/page.ts';
import { type HtmlCache, HtmlCacheContext } from '@sokuwa/ui/cached-html.tsx';
import { type AnyRouter, createMemoryHistory, type RouterHistory, rootRouteId } from '@tanstack/react-router';
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
type Scripts = NonNullable<(typeof startManifest)['routes'][string]['scripts']>;
const sourceOf = ({ attrs, children }: Scripts[number]): string | undefined =>
  children === undefined && typeof attrs?.src === 'string' ? attrs.src : undefined;
/**
 * What the router writes into a page: only inline scripts, which development has. The build's manifest also contains source paths,
 * child routes and script files.
 */
const manifest = {
  ...startManifest,
  routes: Object.fromEntries(
    Object.entries(startManifest.routes).map(([id, { scripts, css }]) => [
      id,
      { scripts: scripts?.filter((script) => sourceOf(script) === undefined) ?? [], ...(css && { css }) },
    ]),
  ),
};

/** URLs of the script files that a page needs, the entry first. */
const listModules = (routeIds: readonly string[]): string[] => {
  const routes = routeIds.flatMap((id) => startManifest.routes[id] ?? []);
  const entries = routes.flatMap(({ scripts }) => scripts?.flatMap((script) => sourceOf(script) ?? []) ?? []);
  const others = routes.flatMap(({ preloads }) => preloads ?? []);
  return [...new Set([...entries, ...others].map((preload) => (typeof preload === 'string' ? preload : preload.href)))];
};

/** @throws if the build has no such chunk. Development has none */
const fileOfChunk = (name: string): string | [] => {
  const file = chunkFiles[name];
  if (!file && Object.keys(chunkFiles).length > 0) throw new Error(`The build has no chunk ${name}`);
  return file ?? [];
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

export type RenderedDocument = Pick<Awaited<ReturnType<RenderPage>>, 'status' | 'location'> & {
  html: string;
  /** Inline scripts. */
  scripts: string[];
  /** URLs of its script files, the entry first. */
  modules: string[];
  /** Whether it has everything that the page shows before the visitor does something. */
  isComplete: boolean;
};

/**
 * Renders the current page of a router to a string, not as a stream: the response is cached, with a content security
 * policy that lists only the hashes of the inline scripts that the router emits. The framework's own handler creates
 * request, response and stream objects, which doubles the time (docs/decisions/rendered-pages.md).
 * @param htmlCache finds parts that were rendered for other pages
 * @param shellOnly renders only the layout; the browser renders the page itself
 * @returns the document without its script files
 * @throws what a component throws; what a loader throws is rendered as the error page
 */
export const renderRouter = async (
  router: AnyRouter,
  { shellOnly = false, htmlCache }: { shellOnly?: boolean; htmlCache?: HtmlCache } = {},
): Promise<RenderedDocument> => {
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
      return {
        status: result.redirect.status,
        html: '',
        location: result.redirect.headers.get('location') ?? '/',
        scripts: [],
        modules: [],
        isComplete: false,
      };
    await serverSsr.dehydrate();
    const rendered = renderToString(
      createElement(HtmlCacheContext, { value: htmlCache }, createElement(RouterServer, { router })),
    );
    const html = await transformHtmlStringWithRouter(router, rendered);
    const scripts = takeScripts();
    if (html.includes(FORM_SCRIPT)) scripts.push(FORM_SCRIPT);
    const status = getSsrStatus(router);
    const matches = router.stores.matches.get();
    const isComplete = status === 200 && !shellOnly && matches.at(-1)?.staticData.isComplete === true;
    const { chunks = [] } = matches.at(-1)?.staticData ?? {};
    const modules = isComplete
      ? [...listModules([rootRouteId]), ...chunks.flatMap(fileOfChunk)]
      : listModules(matches.map(({ routeId }) => routeId));
    return { status, html, scripts, modules, isComplete };
  } finally {
    serverSsr.cleanup();
  }
};
