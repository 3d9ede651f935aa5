import { readReturnSearch } from '../lib/login-redirect.ts';

const KEY = 'signInReturnPath';

/** Stores the path to return to after the sign-in at the identity provider, for this tab only. */
export const storeReturnPath = (next: string | undefined): void => {
  try {
    if (next === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, next);
  } catch {
    // Storage is disabled: after a failed sign-in the path is lost.
  }
};

/** Reads the stored path and validates it again; undefined if there is none. */
export const readReturnPath = (): string | undefined => {
  try {
    return readReturnSearch({ next: sessionStorage.getItem(KEY) }).next;
  } catch {
    return undefined;
  }
};
