import { startLateHydration } from '@sokuwa/ui/late-hydration.tsx';
import { lazyWithRetry } from '@sokuwa/ui/lazy-with-retry.tsx';
import { useEffect, useState } from 'react';
import { isKnownVisitor } from '../known-visitor.ts';
import { wasUsedEarly } from '../stylesheet.ts';

/** Enough time for a slow phone to load the visible page first. */
const DELAY_MS = 5000;

// If they can't be loaded, the page works without them.
const LateParts = lazyWithRetry(async () => (await import('./late-parts.tsx')).LateParts, '', '');

/**
 * Rendered once, in the shell: loads the parts that can wait. Nothing waits for who was here before, because the code is cached, or for
 * who has already done something.
 */
export function LateHost() {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const handleDue = () => {
      setIsDue(true);
      startLateHydration();
    };
    const timer = setTimeout(handleDue, isKnownVisitor() || wasUsedEarly() ? 0 : DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDue && <LateParts />;
}
