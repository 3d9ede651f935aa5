import { type FocusEvent, type PointerEvent, useState } from 'react';

/**
 * Whether the mouse is over an element or the focus is in it; automatic movement pauses meanwhile (WCAG 2.2.2).
 * @returns the state and the handlers for the element
 */
export function useHoverOrFocus() {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType === 'mouse'),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
  };
  return { isActive: hovered || focused, handlers };
}
