import { useEffect } from 'react';
import { runWhenIdle } from '../../lib/when-idle.ts';

/**
 * Lays out the parts below the first view (`deferredLayoutClass`) when the browser is idle, so that scroll restoration is exact.
 * Used once, in the shell.
 */
export const useFullLayout = (): void => {
  useEffect(() => {
    let cancelIdle = () => {};
    const scheduleLayout = () => {
      cancelIdle = runWhenIdle(() => {
        document.documentElement.dataset.laidOut = '';
      });
    };
    if (document.readyState === 'complete') scheduleLayout();
    else addEventListener('load', scheduleLayout, { once: true });
    return () => {
      removeEventListener('load', scheduleLayout);
      cancelIdle();
    };
  }, []);
};
