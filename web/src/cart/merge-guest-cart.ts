import { saveBulkItems } from '@sokuwa/contract/cart/cart.endpoints.ts';
import type { MergedCart } from '@sokuwa/contract/cart/cart.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import type { Api } from '../lib/api.ts';
import { type CartItems, findLine } from './cart.rules.ts';
import { guestCart } from './guest-cart.ts';

/** Toasts that are in sight at once, less the one that says who is signed in. */
const MOST_NEWS = 2;
const pieces = (count: number): string => (count === 1 ? '1 piece' : `${count} pieces`);
const WHY = { gone: 'is not sold any more', sold_out: 'is sold out', cart_full: 'found no room' } as const;

/** What the shopper must be told of a merge, in sentences: whatever is not in the cart as it was in the guest's. */
export const mergeNews = (items: CartItems, { capped, dropped }: Pick<MergedCart, 'capped' | 'dropped'>): string[] => {
  const news = [
    ...capped.map(({ title, requested, added }) =>
      added > 0
        ? `Only ${added} of ${pieces(requested)} of ${title} could be added to your cart`
        : `No more of ${title} could be added to your cart`,
    ),
    ...dropped.map(
      ({ product_id, reason }) =>
        `${findLine(items, product_id)?.title ?? `Product ${product_id}`} ${WHY[reason]}, so it is not in your cart`,
    ),
  ];
  return news.length <= MOST_NEWS
    ? news
    : [
        ...news.slice(0, MOST_NEWS - 1),
        `${news.length - MOST_NEWS + 1} more products are not in your cart as they were`,
      ];
};

/** One tab at a time: two that sign in together would put the same cart in twice. */
const alone = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('merge-guest-cart', work) : work();

/**
 * Puts this browser's cart into the account's, and says what did not fit. The browser's goes only once the account has
 * it; when that fails, it is said, and the browser's stays (ACCOUNT-26, ACCOUNT-27).
 * @param token of whoever signs in; it need not be stored yet
 */
export const mergeGuestCart = (api: Api, token: string): Promise<void> =>
  alone(async () => {
    guestCart.refresh();
    const { items, kept } = guestCart.get();
    if (items.length === 0 || !kept) return;
    const body = {
      cart_items: items.map(({ productId, quantity, weight }) => ({ product_id: productId, quantity, weight })),
    };
    try {
      const merged = await api.call(saveBulkItems, { token, body });
      guestCart.giveAway(items);
      for (const text of mergeNews(items, merged)) toast.info(text);
    } catch {
      toast.error('Failed to synchronize cart. Please try again.');
    }
  });
