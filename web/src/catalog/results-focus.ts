import { scrollBehavior } from '@sokuwa/ui/scroll-behavior.ts';

export const RESULTS_ID = 'results';
/** Milliseconds from a change of page to the scroll (LIST-59). */
const SCROLL_DELAY = 100;

/** Puts the focus where the products begin, so that keyboards go on from there after what they pressed has gone. */
export const focusResults = (): void => document.getElementById(RESULTS_ID)?.focus({ preventScroll: true });

/** After a change of page: to the top of the main area, a moment later. */
export const scrollToResults = (): void => {
  setTimeout(() => {
    document.getElementById('main')?.scrollIntoView({ behavior: scrollBehavior(), block: 'start' });
    focusResults();
  }, SCROLL_DELAY);
};
