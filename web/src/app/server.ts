import type { RenderPage } from '@sokuwa/contract/page.ts';
import { SHELL } from '../offline/index.ts';
import { openHtmlCache } from './html-cache.ts';
import { loadErrorPage } from './layout/late-error-page.tsx';
import { loadLayout } from './layout/shell.tsx';
import { addScripts } from './page-start.ts';
import { addStyles } from './page-styles.ts';
import { getRouter } from './router.tsx';
import { type RenderedDocument, renderRouter, requestHistory } from './ssr.ts';

/**
 * Adds what the first view needs to a document, and lets the rest wait (docs/decisions/first-paint.md).
 * @param templates the HTML of the templates that fill its places
 */
const addStylesAndScripts = (
  { modules, isComplete, ...page }: RenderedDocument,
  templates = '',
): Awaited<ReturnType<RenderPage>> => {
  const styled = addStyles(page.html, isComplete, templates);
  const { html, scripts } = addScripts(styled.html, modules, isComplete);
  return { ...page, html, scripts: [...page.scripts, ...scripts], styles: styled.styles };
};

// The server renders synchronously.
await Promise.all([loadLayout(), loadLayout('checkout'), loadErrorPage()]);

/** Renders one page. */
export const render: RenderPage = async (path, context) => {
  const history = requestHistory(path, context.origin);
  // The service worker stores the shell and shows it for pages that it cannot fetch.
  const shellOnly = history.location.pathname === SHELL;
  const router = getRouter(context, history);
  const htmlCache = openHtmlCache(router);
  // Before its places are filled, which makes it several times as long: copies of a card have no other styles.
  const document = await renderRouter(router, { shellOnly, htmlCache });
  const page = addStylesAndScripts(document, htmlCache.htmlOfKnownTemplates());
  const html = htmlCache.fill(page.html);
  if (html === undefined)
    return addStylesAndScripts(
      await renderRouter(getRouter(context, requestHistory(path, context.origin)), { shellOnly }),
    );
  // Parts of pages that do not exist are not needed again.
  if (page.status === 200) htmlCache.store(html);
  return { ...page, html };
};
