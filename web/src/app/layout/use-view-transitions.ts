import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isPreviewShown } from '../../catalog/index.ts';

const isMotionAllowed = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Lets another page appear with a view transition. Filters and orders, which keep the path, are shown at once. A browser
 * without types of transitions would show them always, also if the visitor prefers reduced motion.
 */
export const useViewTransitions = (): void => {
  const router = useRouter();
  useEffect(() => {
    if (!CSS.supports('selector(:active-view-transition-type(a))')) return;
    router.options.defaultViewTransition = {
      types: ({ pathChanged }) => (pathChanged && isMotionAllowed() && !isPreviewShown() ? [] : false),
    };
  }, [router]);
};
