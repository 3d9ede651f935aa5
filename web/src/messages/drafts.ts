/** Drafts of messages are stored in the tab, so that a sign-in, a reload or a wrong touch does not lose them. */
const storageKey = (draftId: string) => `draft ${draftId}`;

/** @param draftId names the form and its subject */
export const readDraft = (draftId: string): string => {
  try {
    return sessionStorage.getItem(storageKey(draftId)) ?? '';
  } catch {
    return '';
  }
};

/** Stores a draft. An empty text deletes it. */
export const storeDraft = (draftId: string, text: string): void => {
  try {
    if (text === '') sessionStorage.removeItem(storageKey(draftId));
    else sessionStorage.setItem(storageKey(draftId), text);
  } catch {
    // Storage is disabled: drafts are lost on reload.
  }
};
