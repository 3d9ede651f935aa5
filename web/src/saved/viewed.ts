import { addViewed } from '@sokuwa/contract/saved/saved.endpoints.ts';
import { MAX_VIEWED } from '@sokuwa/contract/saved/saved.rules.ts';
import type { Api } from '../lib/api.ts';
import { tokens } from '../lib/token-store.ts';

/** What a guest looked at, in this browser alone, newest first. */
const STORAGE_KEY = 'recentlyViewed';
const LARGEST_ID = 2_147_483_647;

export type View = { product_id: number; viewed_at: string };

const isView = (value: unknown): value is View => {
  if (typeof value !== 'object' || value === null) return false;
  const { product_id: id, viewed_at: at } = value as Partial<View>;
  const isTime = typeof at === 'string' && !Number.isNaN(Date.parse(at)) && new Date(at).toISOString() === at;
  return Number.isInteger(id) && Number(id) >= 1 && Number(id) <= LARGEST_ID && isTime;
};

/** What storage holds, made sound: anybody may write there. */
export const readViews = (text: string | null): View[] => {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    const views = Array.isArray(value) ? value.filter(isView) : [];
    return views
      .filter(({ product_id }, at) => views.findIndex((other) => other.product_id === product_id) === at)
      .slice(0, MAX_VIEWED);
  } catch {
    return [];
  }
};

/** The same with one more in front; what is one too many goes. */
export const withView = (views: readonly View[], product_id: number, viewed_at: string): View[] =>
  [{ product_id, viewed_at }, ...views.filter((view) => view.product_id !== product_id)].slice(0, MAX_VIEWED);

/** Remembers that a product was looked at: for the account of whoever is signed in, else in this browser. */
export const rememberView = async (api: Api, productId: number): Promise<void> => {
  if (tokens.get() !== null) {
    await api.call(addViewed, { body: { views: [{ product_id: productId }] } });
    return;
  }
  const views = readViews(localStorage.getItem(STORAGE_KEY));
  localStorage.setItem(STORAGE_KEY, JSON.stringify(withView(views, productId, new Date().toISOString())));
};

/**
 * Gives what a guest looked at to the account (SAVED-18). It goes from the browser only once the
 * account has it; sent twice, it does no harm. Nobody is kept from signing in by it, nor told.
 * @param token of whoever signs in; it need not be stored yet
 */
export const mergeGuestViews = async (api: Api, token: string): Promise<void> => {
  try {
    const text = localStorage.getItem(STORAGE_KEY);
    const views = readViews(text);
    if (views.length > 0) await api.call(addViewed, { token, body: { views } });
    // What another tab has added meanwhile waits for the next login.
    if (text !== null && localStorage.getItem(STORAGE_KEY) === text) localStorage.removeItem(STORAGE_KEY);
  } catch {
    // They stay where they are, for the next login.
  }
};
