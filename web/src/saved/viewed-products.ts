import type { Api } from '@sokuwa/contract/api-client.ts';
import { addViewed } from '@sokuwa/contract/saved/saved.endpoints.ts';
import { MAX_VIEWED } from '@sokuwa/contract/saved/saved.rules.ts';
import { tokens } from '../lib/token-store.ts';

/** A guest's views are stored in this browser, newest first (SAVED-18). */
const STORAGE_KEY = 'recentlyViewed';
const MAX_PRODUCT_ID = 2_147_483_647;

type View = { product_id: number; viewed_at: string };

const isView = (value: unknown): value is View => {
  if (typeof value !== 'object' || value === null) return false;
  const { product_id: id, viewed_at: at } = value as Partial<View>;
  const isTime = typeof at === 'string' && !Number.isNaN(Date.parse(at)) && new Date(at).toISOString() === at;
  return Number.isInteger(id) && Number(id) >= 1 && Number(id) <= MAX_PRODUCT_ID && isTime;
};

/** The valid views in storage; anything else there is ignored (SAVED-21). */
const readViews = (text: string | null): View[] => {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    const views = Array.isArray(value) ? value.filter(isView) : [];
    return views
      .filter(({ product_id }, index) => views.findIndex((other) => other.product_id === product_id) === index)
      .slice(0, MAX_VIEWED);
  } catch {
    return [];
  }
};

/** Adds a view at the front. The result has at most `MAX_VIEWED` views. */
const withView = (views: readonly View[], product_id: number, viewed_at: string): View[] =>
  [{ product_id, viewed_at }, ...views.filter((view) => view.product_id !== product_id)].slice(0, MAX_VIEWED);

/** Records a view: for the account when a token is stored, else in this browser. */
export const recordView = async (api: Api, productId: number): Promise<void> => {
  if (tokens.get() !== null) {
    await api.call(addViewed, { body: { views: [{ product_id: productId }] } });
    return;
  }
  const views = readViews(localStorage.getItem(STORAGE_KEY));
  localStorage.setItem(STORAGE_KEY, JSON.stringify(withView(views, productId, new Date().toISOString())));
};

/**
 * Moves a guest's views into the account at the sign-in (SAVED-18). They are removed from the browser only after the
 * account has them; sending them twice changes nothing (SAVED-20). A failure does not stop the sign-in and is not shown.
 * @param token of the new session; it need not be stored yet
 */
export const mergeGuestViews = async (api: Api, token: string): Promise<void> => {
  try {
    const text = localStorage.getItem(STORAGE_KEY);
    const views = readViews(text);
    if (views.length > 0) await api.call(addViewed, { token, body: { views } });
    // A view that another tab has added in the meantime waits for the next sign-in.
    if (text !== null && localStorage.getItem(STORAGE_KEY) === text) localStorage.removeItem(STORAGE_KEY);
  } catch {
    // The views stay for the next sign-in.
  }
};
