import type { SaveTarget } from './saved-targets.ts';

/** Stores what a guest wants to save until the sign-in, in this tab and for a limited time (SAVED-10). */

const STORAGE_KEY = 'pendingSave';
const MAX_AGE_MS = 30 * 60_000;

export const storePendingSave = (target: SaveTarget): void => {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ target, at: Date.now() }));
  } catch {
    // Storage is disabled: nothing is saved after the sign-in.
  }
};

/** Reads and removes the stored target. */
export const takePendingSave = (): SaveTarget | undefined => {
  try {
    const { target, at } = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    sessionStorage.removeItem(STORAGE_KEY);
    const isTarget = typeof target === 'string' && /^(?:product|merchant) [1-9]\d{0,9}$/.test(target);
    return isTarget && Date.now() - at < MAX_AGE_MS ? (target as SaveTarget) : undefined;
  } catch {
    return undefined;
  }
};
