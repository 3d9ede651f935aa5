import { useEffect } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';

/**
 * Lays out the parts below the first view (`laterClass`) once the browser is idle, so that scroll restoration is exact. Used once, in
 * the shell.
 */
export const useFullLayout = (): void => {
  useEffect(() => {
    let callOff = () => {};
    const later = () => {
      callOff = whenIdle(() => {
        document.documentElement.dataset.laidOut = '';
      });
    };
    if (document.readyState === 'complete') later();
    else addEventListener('load', later, { once: true });
    return () => {
      removeEventListener('load', later);
      callOff();
    };
  }, []);
};
