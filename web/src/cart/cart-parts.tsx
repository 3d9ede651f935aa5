import { formatNaira, type Kobo } from '@sokuwa/contract/money.ts';

import { Alert } from '@sokuwa/ui/alert.tsx';
import { Button } from '@sokuwa/ui/button.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { cx } from '@sokuwa/ui/cx.ts';
import { EmptyState, ErrorState } from '@sokuwa/ui/empty-state.tsx';
import { IconButton } from '@sokuwa/ui/icon-button.tsx';
import { NumberField } from '@sokuwa/ui/number-field.tsx';
import { PricePair } from '@sokuwa/ui/price.tsx';
import { Link } from '@tanstack/react-router';
import { CircleAlert, Info, RefreshCw, ShoppingBag, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useConverted } from '../geo/index.ts';
import { useAppContext } from '../lib/app-context.ts';
import { productLink, sectionLink } from '../lib/links.ts';
import { type CartItem, type CartItems, describeUnavailability } from './cart.rules.ts';
import { changeQuantity, removeLine } from './cart-actions.ts';
import { prepareFocusAfterRemoval } from './focus-after-removal.ts';

/** An amount in naira, with the converted one for visitors who see that first (MONEY-16). */
export function CartPrice({ amount }: { amount: Kobo }) {
  return <PricePair price={formatNaira(amount)} converted={useConverted(amount)} />;
}

/** A line's title, which links to the product. The touch target is larger than a short title (SHELL-88). */
export function LineLink({ item, onFollow }: { item: CartItem; onFollow?: () => void }) {
  return (
    <Link
      {...productLink(item.productId, { section: 'productList', page: 1 })}
      onClick={onFollow}
      className="relative inline-block min-w-11 font-semibold text-heading no-underline wrap-anywhere after:absolute after:inset-x-0 after:-inset-y-3 hover:underline"
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

/** Notes about a line: what has changed, why it cannot be bought (CART-59), and that it could not be checked (CART-93). */
export function LineNote({ item, className }: { item: CartItem; className?: string }) {
  const reason = describeUnavailability(item);
  const { priceWas, isUnchecked } = item;
  if (reason === undefined && priceWas === undefined && !isUnchecked) return null;
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
          The price has changed from {formatNaira(priceWas)} to {formatNaira(item.price)}
        </p>
      )}
      {isUnchecked && (
        <p className="flex gap-2 text-warning">
          <Info className="mt-0.5 size-4" />
          Price and stock could not be checked
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

/** Shown below a guest's cart while the price and stock of a line could not be checked (CART-93). */
export function UncheckedAlert({ items, check }: { items: CartItems; check: () => Promise<void> }) {
  const [isChecking, setIsChecking] = useState(false);
  const count = items.filter(({ isUnchecked }) => isUnchecked).length;
  if (count === 0) return null;
  const checkAgain = async () => {
    setIsChecking(true);
    await check();
    setIsChecking(false);
  };
  return (
    <div className="mt-4">
      <Alert
        kind="warning"
        action={
          <Button variant="secondary" size="sm" busy={isChecking} onClick={checkAgain}>
            Check Again
          </Button>
        }
      >
        {count === 1 ? 'One price' : `${count} prices`} could not be checked. You can go on: the checkout checks every
        item.
      </Alert>
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
