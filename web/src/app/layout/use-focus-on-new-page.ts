import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the page's content after a navigation, so that screen readers and the Tab key start with the new page.
 * @returns the ref for the element that receives the focus
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
