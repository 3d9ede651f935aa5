import type { RenderPage } from '@sokuwa/contract/page.ts';
import { SHELL } from '../offline/index.ts';
import { openHtmlCache } from './html-cache.ts';
import { loadErrorPage } from './layout/late-error-page.tsx';
import { loadLayout } from './layout/shell.tsx';
import { buildScripts } from './page-start.ts';
import { buildStyles } from './page-styles.ts';
import { getRouter } from './router.tsx';
import { type RenderedDocument, renderRouter, requestHistory } from './ssr.ts';

/**
 * Adds what the first view needs to a document, and lets the rest wait (docs/decisions/first-paint.md).
 * @param pieces its HTML with the places filled. It is cut and not changed, because each change would copy the page
 * @param knownClasses the values of the class attributes of what filled them
 */
const addStylesAndScripts = (
  { html, modules, isComplete, ...page }: RenderedDocument,
  pieces: readonly string[] = [html],
  knownClasses: Iterable<ReadonlySet<string>> = [],
): Awaited<ReturnType<RenderPage>> => {
  if (page.location !== undefined) return { ...page, html: [] };
  // Without what fills the places, which makes it several times as long: its classes are known.
  const { head, styles } = buildStyles(html, isComplete, knownClasses);
  const { scripts, ...added } = buildScripts(modules, isComplete);
  const [first = '', ...others] = pieces;
  const headEnd = first.indexOf('</head>');
  const all = [first.slice(0, headEnd), head, added.head, first.slice(headEnd), ...others];
  const last = all.pop() ?? '';
  const bodyEnd = last.lastIndexOf('</body>');
  all.push(last.slice(0, bodyEnd), added.body, last.slice(bodyEnd));
  return { ...page, html: all, scripts: [...page.scripts, ...scripts], styles };
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
  const document = await renderRouter(router, { shellOnly, htmlCache });
  const pieces = htmlCache.fill(document.html);
  if (!pieces)
    return addStylesAndScripts(
      await renderRouter(getRouter(context, requestHistory(path, context.origin)), { shellOnly }),
    );
  // Parts of pages that do not exist are not needed again.
  if (document.status === 200) htmlCache.store(document.html);
  return addStylesAndScripts(document, pieces, htmlCache.knownClasses());
};
