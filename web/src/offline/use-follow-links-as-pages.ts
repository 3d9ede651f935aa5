import { useEffect } from 'react';

/**
 * Without a network, links load whole documents instead of client-side navigation: only the worker knows which pages it has, and it
 * shows the offline page for others.
 */
export const useFollowLinksAsPages = (offline: boolean): void => {
  useEffect(() => {
    if (!offline) return;
    // Stop the event before React's root, so that only the browser handles it.
    const keepFromRouter = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link && link.origin === location.origin) event.stopPropagation();
    };
    addEventListener('click', keepFromRouter, true);
    return () => removeEventListener('click', keepFromRouter, true);
  }, [offline]);
};
