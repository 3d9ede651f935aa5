import { type DragEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';

/** Pixels after which a press is a drag, not a click. */
const SLACK = 8;
/** A drag turns to the next from this part of the element's width, or from this many pixels a millisecond. */
const FAR = 0.25;
const FAST = 0.4;

/**
 * Follows a finger or the mouse sideways over an element that shows one thing at a time.
 * @param turn called at the end of every drag: 1 onwards, -1 back, 0 where it went neither far nor fast
 * @returns how far it is dragged at this moment, null when it is not, and the handlers to put on the element
 */
export function useDrag(turn: (direction: 1 | 0 | -1) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const start = useRef<{ x: number; time: number } | null>(null);
  const wasDrag = useRef(false);
  const end = (direction: 1 | 0 | -1) => {
    start.current = null;
    if (dragged === null) return;
    setDragged(null);
    turn(direction);
  };
  const handlers = {
    onPointerDown: ({ isPrimary, button, clientX, timeStamp }: PointerEvent) => {
      if (!isPrimary || button !== 0) return;
      start.current = { x: clientX, time: timeStamp };
      wasDrag.current = false;
    },
    onPointerMove: ({ currentTarget, isPrimary, buttons, clientX, pointerId }: PointerEvent) => {
      // A button may have been let go elsewhere.
      if (!start.current || !isPrimary || buttons === 0) return;
      const way = clientX - start.current.x;
      if (dragged === null) {
        if (Math.abs(way) < SLACK) return;
        // Not before: with the pointer captured, links within would not be clicked.
        currentTarget.setPointerCapture(pointerId);
        wasDrag.current = true;
      }
      setDragged(way);
    },
    onPointerUp: ({ currentTarget, isPrimary, clientX, timeStamp }: PointerEvent) => {
      if (!start.current || !isPrimary) return;
      const way = clientX - start.current.x;
      const far = Math.abs(way) > FAR * currentTarget.clientWidth;
      const fast = Math.abs(way) > FAST * (timeStamp - start.current.time);
      end(far || fast ? (way < 0 ? 1 : -1) : 0);
    },
    onPointerCancel: () => end(0),
    /** The end of a drag over a link is no click on it; the keyboard's clicks have no detail. */
    onClickCapture: (event: MouseEvent) => {
      if (!wasDrag.current || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    },
    // Links and pictures would be dragged out of the page.
    onDragStart: (event: DragEvent) => event.preventDefault(),
  };
  return { dragged, handlers };
}
