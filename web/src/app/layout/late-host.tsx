import { lazyWithRetry } from '@sokuwa/ui/lazy-with-retry.tsx';
import { useEffect, useState } from 'react';

/** By then a page on a slow phone has loaded what it shows. */
const DELAY_MS = 5000;

// Without them the page keeps working.
const LateParts = lazyWithRetry(async () => (await import('./late-parts.tsx')).LateParts, '', '');

/** Stands once in the shell, for what can wait. With a service worker the code is cached, so nothing has to wait. */
export function LateHost() {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setDue, navigator.serviceWorker?.controller ? 0 : DELAY_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return due && <LateParts />;
}
