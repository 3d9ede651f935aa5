import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/** Milliseconds in which a page on a slow phone has got what it shows. */
const LATER = 5000;

// Where they can't be fetched the page goes on without.
const LateParts = lazy<ComponentType>(() => import('./late-parts.tsx').catch(() => ({ default: () => null })));

/** Stands once in the shell, for what can wait; where the service worker keeps it already, it need not. */
export function LateHost() {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setDue, navigator.serviceWorker?.controller ? 0 : LATER, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    due && (
      <Suspense>
        <LateParts />
      </Suspense>
    )
  );
}
