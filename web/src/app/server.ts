import { tsrStartManifest } from 'tanstack-start-manifest:v';
import type { RenderPage } from '@sokuwa/contract/page.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import {
  attachRouterServerSsrUtils,
  getNormalizedURL,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { SHELL } from '../offline/index.ts';
import { getRouter } from './router.tsx';

const whole = tsrStartManifest();
/** Which scripts and styles each route needs, without where its source lies and what stands beneath it. */
const manifest = {
  ...whole,
  routes: Object.fromEntries(
    Object.entries(whole.routes).map(([id, { preloads, scripts, css }]) => [
      id,
      { ...(preloads && { preloads }), ...(scripts && { scripts }), ...(css && { css }) },
    ]),
  ),
};

/**
 * Renders one page to the end, not as a stream: its bytes are kept and sent again, with a policy that names their
 * scripts. The framework's own handler would do the same by way of requests, responses and streams, which cost as much
 * as the page itself (docs/decisions/rendered-pages.md).
 * What a loader throws becomes the error page.
 */
export const render: RenderPage = async (path, context) => {
  const { pathname, search } = getNormalizedURL(path, context.origin).url;
  const router = getRouter(context, createMemoryHistory({ initialEntries: [pathname + search] }));
  // Only what stands around every page: the worker keeps it, and the browser fills in the page.
  if (pathname === SHELL) router.update({ ...router.options, isShell: true });
  attachRouterServerSsrUtils({ router, manifest });
  try {
    await router.load();
    // Such as an address with a slash too many: there is nothing to render.
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
