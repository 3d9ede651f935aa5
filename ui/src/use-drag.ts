import { type DragEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';

/** Below this distance a press is a click, not a drag. */
const DRAG_THRESHOLD_PX = 8;
/** A drag moves to the next item from this share of the element's width, or from this speed. */
const MIN_DISTANCE_RATIO = 0.25;
const MIN_SPEED_PX_PER_MS = 0.4;

/**
 * Tracks a horizontal drag, by finger or mouse, over an element that shows one item at a time.
 * @param onDragEnd called after every drag: 1 next, -1 previous, 0 when the drag was short and slow
 * @returns the current offset in pixels (null: no drag) and the handlers for the element
 */
export function useDrag(onDragEnd: (direction: 1 | 0 | -1) => void) {
  const [dragOffset, setDragOffset] = useState<number | null>(null);
  const start = useRef<{ x: number; time: number } | null>(null);
  const wasDrag = useRef(false);
  const end = (direction: 1 | 0 | -1) => {
    start.current = null;
    if (dragOffset === null) return;
    setDragOffset(null);
    onDragEnd(direction);
  };
  const handlers = {
    onPointerDown: ({ isPrimary, button, clientX, timeStamp }: PointerEvent) => {
      if (!isPrimary || button !== 0) return;
      start.current = { x: clientX, time: timeStamp };
      wasDrag.current = false;
    },
    onPointerMove: ({ currentTarget, isPrimary, buttons, clientX, pointerId }: PointerEvent) => {
      // buttons is 0 when the button was released outside the window.
      if (!start.current || !isPrimary || buttons === 0) return;
      const offset = clientX - start.current.x;
      if (dragOffset === null) {
        if (Math.abs(offset) < DRAG_THRESHOLD_PX) return;
        // Not on pointer down: links inside an element that captures the pointer get no click.
        currentTarget.setPointerCapture(pointerId);
        wasDrag.current = true;
      }
      setDragOffset(offset);
    },
    onPointerUp: ({ currentTarget, isPrimary, clientX, timeStamp }: PointerEvent) => {
      if (!start.current || !isPrimary) return;
      const offset = clientX - start.current.x;
      const isFar = Math.abs(offset) > MIN_DISTANCE_RATIO * currentTarget.clientWidth;
      const isFast = Math.abs(offset) > MIN_SPEED_PX_PER_MS * (timeStamp - start.current.time);
      end(isFar || isFast ? (offset < 0 ? 1 : -1) : 0);
    },
    onPointerCancel: () => end(0),
    /** Suppresses the click at the end of a drag over a link. A click from the keyboard has detail 0. */
    onClickCapture: (event: MouseEvent) => {
      if (!wasDrag.current || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
    // Prevents the native drag and drop of links and pictures.
    onDragStart: (event: DragEvent) => event.preventDefault(),
  };
  return { dragOffset, handlers };
}
