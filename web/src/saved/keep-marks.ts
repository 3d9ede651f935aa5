import * as calls from '@sokuwa/contract/saved/saved.endpoints.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import type { RegisteredRouter } from '@tanstack/react-router';
import { loginUrl } from '../lib/login-redirect.ts';
import { errorText } from '../lib/refusal-texts.ts';
import { tokens } from '../lib/token-store.ts';
import { getMarks, type Mark, setMarks } from './marks.ts';
import { followersKey, savedKey } from './saved.queries.ts';

type Router = RegisteredRouter;

/** Whose marks these are. */
let holder: string | null = null;
/** What the server said last. */
let known: ReadonlySet<string> = new Set();
/** What was pressed since, laid over it until the server has answered. */
const wanted = new Map<Mark, boolean>();
/** Marks with a call under way: calls about one thing go one after the other, and the last press is what stays. */
const underWay = new Set<Mark>();
/** Rises with each change, so that a look that began before it is not believed. */
let changes = 0;

const show = () => {
  const shown = new Set(known);
  for (const [mark, on] of wanted) on ? shown.add(mark) : shown.delete(mark);
  setMarks(shown);
};
const learn = (mark: Mark, on: boolean) => {
  const next = new Set(known);
  on ? next.add(mark) : next.delete(mark);
  known = next;
};
const become = (token: string | null) => {
  if (holder === token) return;
  holder = token;
  known = new Set();
  wanted.clear();
  changes++;
  show();
};

const tell = async ({ options: { context } }: Router, mark: Mark, on: boolean, token: string): Promise<void> => {
  const [kind, digits] = mark.split(' ');
  const id = Number(digits);
  const { api, queryClient } = context;
  if (kind === 'product') {
    await api.call(on ? calls.saveItem : calls.unsaveItem, { params: { productId: id }, token });
  } else {
    const call = on ? calls.followSeller : calls.unfollowSeller;
    const { follower_count } = await api.call(call, { params: { merchantId: id }, token });
    queryClient.setQueryData(followersKey(id), follower_count);
  }
  void queryClient.invalidateQueries({ queryKey: savedKey(token) });
};

/** Brings the server to what is wanted of one thing; a failure takes back what showed, and is said. */
const settle = async (router: Router, mark: Mark, token: string): Promise<void> => {
  if (underWay.has(mark)) return;
  underWay.add(mark);
  for (let on = wanted.get(mark); on !== undefined && holder === token; on = wanted.get(mark)) {
    try {
      await tell(router, mark, on, token);
      if (holder === token) learn(mark, on);
      if (wanted.get(mark) === on) wanted.delete(mark);
    } catch (error) {
      wanted.delete(mark);
      toast.error(errorText(error));
    }
    changes++;
    show();
  }
  underWay.delete(mark);
};

const want = (router: Router, mark: Mark, on: boolean, token: string) => {
  wanted.set(mark, on);
  changes++;
  show();
  void settle(router, mark, token);
};

/** A guest's press, until the login that it led to. In the tab alone, and not for long. */
const WISH = 'wish';
const WISH_LIFE = 30 * 60_000;
const keepWish = (mark: Mark) => {
  try {
    sessionStorage.setItem(WISH, JSON.stringify({ mark, at: Date.now() }));
  } catch {
    // Then the press is forgotten, and the login leads back all the same.
  }
};
const takeWish = (): Mark | undefined => {
  try {
    const { mark, at } = JSON.parse(sessionStorage.getItem(WISH) ?? '{}');
    sessionStorage.removeItem(WISH);
    const isMark = typeof mark === 'string' && /^(?:product|merchant) [1-9]\d{0,9}$/.test(mark);
    return isMark && Date.now() - at < WISH_LIFE ? (mark as Mark) : undefined;
  } catch {
    return undefined;
  }
};

/** Asks the server what is marked; hearts stay as they are where it can't be asked. */
const look = async (router: Router, token: string): Promise<void> => {
  for (let begun = -1; begun !== changes && holder === token; ) {
    begun = changes;
    try {
      const { product_ids, merchant_ids } = await router.options.context.api.call(calls.getSavedIds, { token });
      if (begun !== changes || holder !== token) continue;
      known = new Set([...product_ids.map((id) => `product ${id}`), ...merchant_ids.map((id) => `merchant ${id}`)]);
      show();
    } catch {
      return;
    }
  }
};

/**
 * Shows what the account has marked, and looks again whenever the page is looked at again: it may have been changed in
 * another browser.
 * @returns what ends it
 */
export const keepMarks = (router: Router, token: string): (() => void) => {
  become(token);
  void look(router, token).then(() => {
    const wish = holder === token ? takeWish() : undefined;
    if (wish && !getMarks().has(wish)) want(router, wish, true, token);
  });
  const lookAgain = () => {
    if (document.visibilityState === 'visible') void look(router, token);
  };
  document.addEventListener('visibilitychange', lookAgain);
  addEventListener('focus', lookAgain);
  return () => {
    document.removeEventListener('visibilitychange', lookAgain);
    removeEventListener('focus', lookAgain);
    // Not when only the page was taken down: another token has come, or none.
    if (tokens.get() !== token) become(null);
  };
};

/** What a heart or a follow button does. */
export const press = (router: Router, mark: Mark): void => {
  const token = tokens.get();
  if (token === null) {
    keepWish(mark);
    router.history.push(loginUrl(router.state.location.href));
    return;
  }
  become(token);
  want(router, mark, !getMarks().has(mark), token);
};
