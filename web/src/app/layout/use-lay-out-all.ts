import { useEffect } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';

/**
 * Stands once in the shell: when the first view is there and the browser has time, the parts below it (`laterClass`)
 * are laid out too. From then on every page is laid out whole, so that places to scroll back to are exact.
 */
export const useLayOutAll = (): void => {
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
