import { useEffect } from 'react';
import { runWhenIdle } from '../../lib/when-idle.ts';
import { loadStylesheet } from '../stylesheet.ts';

const DEFERRED_PARTS = '.deferred-layout, .product-card-place';
/** Milliseconds in which a slow phone lays out one part. */
const LAYOUT_MS = 30;

/** The first of the parts that is in the window, or what is in the middle of the window. */
const findAnchor = (parts: readonly HTMLElement[]): Element | null =>
  parts.find((part) => {
    const { top, bottom } = part.getBoundingClientRect();
    return top < innerHeight && bottom > 0;
  }) ?? document.elementFromPoint(innerWidth / 2, innerHeight / 2);

/**
 * Changes the layout, then scrolls by as much as what is in the window has moved. On a phone the browser's own scroll anchoring
 * misses the height of parts that are laid out for the first time.
 */
const keepPosition = (parts: readonly HTMLElement[], changeLayout: () => void) => {
  const anchor = findAnchor(parts);
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
    const layOutAll = (parts: readonly HTMLElement[]) => {
      const waiting = [...parts];
      const layOut = (remainingMs: () => number) => {
        keepPosition(parts, () => {
          // At least one part each time, so that a browser that is never idle finishes too.
          do {
            const part = waiting.shift();
            part?.style.setProperty('content-visibility', 'visible');
            // Forces the layout of this part.
            part?.getBoundingClientRect();
          } while (waiting.length > 0 && remainingMs() > LAYOUT_MS);
        });
        // From now on, new parts are laid out at once.
        if (waiting.length === 0) document.documentElement.dataset.laidOut = '';
        else cancelIdle = runWhenIdle(layOut);
      };
      cancelIdle = runWhenIdle(layOut);
    };
    const start = () => {
      if (!isStopped) layOutAll([...document.querySelectorAll<HTMLElement>(DEFERRED_PARTS)]);
    };
    loadStylesheet().then(start, start);
    return () => {
      isStopped = true;
      cancelIdle();
    };
  }, []);
};
