import { useSyncExternalStore } from 'react';

/** Storage keys of the specification (1-shopping, section 9; 2-account-checkout, section 3). */
const TOKEN_KEY = 'authToken';
const MERCHANT_TOKEN_KEY = 'merchantToken';

/** What can travel in a header: visible ASCII. Whatever else storage holds is no token, and would break every call. */
const TOKEN = /^[\x21-\x7e]{1,500}$/;

export type TokenStore = {
  /** The buyer's token, or null for a guest. */
  get(): string | null;
  /** The token that sends replies to merchants, or null where there is none. */
  merchant(): string | null;
  /**
   * Signs in: keeps both tokens of a session.
   * @returns whether the browser lets the shop keep them; otherwise nobody is signed in
   */
  keep(session: { token: string; merchant_token: string }): boolean;
  /** Forgets a token, and the merchant token with it. Another one, stored meanwhile, stays. */
  drop(token: string): void;
  subscribe(listener: () => void): () => void;
};

/** @param openStorage gives the storage; may throw, as `localStorage` itself does where it is closed */
export const makeTokenStore = (openStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): TokenStore => {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  // Always what is stored: another tab may have signed in or out a moment ago.
  const read = (key: string) => {
    try {
      const text = openStorage().getItem(key);
      return text !== null && TOKEN.test(text) ? text : null;
    } catch {
      return null;
    }
  };
  const get = () => read(TOKEN_KEY);
  return {
    get,
    merchant: () => read(MERCHANT_TOKEN_KEY),
    keep: ({ token, merchant_token }) => {
      try {
        const storage = openStorage();
        // Last of the two: whoever sees the buyer's finds the other.
        storage.setItem(MERCHANT_TOKEN_KEY, merchant_token);
        storage.setItem(TOKEN_KEY, token);
      } catch {
        return false;
      }
      tell();
      return get() === token;
    },
    drop: (token) => {
      if (get() !== token) return;
      const storage = openStorage();
      storage.removeItem(TOKEN_KEY);
      storage.removeItem(MERCHANT_TOKEN_KEY);
      tell();
    },
    subscribe: (listener) => {
      // Whatever another tab stores; and a page that comes back from the browser's page cache heard nothing meanwhile.
      if (listeners.size === 0) for (const name of ['storage', 'pageshow']) addEventListener(name, tell);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) for (const name of ['storage', 'pageshow']) removeEventListener(name, tell);
      };
    },
  };
};

export const tokens = makeTokenStore(() => localStorage);

const nobody = () => null;

/** The stored token; null for a guest, on the server, and until the page has come alive. */
export const useToken = (): string | null => useSyncExternalStore(tokens.subscribe, tokens.get, nobody);
