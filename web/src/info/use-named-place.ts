import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Shows the place that the address names (`/faqs#cancel`): opens what it is folded into and scrolls there. The browser
 * does so by itself when a page is loaded; this is for links within the shop, and for the same place asked for again.
 */
export const useNamedPlace = (): void => {
  const location = useLocation();
  useEffect(() => {
    const place = location.hash === '' ? null : document.getElementById(location.hash);
    if (!place) return;
    for (let row = place.closest('details'); row; row = row.parentElement?.closest('details') ?? null) row.open = true;
    place.scrollIntoView();
  }, [location]);
};
