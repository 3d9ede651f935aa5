import { useDeferredValue } from 'react';

let isShown = false;

/**
 * Whether a preview covers the page (next-page-preview.tsx). The next page then appears without a view transition, which would stop
 * all painting, and shows its first view before the rest.
 */
export const isPreviewShown = (): boolean => isShown;
export const setPreviewShown = (value: boolean): void => {
  isShown = value;
};

/** False while a page that replaces a preview is rendered for the first time: a slow phone renders only its first view then. */
export const useIsWhole = (): boolean => useDeferredValue(true, !isShown);
