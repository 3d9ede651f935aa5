import { toast } from '@sokuwa/ui/toast.ts';
import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { followMarks, getMarks, type Mark } from './marks.ts';

const notYet = () => undefined;

/**
 * Whether something is marked (undefined on the server, and until the page has come alive), and what a press does: it
 * answers at once and settles with the server; a guest is led to the login and back. What does it is fetched with the
 * first press, or for the signed in before.
 */
export const useMark = (mark: Mark): [marked: boolean | undefined, press: () => void] => {
  const router = useRouter();
  const marked = useSyncExternalStore(followMarks, () => getMarks().has(mark), notYet);
  return [
    marked,
    () => {
      import('./keep-marks.ts').then(
        ({ press }) => press(router, mark),
        () => toast.error('Network Error'),
      );
    },
  ];
};
