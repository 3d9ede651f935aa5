import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { EmptyState, ErrorState } from '@sokuwa/ui/empty-state.tsx';
import { IconButton } from '@sokuwa/ui/icon-button.tsx';
import { NumberField } from '@sokuwa/ui/number-field.tsx';
import { Link } from '@tanstack/react-router';
import { CircleAlert, Info, RefreshCw, ShoppingBag, Trash2 } from 'lucide-react';
import { productLink, sectionLink } from '../lib/links.ts';
import { type CartItem, hindrance } from './cart.rules.ts';
import { changeQuantity, removeLine } from './cart-actions.ts';
import type { CartSource } from './cart-source.ts';
import { priceText } from './cart-texts.ts';
import { keepFocus } from './keep-focus.ts';

/** A line's title, which leads to the product. */
export function LineLink({ item, onFollow }: { item: CartItem; onFollow?: () => void }) {
  return (
    <Link
      {...productLink(item.productId, { section: 'productList', page: 1 })}
      onClick={onFollow}
      className="font-semibold text-heading no-underline wrap-anywhere hover:underline"
    >
      {item.title}
    </Link>
  );
}

export function LineStepper({ item, cart }: { item: CartItem; cart: CartSource }) {
  return (
    <NumberField
      label={`Quantity of ${item.title}`}
      value={item.quantity}
      onChange={(quantity) => changeQuantity(cart, item, quantity)}
    />
  );
}

export function RemoveButton({ item, cart, className }: { item: CartItem; cart: CartSource; className?: string }) {
  return (
    <IconButton
      variant="plain"
      label={`Remove ${item.title}`}
      title="Remove"
      icon={<Trash2 className="size-5 text-secondary" />}
      data-removes=""
      onClick={async ({ currentTarget }) => {
        const focusNext = keepFocus(currentTarget);
        await removeLine(cart, item);
        focusNext();
      }}
      {...(className !== undefined && { className })}
    />
  );
}

/** What has changed about a line since it was put in, and what stands in the way of buying it. */
export function LineNote({ item, className }: { item: CartItem; className?: string }) {
  const hindered = hindrance(item);
  const { priceWas } = item;
  if (hindered === undefined && priceWas === undefined) return null;
  return (
    <div className={cx('mt-2 grid gap-1 text-sm leading-5', className)}>
      {hindered !== undefined && (
        <p className="flex gap-2 font-medium text-danger">
          <CircleAlert className="mt-0.5 size-4" />
          {hindered}
        </p>
      )}
      {priceWas !== undefined && (
        <p className="flex gap-2 text-info">
          <Info className="mt-0.5 size-4" />
          The price has changed from {priceText(priceWas)} to {priceText(item.price)}
        </p>
      )}
    </div>
  );
}

/** Nothing in the cart yet. */
export function EmptyCart({ onFollow }: { onFollow?: () => void }) {
  return (
    <EmptyState
      illustration="cart"
      icon={<ShoppingBag />}
      title="Your cart is empty."
      action={
        <Link {...sectionLink('productList')} onClick={onFollow} className={buttonClass()}>
          Start Shopping
        </Link>
      }
    />
  );
}

/** The cart could not be fetched. */
export function CartError({ message, retry }: { message: string; retry: () => void }) {
  return (
    <ErrorState
      title="Error fetching cart"
      message={message}
      action={
        <Button variant="secondary" icon={<RefreshCw className="size-5" />} onClick={retry}>
          Try Again
        </Button>
      }
    />
  );
}

/** Said below lines that could not be looked up again; the shop goes on trying by itself. */
export function NotFresh({ failure }: { failure: string }) {
  return (
    <div className="mt-4">
      <Alert kind="warning">{failure}. This is your cart as it was last seen.</Alert>
    </div>
  );
}

/** Said where the browser keeps nothing: private windows, blocked or full storage. */
export function NotKept() {
  return (
    <div className="mb-4">
      <Alert kind="warning">
        Your browser does not let the shop keep this cart. It will be gone when you leave or reload the page.
      </Alert>
    </div>
  );
}
