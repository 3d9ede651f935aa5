import { useEffectEvent, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';

const pending = new Set<() => void>();

/** Applies at once what was entered in parts that were just hydrated. Must not be called while React renders. */
export const applyEarlyEntries = (): void => {
  for (const apply of [...pending]) apply();
};

/**
 * Runs a function once after hydration, for what the visitor entered before, which React does not notice. It also runs
 * after a client-side navigation, where nothing was entered before. The timer is needed because React may hydrate a part
 * while it handles an event of the part, and then runs its effects before the event's handlers. Presses of buttons come after it
 * (early-presses.ts).
 */
export const useAfterHydration = (run: () => void): void => {
  const runLatest = useEffectEvent(run);
  useLayoutEffect(() => {
    const apply = () => {
      if (pending.delete(apply)) flushSync(() => runLatest());
    };
    pending.add(apply);
    setTimeout(apply);
    return () => {
      pending.delete(apply);
    };
  }, []);
};
