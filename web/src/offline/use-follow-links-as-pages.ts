import { useEffect } from 'react';

/**
 * While the shop can't be reached, links load whole pages: only the worker knows whether it has one, and shows the way
 * to others where it has not.
 */
export const useFollowLinksAsPages = (offline: boolean): void => {
  useEffect(() => {
    if (!offline) return;
    // React listens below the window: what stops here reaches the browser alone.
    const keepFromRouter = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link && link.origin === location.origin) event.stopPropagation();
    };
    addEventListener('click', keepFromRouter, true);
    return () => removeEventListener('click', keepFromRouter, true);
  }, [offline]);
};
