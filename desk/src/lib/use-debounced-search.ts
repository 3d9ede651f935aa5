import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 300;

/**
 * The text of a search field, whose state is in the address.
 * @param applied the search of the address
 * @param apply called when the text has not changed for a moment
 */
export const useDebouncedSearch = (
  applied: string,
  apply: (text: string) => void,
): [text: string, setText: (text: string) => void] => {
  const [text, setText] = useState(applied);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastApplied = useRef(applied);

  // The address has changed otherwise, such as by the browser's back button.
  useEffect(() => {
    if (applied === lastApplied.current) return;
    lastApplied.current = applied;
    setText(applied);
  }, [applied]);
  // While the next page is loaded, this one is still there: its search would cancel the way to the next.
  const router = useRouter();
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && clearTimeout(timer.current)),
    [router],
  );
  useEffect(() => () => clearTimeout(timer.current), []);

  return [
    text,
    (next) => {
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        lastApplied.current = next.trim();
        apply(next.trim());
      }, DEBOUNCE_MS);
    },
  ];
};
