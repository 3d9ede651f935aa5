import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

// What somebody has typed and not saved or sent yet. It stays on the device, so that a reload, a lost connection or a new sign-in does not
// lose it.

const PREFIX = 'desk-draft ';

/** A stored draft; undefined without one, or if it cannot be read. The caller checks its shape: an earlier release may have stored it. */
export const readDraft = (key: string): unknown => {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Stores a draft until it is removed. @param key names the form and what it is about, such as `reply 7 81f0…` */
export const storeDraft = (key: string, draft: unknown): void => {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(draft));
  } catch {
    // The storage is full or turned off: the draft lives as long as the page.
  }
};

export const removeDraft = (key: string): void => localStorage.removeItem(PREFIX + key);

/** Removes the drafts of everything, when somebody signs out. */
export const removeAllDrafts = (): void => {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
};

/** A text whose draft is stored at each change; an empty text has no draft. The key must not change. */
export const useDraftText = (key: string, initial = ''): [text: string, setText: (text: string) => void] => {
  const [text, setText] = useState(() => {
    const draft = readDraft(key);
    return typeof draft === 'string' ? draft : initial;
  });
  return [
    text,
    (next) => {
      setText(next);
      if (next === '') removeDraft(key);
      else storeDraft(key, next);
    },
  ];
};

/** The default values of a form, with what its draft has for them. */
export const withDraft = <Values extends Record<string, string | boolean>>(key: string, values: Values): Values => {
  const draft = readDraft(key);
  if (typeof draft !== 'object' || draft === null) return values;
  const known = Object.entries(draft).filter(([name, value]) => typeof value === typeof values[name]);
  return { ...values, ...Object.fromEntries(known) };
};

/** Stores the values of a form at each change. They are removed by `removeDraft` when they are saved. */
export const useFormDraft = <Values extends FieldValues>(
  { subscribe }: Pick<UseFormReturn<Values>, 'subscribe'>,
  key: string,
): void => {
  useEffect(
    () =>
      subscribe({
        formState: { values: true, dirtyFields: true },
        callback: ({ values, name }) => {
          // Without a name it is a reset.
          if (name !== undefined) storeDraft(key, values);
        },
      }),
    [subscribe, key],
  );
};
