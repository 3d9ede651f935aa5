import { useEffect, useRef } from 'react';

/** Storage key of the specification (SESSION-3). */
const KEY = 'userEmail';

/** Keeps the address that the visitor gave, so that the next form about it need not ask again. */
export const rememberEmail = (email: string): void => {
  try {
    localStorage.setItem(KEY, email);
  } catch {
    // Storage is closed: the next form asks.
  }
};

const rememberedEmail = (): string => {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
};

/** @returns the ref of an email field that is to start with the address kept before; what was typed meanwhile stays */
export const useRememberedEmail = () => {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current?.value === '') field.current.value = rememberedEmail();
  }, []);
  return field;
};
