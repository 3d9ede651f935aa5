import type { QueryClient } from '@tanstack/react-query';
import { tokens } from './token-store.ts';

let isWatching = false;

/**
 * From now on, a page of a signed-in visitor that the back/forward cache restores is updated: what it shows is as old as its
 * last visit. If the session has ended or another one has started, its personal data must not be seen: the page stays
 * invisible and is loaded again. Further calls do nothing.
 */
export const watchRestoredPage = (queryClient: QueryClient): void => {
  if (isWatching) return;
  isWatching = true;
  const { style } = document.documentElement;
  let tokenBefore: string | null = null;
  addEventListener('pagehide', () => {
    tokenBefore = tokens.get();
    // A browser may paint a restored page before it fires pageshow.
    if (tokenBefore !== null) style.visibility = 'hidden';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    if (tokens.get() === tokenBefore) {
      style.visibility = '';
      void queryClient.invalidateQueries();
    } else {
      style.visibility = 'hidden';
      location.reload();
    }
  });
};
