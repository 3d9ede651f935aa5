import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { useState, useSyncExternalStore } from 'react';
import { useAppContext } from '../lib/app-context.ts';
import { useToken } from '../lib/token-store.ts';
import { cartKey } from './account-cart.ts';
import { countItems } from './cart.rules.ts';
import { formatItemCount } from './cart-texts.ts';
import { type GuestCart, guestCart } from './guest-cart.ts';
import { mergeGuestCart } from './merge-guest-cart.ts';

const EMPTY: GuestCart = { items: [], isPersisted: true };
const emptyCart = () => EMPTY;

/** A guest's items that could not be merged into the account's cart at the sign-in, with a button to try again. */
export function UnmergedItems() {
  const context = useAppContext();
  const token = useToken();
  const { items } = useSyncExternalStore(guestCart.subscribe, guestCart.get, emptyCart);
  const [busy, setBusy] = useState(false);
  if (token === null || items.length === 0) return null;
  const retry = async () => {
    setBusy(true);
    await mergeGuestCart(context.api, token);
    // A fetch that started earlier is cancelled, as it may return the cart from before.
    await context.queryClient.invalidateQueries({ queryKey: cartKey(token) });
    setBusy(false);
  };
  return (
    <div className="mt-6">
      <Alert
        kind="warning"
        action={
          <Button variant="secondary" size="sm" busy={busy} onClick={retry}>
            Add to this cart
          </Button>
        }
      >
        {formatItemCount(countItems(items))} from before you signed in are not in this cart yet.
      </Alert>
    </div>
  );
}
