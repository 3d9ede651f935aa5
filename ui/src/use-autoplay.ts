import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useDataSaver } from './data-saver.ts';
import { useHoverOrFocus } from './use-hover-or-focus.ts';

/**
 * Calls `step` at an interval while the element is visible and neither hovered nor focused. Off with reduced motion and
 * the data saver; a touch stops it permanently, because the visitor then scrolls the list.
 * @param intervalMs undefined: never plays
 * @returns the state, its setter, and the handlers for the element
 */
export function useAutoplay(element: RefObject<HTMLElement | null>, intervalMs: number | undefined, step: () => void) {
  const dataSaver = useDataSaver();
  const [isPlaying, setPlaying] = useState(intervalMs !== undefined && !dataSaver);
  const { isActive, handlers } = useHoverOrFocus();
  const latestStep = useRef(step);
  useEffect(() => {
    latestStep.current = step;
  });
  useEffect(() => {
    if (dataSaver || matchMedia('(prefers-reduced-motion: reduce)').matches) setPlaying(false);
  }, [dataSaver]);
  useEffect(() => {
    if (intervalMs === undefined || !isPlaying || isActive || !element.current) return;
    let isVisible = false;
    const observer = new IntersectionObserver(([entry]) => {
      isVisible = entry?.isIntersecting ?? false;
    });
    observer.observe(element.current);
    const timer = setInterval(() => {
      if (isVisible && !document.hidden) latestStep.current();
    }, intervalMs);
    return () => {
      clearInterval(timer);
      observer.disconnect();
    };
  }, [element, intervalMs, isPlaying, isActive]);
  const onPointerDown = (event: PointerEvent) => event.pointerType !== 'mouse' && setPlaying(false);
  return { isPlaying, setPlaying, handlers: { ...handlers, onPointerDown } };
}
