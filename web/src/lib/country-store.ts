import { createAtom, type ReadonlyAtom } from '@tanstack/react-store';
import { onStorageChange } from './storage-changes.ts';

/** Local storage key of the specification; a cookie stores the choice for the server. */
const STORAGE_KEY = 'country';
const COOKIE_MAX_AGE_SECONDS = 31_536_000;

type StoredCountry = { code: string; name?: string };

/** The visitor's country, one store per router. */
export type CountryStore = {
  get(): string;
  atom: ReadonlyAtom<string>;
  /** The country that the server rendered the page for: hydration renders it too. */
  rendered(): string;
  /** Starts from the country that the server rendered the page for. */
  hydrate(code: string): void;
  /**
   * Takes over the stored choice, and the choices made in other tabs until the returned function is called.
   * @param isKnown whether the shop has prices for a country; an unknown choice is removed
   */
  followStorage(isKnown: (code: string) => Promise<boolean>): () => void;
  /** Chooses a country and stores the choice. */
  choose(code: string, name: string): void;
};

const isCode = (code: unknown): code is string => typeof code === 'string' && /^[A-Z]{2}$/.test(code);

const readStored = (): string | undefined => {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<StoredCountry> | null;
    return isCode(stored?.code) ? stored.code : undefined;
  } catch {
    // Invalid content, or storage is disabled: the default applies.
    return undefined;
  }
};

const writeCookie = (code: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `country=${code}; path=/; max-age=${COOKIE_MAX_AGE_SECONDS}; samesite=lax`;
};

/** @param initial the country until `hydrate` or a choice sets another */
export const makeCountryStore = (initial: string): CountryStore => {
  const atom = createAtom(initial);
  let rendered = initial;
  return {
    get: atom.get,
    atom,
    rendered: () => rendered,
    hydrate: (code) => {
      rendered = code;
      atom.set(code);
    },
    choose: (code, name) => {
      try {
        localStorage.setItem(STORAGE_KEY, JSON.stringify({ code, name } satisfies StoredCountry));
      } catch {
        // Storage is disabled or full: the cookie still stores the choice.
      }
      writeCookie(code);
      atom.set(code);
    },
    followStorage: (isKnown) => {
      const applyStored = async () => {
        const stored = readStored();
        if (!stored || stored === atom.get()) return;
        const known = await isKnown(stored);
        // Another country may have been chosen in the meantime.
        if (readStored() !== stored) return;
        if (known) {
          writeCookie(stored);
          atom.set(stored);
        } else localStorage.removeItem(STORAGE_KEY);
      };
      void applyStored();
      return onStorageChange(() => void applyStored());
    },
  };
};
