import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { Drawer } from '@sokuwa/ui/drawer.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { type CartItem, type CartItems, computeLineTotal, computeSubtotal, countItems } from './cart.rules.ts';
import {
  CartError,
  CartPrice,
  EmptyCart,
  LineLink,
  LineNote,
  NotPersistedAlert,
  QuantityField,
  RemoveButton,
  StaleCartAlert,
  UncheckedAlert,
} from './cart-parts.tsx';
import { CartPicture } from './cart-picture.tsx';
import { formatItemCount, formatWeight } from './cart-texts.ts';
import { useGuestCartCheck } from './check-guest-cart.ts';
import { ClearCart } from './clear-cart.tsx';
import { CART_REFETCH_MS, type CartView, useCart } from './use-cart.ts';

/** The cart at the side of the page. */
export function CartDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const cart = useCart(CART_REFETCH_MS);
  const check = useGuestCartCheck(cart, open);
  const items = cart.status === 'ready' ? cart.items : [];
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Your cart"
      subtitle={items.length > 0 ? formatItemCount(countItems(items)) : undefined}
      patternStrip
      footer={items.length > 0 ? <Footer items={items} onClose={onClose} /> : undefined}
    >
      <CartDrawerContent cart={cart} check={check} onClose={onClose} />
    </Drawer>
  );
}

function CartDrawerContent({
  cart,
  check,
  onClose,
}: {
  cart: CartView;
  check: () => Promise<void>;
  onClose: () => void;
}) {
  if (cart.status === 'loading') return <Loading />;
  if (cart.status === 'error') return <CartError message={cart.message} retry={cart.retry} />;
  if (cart.items.length === 0) return <EmptyCart onFollow={onClose} />;
  return (
    <>
      {!cart.isPersisted && <NotPersistedAlert />}
      <ul aria-label="Items in your cart">
        {cart.items.map((item) => (
          <DrawerLine key={item.productId} item={item} onClose={onClose} />
        ))}
      </ul>
      <UncheckedAlert items={cart.items} check={check} />
      {cart.failure !== undefined && <StaleCartAlert failure={cart.failure} />}
    </>
  );
}

function DrawerLine({ item, onClose }: { item: CartItem; onClose: () => void }) {
  return (
    <li className="flex gap-4 border-line border-b py-5 first:pt-1">
      <CartPicture image={item.image} className="size-19 sm:size-20" sizes="80px" />
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-2">
          <p className="min-w-0 flex-1 pt-0.5 leading-5.5">
            <LineLink item={item} onFollow={onClose} />
          </p>
          <RemoveButton item={item} className="-mt-2.5 -mr-3 -mb-3" />
        </div>
        <p className="text-secondary text-sm">{formatWeight(item.weight)}</p>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <QuantityField item={item} />
          <p className="text-right">
            <CartPrice amount={computeLineTotal(item)} />
          </p>
        </div>
        <LineNote item={item} />
      </div>
    </li>
  );
}

function Footer({ items, onClose }: { items: CartItems; onClose: () => void }) {
  return (
    <>
      <p className="flex items-baseline justify-between gap-3 font-bold text-heading text-lg">
        <span>Subtotal</span>{' '}
        <span className="text-right">
          <CartPrice amount={computeSubtotal(items)} />
        </span>
      </p>
      <p className="mb-4 text-secondary text-sm">Delivery is worked out at checkout.</p>
      <Link to="/product/shopping/cart" onClick={onClose} className={buttonClass({ size: 'lg', block: true })}>
        Proceed To Cart
      </Link>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" className="flex-1" onClick={onClose}>
          Continue Shopping
        </Button>
        <ClearCart count={countItems(items)} />
      </div>
    </>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading your cart">
      {[0, 1, 2].map((line) => (
        <div key={line} className="flex gap-4 border-line border-b py-5 first:pt-1">
          <Skeleton className="size-19 sm:size-20" />
          <div className="flex-1">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="mt-2 h-4 w-1/4" />
            <Skeleton className="mt-3 h-11 w-33" />
          </div>
        </div>
      ))}
    </div>
  );
}
