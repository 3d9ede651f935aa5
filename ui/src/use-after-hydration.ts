import { useEffect, useEffectEvent } from 'react';

/**
 * Runs a function once after hydration, for what the visitor entered before, which React does not notice. Not in an
 * effect itself: React may hydrate a part while it handles an event of the part, and runs its effects before the event's
 * handlers.
 */
export const useAfterHydration = (run: () => void): void => {
  const runLatest = useEffectEvent(run);
  useEffect(() => {
    const timer = setTimeout(() => runLatest());
    return () => clearTimeout(timer);
  }, []);
};
