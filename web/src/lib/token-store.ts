import { createAtom } from '@tanstack/react-store';
import { useSyncExternalStore } from 'react';
import { onStorageChange } from './storage-changes.ts';

/** Storage keys of the specification. */
const TOKEN_KEY = 'authToken';
const MERCHANT_TOKEN_KEY = 'merchantToken';
const EMAIL_KEY = 'userEmail';

/** A valid header value: visible ASCII. Any other stored text would make every request fail. */
const VALID_TOKEN = /^[\x21-\x7e]{1,500}$/;

export type TokenStore = {
  /** The buyer's token, or null for a guest. */
  get(): string | null;
  /** The token for replies to merchants, or null. */
  merchant(): string | null;
  /**
   * Signs in: stores both tokens of a session.
   * @returns false when the browser does not store them; then nobody is signed in
   */
  save(session: { token: string; merchant_token: string }): boolean;
  /**
   * Treats a token as absent in this tab, although it stays stored until `remove`. Used after the account is deleted,
   * because every call with its token would be refused (ACCOUNT-132).
   */
  retire(token: string): void;
  /** Removes a token, and the merchant token and the stored email address with it. Another token, stored in the meantime, stays. */
  remove(token: string): void;
  subscribe(listener: () => void): () => void;
};

/** @param openStorage returns the storage; may throw, as `localStorage` itself does when storage is disabled */
export const makeTokenStore = (openStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): TokenStore => {
  /** The token itself is always read from storage, which other tabs also write; the atom notifies of changes in this tab. */
  const changes = createAtom(0);
  const notify = () => changes.set((count) => count + 1);
  const read = (key: string) => {
    try {
      const text = openStorage().getItem(key);
      return text !== null && VALID_TOKEN.test(text) ? text : null;
    } catch {
      return null;
    }
  };
  let retired: string | undefined;
  const get = () => {
    const token = read(TOKEN_KEY);
    return token === retired ? null : token;
  };
  return {
    get,
    merchant: () => read(MERCHANT_TOKEN_KEY),
    save: ({ token, merchant_token }) => {
      try {
        const storage = openStorage();
        // Write the buyer's token last, so that other tabs that see it also find the merchant token.
        storage.setItem(MERCHANT_TOKEN_KEY, merchant_token);
        storage.setItem(TOKEN_KEY, token);
      } catch {
        return false;
      }
      notify();
      return get() === token;
    },
    retire: (token) => {
      retired = token;
      notify();
    },
    remove: (token) => {
      if (read(TOKEN_KEY) !== token) return;
      const storage = openStorage();
      storage.removeItem(TOKEN_KEY);
      storage.removeItem(MERCHANT_TOKEN_KEY);
      storage.removeItem(EMAIL_KEY);
      notify();
    },
    subscribe: (listener) => {
      const { unsubscribe } = changes.subscribe(listener);
      const stop = onStorageChange(listener);
      return () => {
        unsubscribe();
        stop();
      };
    },
  };
};

export const tokens = makeTokenStore(() => localStorage);

const getServerSnapshot = () => null;

/** The stored token; null for a guest, on the server, and until the page has hydrated. */
export const useToken = (): string | null => useSyncExternalStore(tokens.subscribe, tokens.get, getServerSnapshot);
