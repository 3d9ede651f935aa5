import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the page's content after a change of page, as a browser does when it loads one: readers start
 * with the new page, and Tab does not go on from a link that is gone.
 * @returns the ref for the element that takes the focus
 */
export const useFocusOnNewPage = () => {
  const router = useRouter();
  const content = useRef<HTMLElement>(null);
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
        if (fromLocation && fromLocation.pathname !== toLocation.pathname)
          content.current?.focus({ preventScroll: true });
      }),
    [router],
  );
  return content;
};
