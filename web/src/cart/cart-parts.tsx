import { Link } from '@tanstack/react-router';
import { RefreshCw, ShoppingBag, Trash2 } from 'lucide-react';
import { productLink, sectionLink } from '../catalog/links.ts';
import { Button } from '../ui/button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Note } from '../ui/note.tsx';
import { Stepper } from '../ui/stepper.tsx';
import type { CartItem } from './cart.rules.ts';
import { changeQuantity, removeLine } from './cart-actions.ts';
import type { CartSource } from './cart-source.ts';
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

export function LineStepper({ item, source }: { item: CartItem; source: CartSource }) {
  return (
    <Stepper
      label={`Quantity of ${item.title}`}
      value={item.quantity}
      onChange={(quantity) => changeQuantity(source, item, quantity)}
    />
  );
}

export function RemoveButton({ item, source, className }: { item: CartItem; source: CartSource; className?: string }) {
  return (
    <IconButton
      variant="plain"
      label={`Remove ${item.title}`}
      title="Remove"
      icon={<Trash2 className="size-5 text-secondary" />}
      data-removes=""
      onClick={async ({ currentTarget }) => {
        const focusNext = keepFocus(currentTarget);
        await removeLine(source, item);
        focusNext();
      }}
      {...(className !== undefined && { className })}
    />
  );
}

/** Nothing in the cart yet. */
export function EmptyCart({ onFollow }: { onFollow?: () => void }) {
  return (
    <EmptyState
      cloth="cart"
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
      message={message || 'Error fetching cart items'}
      action={
        <Button variant="secondary" icon={<RefreshCw className="size-5" />} onClick={retry}>
          Try Again
        </Button>
      }
    />
  );
}

/** Said where the browser keeps nothing: private windows, blocked or full storage. */
export function NotKept() {
  return (
    <div className="mb-4">
      <Note kind="warning">
        Your browser does not let the shop keep this cart. It will be gone when you leave or reload the page.
      </Note>
    </div>
  );
}
