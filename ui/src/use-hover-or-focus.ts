import { type FocusEvent, type PointerEvent, useState } from 'react';

/**
 * Whether somebody is at an element that moves by itself, with the mouse or with the focus: it holds still meanwhile.
 * @returns that, and the handlers to put on the element
 */
export function useHoverOrFocus() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => setPointed(pointerType === 'mouse'),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
  };
  return { held: pointed || focused, handlers };
}
