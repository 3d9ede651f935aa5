import { Breadcrumbs } from '@sokuwa/ui/breadcrumbs.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { sectionLink } from '../lib/links.ts';
import { countItems } from './cart.rules.ts';
import { CartError, EmptyCart, NotPersistedAlert, StaleCartAlert, UncheckedAlert } from './cart-parts.tsx';
import { CartTable } from './cart-table.tsx';
import { formatItemCount } from './cart-texts.ts';
import { useGuestCartCheck } from './check-guest-cart.ts';
import { ClearCart } from './clear-cart.tsx';
import { OrderSummary } from './order-summary.tsx';
import { UnmergedItems } from './unmerged-items.tsx';
import { CART_PAGE_REFETCH_MS, type CartView, useCart } from './use-cart.ts';

/** /product/shopping/cart: the cart with its summary and the Checkout button (CART-45). */
export function CartPage() {
  const cart = useCart(CART_PAGE_REFETCH_MS);
  const check = useGuestCartCheck(cart);
  const count = cart.status === 'ready' ? countItems(cart.items) : 0;
  return (
    <div className={`${pageClass} pt-4 pb-14`}>
      <Breadcrumbs
        links={[
          <Link key="home" to="/">
            Home
          </Link>,
        ]}
        current="Cart"
      />
      <div className="mt-1 flex flex-wrap items-baseline gap-x-4">
        <h1 className="font-display text-3xl text-heading">Your cart</h1>
        {count > 0 && <p className="text-secondary">{formatItemCount(count)}</p>}
      </div>
      <noscript>
        <p className="mt-6">
          The cart is kept by your browser, with JavaScript. Please turn it on to see what is in it.
        </p>
      </noscript>
      <UnmergedItems />
      <CartContent cart={cart} check={check} />
    </div>
  );
}

function CartContent({ cart, check }: { cart: CartView; check: () => Promise<void> }) {
  if (cart.status === 'loading') return <Loading />;
  if (cart.status === 'error') return <CartError message={cart.message} retry={cart.retry} />;
  if (cart.items.length === 0) return <EmptyCart />;
  const { items, isPersisted, failure } = cart;
  return (
    // On narrow screens it is no grid, because the sticky checkout bar must move within this whole box.
    <div className="mt-6 items-start gap-x-14 xl:grid xl:grid-cols-[minmax(0,1fr)_22.5rem] xl:grid-rows-[auto_1fr]">
      {/* The scroll margin keeps focused elements above the sticky bar. */}
      <div className="min-w-0 max-xl:[&_:is(a,button,input)]:scroll-mb-28">
        {!isPersisted && <NotPersistedAlert />}
        <CartTable items={items} />
        <UncheckedAlert items={items} check={check} />
        {failure !== undefined && <StaleCartAlert failure={failure} />}
      </div>
      <OrderSummary items={items} />
      <div className="mt-5 flex flex-wrap items-center justify-between gap-3 xl:col-start-1">
        <Link {...sectionLink('productList')} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          <ArrowLeft className="size-5" />
          Continue Shopping
        </Link>
        <ClearCart count={countItems(items)} />
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading your cart" className="mt-6">
      {[0, 1, 2].map((line) => (
        <div key={line} className="flex items-center gap-5 border-line border-b py-7">
          <Skeleton className="size-22 md:size-26" />
          <Skeleton className="h-5 w-1/3" />
          <Skeleton className="ml-auto h-5 w-20" />
        </div>
      ))}
    </div>
  );
}
