import { useEffect } from 'react';
import { NextPagePreview, usePrefetchedProducts } from '../../catalog/index.ts';
import { useAutomaticSaving } from '../../data-saver/index.ts';
import { Offline } from '../../offline/index.ts';
import { loadErrorPage } from './late-error-page.tsx';
import { useFullLayout } from './use-full-layout.ts';
import { useViewTransitions } from './use-view-transitions.ts';

/** Parts that a page does not need in its first seconds. */
export function LateParts() {
  // First, because it decides whether anything may be prefetched.
  useAutomaticSaving();
  useFullLayout();
  usePrefetchedProducts();
  useViewTransitions();
  useEffect(() => {
    // It may be needed when there is no network. If it cannot be loaded now, it is tried again then.
    loadErrorPage().catch(() => {});
  }, []);
  return (
    <>
      <NextPagePreview />
      <Offline />
    </>
  );
}
