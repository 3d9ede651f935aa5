import { useEffect } from 'react';

/**
 * Without a network, links load whole documents instead of client-side navigation: only the worker knows which pages are cached,
 * and it shows the offline page for others.
 */
export const useFullPageLinks = (isOffline: boolean): void => {
  useEffect(() => {
    if (!isOffline) return;
    // Stop the event before React's root, so that only the browser handles it.
    const bypassRouter = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link && link.origin === location.origin) event.stopPropagation();
    };
    addEventListener('click', bypassRouter, true);
    return () => removeEventListener('click', bypassRouter, true);
  }, [isOffline]);
};
