import type { Atom, ReadonlyAtom } from '@tanstack/react-store';
import { useCallback, useSyncExternalStore } from 'react';

type Readable<Value> = Atom<Value> | ReadonlyAtom<Value>;

/**
 * The value of an atom, or the result of `select` for it. Unlike the library's `useSelector`, hydration renders
 * `serverValue`, as the server did: an atom may have changed before a part of the page hydrates.
 * @param select must return the same object while the atom's value is the same
 */
export function useAtomValue<Value>(atom: Readable<Value>, serverValue: NoInfer<Value>): Value;
export function useAtomValue<Value, Selected>(
  atom: Readable<Value>,
  serverValue: NoInfer<Selected>,
  select: (value: Value) => Selected,
): Selected;
export function useAtomValue(
  atom: Readable<unknown>,
  serverValue: unknown,
  select: (value: unknown) => unknown = (value) => value,
): unknown {
  const subscribe = useCallback(
    (listener: () => void) => {
      const { unsubscribe } = atom.subscribe(listener);
      return unsubscribe;
    },
    [atom],
  );
  return useSyncExternalStore(
    subscribe,
    () => select(atom.get()),
    () => serverValue,
  );
}
