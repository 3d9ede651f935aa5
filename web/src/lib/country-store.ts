/** Where the choice is kept: as the specification says in local storage, and for the server in a cookie. */
const STORAGE_KEY = 'country';
const A_YEAR = 31_536_000;

type Stored = { code: string; name?: string };

/** The visitor's country: one store a router, told to whoever listens. */
export type CountryStore = {
  get(): string;
  /** The country that the page was rendered for: what is shown until the page has come alive. */
  rendered(): string;
  /** Sets the country that the page was rendered for. */
  start(code: string): void;
  /**
   * Takes over the stored choice, and follows the choices of other tabs until the returned function is called.
   * @param isKnown whether prices can be had for a country; what is not known is forgotten
   */
  listen(isKnown: (code: string) => Promise<boolean>): () => void;
  /** Chooses a country and remembers it. */
  choose(code: string, name: string): void;
  subscribe(listener: () => void): () => void;
};

const isCode = (code: unknown): code is string => typeof code === 'string' && /^[A-Z]{2}$/.test(code);

const readStored = (): string | undefined => {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<Stored> | null;
    return isCode(stored?.code) ? stored.code : undefined;
  } catch {
    // Something else wrote there, or storage is closed: the default holds.
    return undefined;
  }
};

const writeCookie = (code: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `country=${code}; path=/; max-age=${A_YEAR}; samesite=lax`;
};

/** @param initial the country until `start` or a choice says another */
export const makeCountryStore = (initial: string): CountryStore => {
  let current = initial;
  let rendered = initial;
  const listeners = new Set<() => void>();
  const set = (code: string) => {
    if (code === current) return;
    current = code;
    for (const listener of listeners) listener();
  };
  return {
    get: () => current,
    rendered: () => rendered,
    start: (code) => {
      current = code;
      rendered = code;
    },
    choose: (code, name) => {
      try {
        localStorage.setItem(STORAGE_KEY, JSON.stringify({ code, name } satisfies Stored));
      } catch {
        // Storage is closed: the cookie still remembers.
      }
      writeCookie(code);
      set(code);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    listen: (isKnown) => {
      const follow = async () => {
        const stored = readStored();
        if (!stored || stored === current) return;
        const known = await isKnown(stored);
        // Meanwhile another may have been chosen.
        if (readStored() !== stored) return;
        if (known) {
          writeCookie(stored);
          set(stored);
        } else localStorage.removeItem(STORAGE_KEY);
      };
      follow();
      addEventListener('storage', follow);
      return () => removeEventListener('storage', follow);
    },
  };
};
