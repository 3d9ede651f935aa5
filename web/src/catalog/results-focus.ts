import { scrollBehavior } from '@sokuwa/ui/scroll-behavior.ts';

export const RESULTS_ID = 'results';
/** Delay of the scroll after a change of page (LIST-59). */
const SCROLL_DELAY_MS = 100;

/** Moves the focus to the start of the products when the clicked control disappears. */
export const focusResults = (): void => document.getElementById(RESULTS_ID)?.focus({ preventScroll: true });

/** Scrolls to the top of the main area after a change of page. */
export const scrollToResults = (): void => {
  setTimeout(() => {
    document.getElementById('main')?.scrollIntoView({ behavior: scrollBehavior(), block: 'start' });
    focusResults();
  }, SCROLL_DELAY_MS);
};
