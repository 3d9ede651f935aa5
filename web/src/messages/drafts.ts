/**
 * What was begun to be written, so that a sign-in, a reload or a slip of the thumb loses none of it. It stays in the tab.
 */
const keyOf = (what: string) => `draft ${what}`;

/** @param what names the form, and what it is about */
export const readDraft = (what: string): string => {
  try {
    return sessionStorage.getItem(keyOf(what)) ?? '';
  } catch {
    return '';
  }
};

/** Empty text forgets the draft. */
export const keepDraft = (what: string, text: string): void => {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(what));
    else sessionStorage.setItem(keyOf(what), text);
  } catch {
    // A browser that keeps nothing keeps no drafts either.
  }
};
