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
const [, FORM_SCRIPT = ''] =
  /<script>([\s\S]*?)<\/script>/.exec(renderToString(createElement('form', { action: () => {} }))) ?? [];

/**
 * Finds the inline scripts that the router and React emit, by a random nonce that no content of the page can know, and
 * removes the nonce. Skips data blocks (JSON), because they do not run.
 */
const takeScripts = (html: string, mark: string): { html: string; scripts: string[] } => {
  // Only long texts are searched for in the whole page: they are found in steps of their length, short ones character by
  // character.
  const scripts = html.includes(FORM_SCRIPT) ? [FORM_SCRIPT] : [];
  const attribute = ` nonce="${mark}"`;
  const meta = `<meta property="csp-nonce" content="${mark}"/>`;
  const parts: string[] = [];
  let end = 0;
  for (let start = html.indexOf(attribute); start !== -1; start = html.indexOf(attribute, end)) {
    parts.push(html.slice(end, start).replace(meta, ''));
    end = start + attribute.length;
    const textStart = html.indexOf('>', end) + 1;
    const tag = html.slice(html.lastIndexOf('<', start), textStart);
    const text = html.slice(textStart, html.indexOf('</script>', textStart));
    if (tag.startsWith('<script') && !tag.includes(' type="application/') && text !== '') scripts.push(text);
  }
  parts.push(html.slice(end));
  return { html: parts.join(''), scripts };
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
