import { useEffectEvent, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';

/**
 * Runs a function once after hydration, for what the visitor entered before, which React does not notice. It also runs
 * after a client-side navigation, where nothing was entered before. The timer is needed because React may hydrate a part
 * while it handles an event of the part, and then runs its effects before the event's handlers. A layout effect and
 * `flushSync`, so that a press that was remembered (early-presses.ts) comes after it.
 */
export const useAfterHydration = (run: () => void): void => {
  const runLatest = useEffectEvent(run);
  useLayoutEffect(() => {
    const timer = setTimeout(() => flushSync(() => runLatest()));
    return () => clearTimeout(timer);
  }, []);
};
