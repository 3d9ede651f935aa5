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

/**
 * Whether to render the whole page. False in the first render of a page that replaces a preview: a slow phone renders only the first
 * view then, and the rest afterwards.
 */
export const useIsWhole = (): boolean => useDeferredValue(true, !isShown);
