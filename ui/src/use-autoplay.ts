import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useDataSaver } from './data-saver.ts';
import { useHoverOrFocus } from './use-hover-or-focus.ts';

/**
 * Takes a step every so often, while the element is in sight, nobody points at it or has the focus in it, and motion
 * and its pictures are welcome. A touch stops it for good: the visitor moves the row now.
 * @param interval milliseconds; undefined never plays
 * @returns whether it plays, how to change that, and the handlers to put on the element
 */
export function useAutoplay(element: RefObject<HTMLElement | null>, interval: number | undefined, step: () => void) {
  const saving = useDataSaver();
  const [playing, setPlaying] = useState(interval !== undefined && !saving);
  const { held, handlers } = useHoverOrFocus();
  const latestStep = useRef(step);
  useEffect(() => {
    latestStep.current = step;
  });
  useEffect(() => {
    if (saving || matchMedia('(prefers-reduced-motion: reduce)').matches) setPlaying(false);
  }, [saving]);
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
    ...handlers,
    onPointerDown: (event: PointerEvent) => event.pointerType !== 'mouse' && setPlaying(false),
  };
  return { playing, setPlaying, hold };
}
