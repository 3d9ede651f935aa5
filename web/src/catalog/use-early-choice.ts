import { useAfterHydration } from '@sokuwa/ui/use-after-hydration.ts';
import { type RefObject, useRef } from 'react';

/**
 * Reports the option that a visitor chose before hydration, as a change: React would not notice it, and the select would
 * show a choice that does not apply. The select needs `autoComplete="off"`, because a choice that the browser restores
 * looks the same.
 * @returns the ref of the select
 */
export const useEarlyChoice = (): RefObject<HTMLSelectElement | null> => {
  const select = useRef<HTMLSelectElement>(null);
  useAfterHydration(() => {
    // Only HTML from the server marks the selected option with the attribute `selected`.
    const rendered = [...(select.current?.options ?? [])].find(({ defaultSelected }) => defaultSelected);
    if (rendered && !rendered.selected) select.current?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  return select;
};
