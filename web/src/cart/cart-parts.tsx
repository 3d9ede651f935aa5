import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { EmptyState, ErrorState } from '@sokuwa/ui/empty-state.tsx';
import { IconButton } from '@sokuwa/ui/icon-button.tsx';
import { NumberField } from '@sokuwa/ui/number-field.tsx';
import { Link } from '@tanstack/react-router';
import { CircleAlert, Info, RefreshCw, ShoppingBag, Trash2 } from 'lucide-react';
import { useAppContext } from '../lib/app-context.ts';
import { productLink, sectionLink } from '../lib/links.ts';
import { type CartItem, describeUnavailability } from './cart.rules.ts';
import { changeQuantity, removeLine } from './cart-actions.ts';
import { formatPrice } from './cart-texts.ts';
import { prepareFocusAfterRemoval } from './focus-after-removal.ts';

/** A line's title, which links to the product. */
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

export function QuantityField({ item }: { item: CartItem }) {
  const context = useAppContext();
  return (
    <NumberField
      label={`Quantity of ${item.title}`}
      value={item.quantity}
      onChange={(quantity) => changeQuantity(context, item, quantity)}
    />
  );
}

export function RemoveButton({ item, className }: { item: CartItem; className?: string }) {
  const context = useAppContext();
  return (
    <IconButton
      variant="plain"
      label={`Remove ${item.title}`}
      title="Remove"
      icon={<Trash2 className="size-5 text-secondary" />}
      data-removes=""
      onClick={async ({ currentTarget }) => {
        const moveFocus = prepareFocusAfterRemoval(currentTarget);
        await removeLine(context, item);
        moveFocus();
      }}
      {...(className !== undefined && { className })}
    />
  );
}

/** What has changed about a line, and why it can't be bought (CART-59). */
export function LineNote({ item, className }: { item: CartItem; className?: string }) {
  const reason = describeUnavailability(item);
  const { priceWas } = item;
  if (reason === undefined && priceWas === undefined) return null;
  return (
    <div className={cx('mt-2 grid gap-1 text-sm leading-5', className)}>
      {reason !== undefined && (
        <p className="flex gap-2 font-medium text-danger">
          <CircleAlert className="mt-0.5 size-4" />
          {reason}
        </p>
      )}
      {priceWas !== undefined && (
        <p className="flex gap-2 text-info">
          <Info className="mt-0.5 size-4" />
          The price has changed from {formatPrice(priceWas)} to {formatPrice(item.price)}
        </p>
      )}
    </div>
  );
}

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

/** Shown instead of a cart that could not be fetched (CART-87, CART-88). */
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

/** Shown below a cart whose last refetch failed; the next one follows by itself. */
export function StaleCartAlert({ failure }: { failure: string }) {
  return (
    <div className="mt-4">
      <Alert kind="warning">{failure}. This is your cart as it was last seen.</Alert>
    </div>
  );
}

/** Shown when the browser does not store the cart: private windows, disabled or full storage (CART-15). */
export function NotPersistedAlert() {
  return (
    <div className="mb-4">
      <Alert kind="warning">
        Your browser does not let the shop keep this cart. It will be gone when you leave or reload the page.
      </Alert>
    </div>
  );
}
