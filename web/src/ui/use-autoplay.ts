import { type FocusEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/**
 * Takes a step every so often, while the element is in sight, nobody points at it or has the focus in it, and motion
 * is welcome. A touch stops it for good: the visitor moves the row now.
 * @param interval milliseconds; undefined never plays
 * @returns whether it plays, how to change that, and the handlers to put on the element
 */
export function useAutoplay(element: RefObject<HTMLElement | null>, interval: number | undefined, step: () => void) {
  const [playing, setPlaying] = useState(interval !== undefined);
  const [held, setHeld] = useState(false);
  const latestStep = useRef(step);
  useEffect(() => {
    latestStep.current = step;
  });
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setPlaying(false);
  }, []);
  useEffect(() => {
    if (interval === undefined || !playing || held || !element.current) return;
    let seen = false;
    const sight = new IntersectionObserver(([entry]) => {
      seen = entry?.isIntersecting ?? false;
    });
    sight.observe(element.current);
    const timer = setInterval(() => {
      if (seen && !document.hidden) latestStep.current();
    }, interval);
    return () => {
      clearInterval(timer);
      sight.disconnect();
    };
  }, [element, interval, playing, held]);
  const hold = {
    onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && setHeld(true),
    onPointerLeave: () => setHeld(false),
    onPointerDown: (event: PointerEvent) => event.pointerType !== 'mouse' && setPlaying(false),
    onFocus: () => setHeld(true),
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setHeld(false);
    },
  };
  return { playing, setPlaying, hold };
}
