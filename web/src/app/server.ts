import type { RenderPage } from '@sokuwa/contract/page.ts';
import { SHELL } from '../offline/index.ts';
import { openHtmlCache } from './html-cache.ts';
import { getRouter } from './router.tsx';
import { renderRouter, requestHistory } from './ssr.ts';

/** Renders one page. */
export const render: RenderPage = async (path, context) => {
  const history = requestHistory(path, context.origin);
  // The service worker stores the shell and shows it for pages that it cannot fetch.
  const shellOnly = history.location.pathname === SHELL;
  const router = getRouter(context, history);
  const htmlCache = openHtmlCache(router);
  const page = await renderRouter(router, { shellOnly, htmlCache });
  // Parts of pages that do not exist are not needed again.
  if (page.status === 200) htmlCache.store(page.html);
  return page;
};
