import { createAtom } from '@tanstack/react-store';

const KEY = 'desk-shortcuts';
const OFF = 'off';

/** Whether single keys are shortcuts. People who speak to their device turn them off (WCAG 2.1.4). */
export const areShortcutsOn = createAtom(import.meta.env.SSR || localStorage.getItem(KEY) !== OFF);

export const setShortcuts = (isOn: boolean): void => {
  areShortcutsOn.set(isOn);
  if (isOn) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, OFF);
};
