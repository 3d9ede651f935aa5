import type { Atom, ReadonlyAtom } from '@tanstack/react-store';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * The value of an atom. Unlike the library's `useSelector`, hydration renders `serverValue`, as the server did: an atom
 * may have changed before a part of the page hydrates.
 */
export const useAtomValue = <T>(atom: Atom<T> | ReadonlyAtom<T>, serverValue: T): T => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const { unsubscribe } = atom.subscribe(listener);
      return unsubscribe;
    },
    [atom],
  );
  return useSyncExternalStore(subscribe, atom.get, () => serverValue);
};
