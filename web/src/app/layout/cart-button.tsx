import { CountBadge } from '@sokuwa/ui/count-badge.tsx';
import { iconButtonClass } from '@sokuwa/ui/icon-button.tsx';
import { ShoppingBag } from 'lucide-react';
import { CartCounterHost, openCartDrawer, preloadCartDrawer, useCartCount } from '../../cart/index.ts';

/** Opens the cart drawer and shows the number of pieces in the cart. */
export function CartButton() {
  const count = useCartCount();
  return (
    <>
      <button
        type="button"
        aria-label={count > 0 ? `Cart, ${count} ${count === 1 ? 'item' : 'items'}` : 'Cart, empty'}
        aria-haspopup="dialog"
        onPointerEnter={preloadCartDrawer}
        onFocus={preloadCartDrawer}
        onClick={openCartDrawer}
        className={`${iconButtonClass('plain')} relative`}
      >
        <ShoppingBag className="size-6 lg:size-5" />
        <CountBadge count={count} />
      </button>
      <CartCounterHost />
    </>
  );
}
