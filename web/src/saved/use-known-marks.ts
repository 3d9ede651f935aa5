import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useToken } from '../lib/token-store.ts';

/** Shows what whoever is signed in has saved and follows. Stands once in the shell; guests fetch nothing for it. */
export const useKnownMarks = (): void => {
  const router = useRouter();
  const token = useToken();
  useEffect(() => {
    if (token === null) return;
    let stop: (() => void) | undefined;
    let left = false;
    // Where it can't be fetched hearts stay empty; a press fetches it again, and says when it can't.
    import('./keep-marks.ts').then(
      ({ keepMarks }) => {
        if (!left) stop = keepMarks(router, token);
      },
      () => {},
    );
    return () => {
      left = true;
      stop?.();
    };
  }, [router, token]);
};
