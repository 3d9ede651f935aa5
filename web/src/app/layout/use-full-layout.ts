import { useEffect } from 'react';
import { runWhenIdle } from '../../lib/when-idle.ts';
import { loadStylesheet } from '../stylesheet.ts';

const PARTS = '.deferred-layout, .product-card-place';
/** What a slow phone needs to lay out one part at most. */
const PART_MS = 30;

/**
 * Lays out the parts below the first view (`deferred-layout`, base.css) while the browser is idle, so that scroll restoration is exact. One
 * after another, because a slow phone needs 200 ms for all of them, and after the whole stylesheet, which has everything that is laid
 * out looked at again. Used once, in the late parts.
 */
export const useFullLayout = (): void => {
  useEffect(() => {
    let isStopped = false;
    let cancelIdle = () => {};
    let parts: HTMLElement[] = [];
    const layOut = (remainingMs: () => number) => {
      // One at least, also when the browser is never idle.
      do {
        const part = parts.shift();
        part?.style.setProperty('content-visibility', 'visible');
        // Has it laid out now.
        part?.getBoundingClientRect();
      } while (parts.length > 0 && remainingMs() > PART_MS);
      // Parts that come later are not deferred.
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
