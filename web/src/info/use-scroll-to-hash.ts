import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Scrolls to the element of the URL's hash (`/faqs#cancel`) and opens the accordion items that contain it. The browser does
 * so itself when it loads a page; this is for client-side navigation, and for a second click on the same link.
 */
export const useScrollToHash = (): void => {
  const location = useLocation();
  useEffect(() => {
    const target = location.hash === '' ? null : document.getElementById(location.hash);
    if (!target) return;
    for (let row = target.closest('details'); row; row = row.parentElement?.closest('details') ?? null) row.open = true;
    target.scrollIntoView();
  }, [location]);
};
