import type { RenderPage } from '@sokuwa/contract/page.ts';
import { SHELL } from '../offline/index.ts';
import { getRouter } from './router.tsx';
import { renderRouter, requestHistory } from './ssr.ts';

/** Renders one page. */
export const render: RenderPage = (path, context) => {
  const history = requestHistory(path, context.origin);
  // The service worker stores the shell and shows it for pages that it cannot fetch.
  const shellOnly = history.location.pathname === SHELL;
  return renderRouter(getRouter(context, history), { shellOnly });
};
