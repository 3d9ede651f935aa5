import type { SaveTarget } from './saved-targets.ts';

/** A guest's press, until the sign-in that it leads to: in this tab only, and not for long (SAVED-10). */

const STORAGE_KEY = 'pendingSave';
const MAX_AGE_MS = 30 * 60_000;

export const storePendingSave = (target: SaveTarget): void => {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ target, at: Date.now() }));
  } catch {
    // Storage is disabled: the press is lost, the sign-in works all the same.
  }
};

/** @returns the stored press, once */
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
