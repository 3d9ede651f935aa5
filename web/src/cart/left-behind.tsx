import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { useState, useSyncExternalStore } from 'react';
import { useAppContext } from '../lib/app-context.ts';
import { useToken } from '../lib/token-store.ts';
import { countItems } from './cart.rules.ts';
import { itemsText } from './cart-texts.ts';
import { type GuestCart, guestCart } from './guest-cart.ts';
import { mergeGuestCart } from './merge-guest-cart.ts';

const EMPTY: GuestCart = { items: [], kept: true };
const empty = () => EMPTY;

/** What the visitor had put in as a guest and the account's cart did not get, since the merge failed: the way to try again. */
export function LeftBehind() {
  const context = useAppContext();
  const token = useToken();
  const { items } = useSyncExternalStore(guestCart.subscribe, guestCart.get, empty);
  const [busy, setBusy] = useState(false);
  if (token === null || items.length === 0) return null;
  const again = async () => {
    setBusy(true);
    await mergeGuestCart(context.api, token);
    // A look that is under way may answer what was before.
    await context.queryClient.invalidateQueries({ queryKey: ['cart', token] });
    setBusy(false);
  };
  return (
    <div className="mt-6">
      <Alert
        kind="warning"
        action={
          <Button variant="secondary" size="sm" busy={busy} onClick={again}>
            Add to this cart
          </Button>
        }
      >
        {itemsText(countItems(items))} from before you signed in are not in this cart yet.
      </Alert>
    </div>
  );
}
