import { useEffect, useRef } from 'react';

/** Storage key of the specification (SESSION-3). */
const KEY = 'userEmail';

/** Stores the entered email address, to prefill the next form. */
export const rememberEmail = (email: string): void => {
  try {
    localStorage.setItem(KEY, email);
  } catch {
    // Storage is disabled: the next form is empty.
  }
};

const rememberedEmail = (): string => {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
};

/** Prefills an email field with the stored address, unless the user has typed. @returns the field's ref */
export const useRememberedEmail = () => {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current?.value === '') field.current.value = rememberedEmail();
  }, []);
  return field;
};
