import { startLateHydration } from './late-hydration.tsx';
import { applyEarlyEntries } from './use-after-hydration.ts';

/**
 * Presses of buttons before React has hydrated their part of the page. A script in the head
 * (early-presses-script.ts) remembers them from the first paint on: their times, each after a space, in the attribute `data-waiting` of the button, by which styles show that it
 * waits. This module carries them out.
 */

declare global {
  interface Window {
    /** Set when React has started. Until then no part of the page is hydrated. */
    isHydrated?: (button: HTMLElement) => boolean;
  }
  interface HTMLElement {
    /** The accessible name of a button, and the state of a toggle, when it was pressed. */
    pressedName?: string | null;
    pressedState?: string | null;
  }
}

/** For a button whose every press counts. Others are pressed once, because a visitor may press again when nothing happens. */
export const EVERY_PRESS_COUNTS = { 'data-press': 'every' };
/** For a button that opens something that closes at a press elsewhere. Such a press drops the waiting one. */
export const LAST_PRESS_COUNTS = { 'data-press': 'last' };
const RETRY_DELAY_MS = 50;
/** An event that React handles like a click, but for which no component has a handler. */
const PROBE = 'auxclick';

/**
 * Whether React has hydrated the button, or could do so at once. React stops an event of a part that it has not hydrated,
 * after trying to hydrate the part, so then the event does not reach the button.
 */
const isHydrated = (button: HTMLElement): boolean => {
  let isReached = false;
  const handleProbe = () => {
    isReached = true;
  };
  button.addEventListener(PROBE, handleProbe);
  button.dispatchEvent(new Event(PROBE));
  button.removeEventListener(PROBE, handleProbe);
  return isReached;
};

/** Whether the button can be pressed. What was entered before hydration has been applied by then, because the press may depend on it. */
const isReady = (button: HTMLElement): boolean => {
  if (!isHydrated(button)) return false;
  applyEarlyEntries();
  return true;
};

/** The buttons with waiting presses, in the order of their first press. */
const findWaiting = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-waiting]')].sort(
    (one, other) => Number.parseFloat(one.dataset.waiting ?? '') - Number.parseFloat(other.dataset.waiting ?? ''),
  );

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

let isRunning = false;
const carryOutAll = async (): Promise<void> => {
  if (isRunning) return;
  isRunning = true;
  for (let buttons = findWaiting(); buttons.length > 0; buttons = findWaiting()) {
    startLateHydration();
    for (const button of buttons) {
      if (!isReady(button)) continue;
      // Effects after hydration can change its name.
      await wait(0);
      const times = button.dataset.waiting;
      delete button.dataset.waiting;
      const isSame = button.pressedName === button.ariaLabel && button.pressedState === button.ariaPressed;
      // A toggle with another name or state would now do the opposite, as Pause when nothing plays. What opens always opens.
      if (!times || (!isSame && !button.ariaHasPopup)) continue;
      for (let count = button.dataset.press === 'every' ? times.split(' ').length - 1 : 1; count > 0; count--) {
        button.click();
        // React renders what the press has changed, from which the next one starts.
        await null;
      }
    }
    await wait(RETRY_DELAY_MS);
  }
  isRunning = false;
};

/** Carries out each remembered press as soon as the part of its button is hydrated. To be called once, when React has started. */
export const startEarlyPresses = (): void => {
  window.isHydrated = isReady;
  // The script in the head has the first listener, so it has remembered the press.
  addEventListener('click', carryOutAll, true);
  void carryOutAll();
};
