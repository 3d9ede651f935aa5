import { startLateHydration } from './late-hydration.tsx';
import { applyEarlyEntries } from './use-after-hydration.ts';

/**
 * Presses of buttons before React has hydrated their part of the page. A script in the head remembers them from the first
 * paint on: their times, each after a space, in the attribute `data-waiting` of the button, by which styles show that it
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
/** Time after the last press of a button until its presses are dropped: an action that starts later would surprise the visitor. */
const MAX_WAIT_MS = 30_000;
const RETRY_DELAY_MS = 50;
/** Pixels that a pointer may move during a press of a control that the layout moves: a finger is never quite still. */
const MAX_POINTER_MOVE = 15;

/**
 * For the head of the page. Remembers presses, also by keyboard, which sends clicks too. The browser itself submits a form
 * that has an action. Drops the press of a button that opens a dialog or menu when the visitor presses something else, and every
 * press when the visitor leaves the page: the back/forward cache could restore it much later.
 *
 * A control that the layout has moved between press and release gets the click: the browser would send it to whatever is under the
 * pointer at the release. Content moves when parts below the first view are laid out after a jump down the page. Who moves the pointer
 * off a control cancels the press (WCAG 2.5.2).
 */
export const EARLY_PRESSES_SCRIPT = `(()=>{let p,y,f,at=()=>p.getBoundingClientRect().y,drop=(s,b)=>document.querySelectorAll('[data-waiting]'+s).forEach(w=>w==b||delete w.dataset.waiting);addEventListener('pagehide',()=>drop(''));addEventListener('pointerdown',e=>{p=e.target.closest('a,button');y=p&&at();f=e},true);addEventListener('click',e=>{let b=e.target.closest('button:not([aria-disabled=true],form[action] [type=submit])'),d=b?.dataset,stop=()=>{e.preventDefault();e.stopPropagation()};if(e.isTrusted){if(e.detail&&p?.isConnected&&!p.contains(e.target)&&at()!=y&&Math.hypot(e.clientX-f.clientX,e.clientY-f.clientY)<${MAX_POINTER_MOVE}){stop();p.dispatchEvent(new MouseEvent('click',e));return}drop(':is([aria-haspopup],[data-press=last])',b)}if(!b||!d.waiting&&self.isHydrated?.(b))return;stop();b.pressedName=b.ariaLabel;b.pressedState=b.ariaPressed;d.waiting=(d.waiting||'')+' '+e.timeStamp;clearTimeout(b.dropTimer);b.dropTimer=setTimeout(()=>delete d.waiting,${MAX_WAIT_MS})},true)})()`;

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
