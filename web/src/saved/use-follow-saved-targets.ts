import { useEffect } from 'react';
import { useAppContext } from '../lib/app-context.ts';
import { useToken } from '../lib/token-store.ts';

/** Used once, in the shell: keeps `savedTargets` up to date for a signed-in visitor. Guests load nothing for it. */
export const useFollowSavedTargets = (): void => {
  const context = useAppContext();
  const token = useToken();
  useEffect(() => {
    if (token === null) return;
    let isCurrent = true;
    import('./saved-changes.ts').then(
      ({ followSavedTargets }) => {
        if (isCurrent) followSavedTargets(context, token);
      },
      // Hearts stay empty; a press loads the code again and shows an error if that fails.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [context, token]);
};
