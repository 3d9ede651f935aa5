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
 * React adds this inline script to a page with a form action, so that a form submitted before hydration is not lost. It
 * has no nonce, so it is recognized by its text, which is always the same.
 */
const FORM_SCRIPT = /<script>([\s\S]*?)<\/script>/.exec(
  renderToString(createElement('form', { action: () => {} })),
)?.[1];

const SCRIPT_START = '<script';
const SCRIPT_END = '</script>';

/**
 * Finds the inline scripts that the router and React emit, by a random nonce that no content of the page can know, and
 * removes the nonce. Skips data blocks (JSON), because they do not run.
 */
const takeScripts = (html: string, mark: string): { html: string; scripts: string[] } => {
  const attribute = ` nonce="${mark}"`;
  const scripts: string[] = [];
  // Not a regular expression: it would read the page's data, which is most of the HTML, character by character.
  for (let start = html.indexOf(SCRIPT_START); start !== -1; ) {
    const attributesEnd = html.indexOf('>', start);
    const end = html.indexOf(SCRIPT_END, attributesEnd);
    if (end === -1) break;
    const attributes = html.slice(start + SCRIPT_START.length, attributesEnd);
    const text = html.slice(attributesEnd + 1, end);
    if (
      text === FORM_SCRIPT ||
      (attributes.includes(attribute) && text !== '' && !attributes.includes(' type="application/'))
    )
      scripts.push(text);
    start = html.indexOf(SCRIPT_START, end);
  }
  const meta = `<meta property="csp-nonce" content="${mark}"/>`;
  return { html: html.replace(meta, '').replaceAll(attribute, ''), scripts };
};

/**
 * Renders the current page of a router to a string, not as a stream: the response is cached, with a content security
 * policy that lists only the hashes of the inline scripts that the router emits. The framework's own handler creates
 * request, response and stream objects, which doubles the time (docs/decisions/rendered-pages.md).
 * @param shellOnly renders only the layout; the browser renders the page itself
 * @throws what a component throws; what a loader throws is rendered as the error page
 */
export const renderRouter = async (
  router: AnyRouter,
  { shellOnly = false } = {},
): Promise<Awaited<ReturnType<RenderPage>>> => {
  // The router writes this nonce into its own scripts. It is not sent, because a cached page would repeat it.
  const mark = crypto.randomUUID();
  router.update({ ...router.options, ssr: { nonce: mark }, ...(shellOnly && { isShell: true }) });
  attachRouterServerSsrUtils({ router, manifest });
  try {
    await router.load();
    // For example for a path with a trailing slash.
    const result = router._serverResult;
    if (result?.type === 'redirect')
      return { status: result.redirect.status, html: '', location: result.redirect.headers.get('location') ?? '/' };
    await router.serverSsr?.dehydrate();
    const html = renderToString(createElement(RouterServer, { router }));
    return { status: getSsrStatus(router), ...takeScripts(await transformHtmlStringWithRouter(router, html), mark) };
  } finally {
    router.serverSsr?.cleanup();
  }
};
