import type { Api } from '@sokuwa/contract/api-client.ts';
import { saveBulkItems } from '@sokuwa/contract/cart/cart.endpoints.ts';
import type { MergedCart } from '@sokuwa/contract/cart/cart.schemas.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { type CartItems, findItem } from './cart.rules.ts';
import { guestCart } from './guest-cart.ts';

/** Three toasts are visible at once; one is for the sign-in. */
const MAX_MESSAGES = 2;
const formatPieceCount = (count: number): string => (count === 1 ? '1 piece' : `${count} pieces`);
const REASONS = { gone: 'is not sold any more', sold_out: 'is sold out', cart_full: 'found no room' } as const;

/** A sentence for each product that could not be merged as it was (ACCOUNT-18). */
export const mergeMessages = (
  items: CartItems,
  { capped, dropped }: Pick<MergedCart, 'capped' | 'dropped'>,
): string[] => {
  const messages = [
    ...capped.map(({ title, requested, added }) =>
      added > 0
        ? `Only ${added} of ${formatPieceCount(requested)} of ${title} could be added to your cart`
        : `No more of ${title} could be added to your cart`,
    ),
    ...dropped.map(
      ({ product_id, reason }) =>
        `${findItem(items, product_id)?.title ?? `Product ${product_id}`} ${REASONS[reason]}, so it is not in your cart`,
    ),
  ];
  return messages.length <= MAX_MESSAGES
    ? messages
    : [
        ...messages.slice(0, MAX_MESSAGES - 1),
        `${messages.length - MAX_MESSAGES + 1} more products are not in your cart as they were`,
      ];
};

/** One tab at a time: two tabs that sign in together would add the same cart twice. */
const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('merge-guest-cart', work) : work();

/**
 * Merges the guest's cart into the account's and shows what could not be merged. The guest's cart is removed only after
 * the account has it; a failure shows, and the guest's cart stays (ACCOUNT-26, ACCOUNT-27).
 * @param token of the new session; it need not be stored yet
 */
export const mergeGuestCart = (api: Api, token: string): Promise<void> =>
  withLock(async () => {
    guestCart.refresh();
    const { items, isPersisted } = guestCart.get();
    if (items.length === 0 || !isPersisted) return;
    const body = {
      cart_items: items.map(({ productId, quantity, weight }) => ({ product_id: productId, quantity, weight })),
    };
    try {
      const merged = await api.call(saveBulkItems, { token, body });
      guestCart.subtract(items);
      for (const text of mergeMessages(items, merged)) toast.info(text);
    } catch {
      toast.error('Failed to synchronize cart. Please try again.');
    }
  });
