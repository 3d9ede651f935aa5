import { useEffect } from 'react';
import { runWhenIdle } from '../../lib/when-idle.ts';
import { loadStylesheet } from '../stylesheet.ts';

const PARTS = '.deferred-layout, .product-card-place';
/** Milliseconds in which a slow phone lays out one part. */
const PART_MS = 30;

/**
 * Changes the layout, then scrolls by as much as the middle of the screen has moved. On a phone the browser's own scroll anchoring
 * misses the height of parts that are laid out for the first time.
 */
const keepPosition = (changeLayout: () => void) => {
  const anchor = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const top = anchor?.getBoundingClientRect().top ?? 0;
  changeLayout();
  const moved = (anchor?.getBoundingClientRect().top ?? 0) - top;
  if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
};

/**
 * Lays out the parts below the first view (`deferred-layout`, base.css) while the browser is idle, so that scroll restoration is exact.
 * The parts are laid out one after another, because a slow phone needs 200 ms for all of them. It starts when the whole stylesheet is
 * loaded, because a new stylesheet makes the browser recalculate the styles of everything that is laid out. Used once, in the late parts.
 */
export const useFullLayout = (): void => {
  useEffect(() => {
    let isStopped = false;
    let cancelIdle = () => {};
    let parts: HTMLElement[] = [];
    const layOut = (remainingMs: () => number) => {
      keepPosition(() => {
        // At least one part each time, so that a browser that is never idle finishes too.
        do {
          const part = parts.shift();
          part?.style.setProperty('content-visibility', 'visible');
          // Forces the layout of this part.
          part?.getBoundingClientRect();
        } while (parts.length > 0 && remainingMs() > PART_MS);
      });
      // From now on, new parts are laid out at once.
      if (parts.length === 0) document.documentElement.dataset.laidOut = '';
      else cancelIdle = runWhenIdle(layOut);
    };
    const start = () => {
      if (isStopped) return;
      parts = [...document.querySelectorAll<HTMLElement>(PARTS)];
      cancelIdle = runWhenIdle(layOut);
    };
    loadStylesheet().then(start, start);
    return () => {
      isStopped = true;
      cancelIdle();
    };
  }, []);
};
