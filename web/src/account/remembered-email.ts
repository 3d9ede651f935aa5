import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Storage key of the specification (SESSION-3). It is removed with the tokens (`token-store.ts`). */
const KEY = 'userEmail';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The email address to prefill on the linked page. Stored in the history entry, so that it does not appear in the
     * URL.
     */
    email?: string;
  }
}

/** Stores the email address that was entered on the resend page. Only that page may call it (SESSION-3). */
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

/**
 * Prefills an email field with the address from the history entry, otherwise with the stored one.
 * @returns the field's ref
 */
export const useRememberedEmail = () => {
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current?.value === '') field.current.value = router.state.location.state.email ?? rememberedEmail();
  }, [router]);
  return field;
};
