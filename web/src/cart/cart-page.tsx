import { Breadcrumbs } from '@sokuwa/ui/breadcrumbs.tsx';
import { buttonClass } from '@sokuwa/ui/button-class.ts';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { sectionLink } from '../lib/links.ts';
import { countItems } from './cart.rules.ts';
import { CartError, EmptyCart, NotFresh, NotKept } from './cart-parts.tsx';
import { CART_PAGE_REFRESH, type CartSource, type CartView } from './cart-source.ts';
import { CartTable } from './cart-table.tsx';
import { itemsText } from './cart-texts.ts';
import { ClearCart } from './clear-cart.tsx';
import { LeftBehind } from './left-behind.tsx';
import { OrderSummary } from './order-summary.tsx';
import { useCart } from './use-cart.ts';

/** Everything in the cart, what it costs, and the way to the checkout. */
export function CartPage() {
  const { cart, view } = useCart(CART_PAGE_REFRESH);
  const products = view.status === 'ready' ? view.items.map(({ productId }) => productId).join() : '';
  // For every product that comes in; what is in the shop may have changed since.
  useEffect(() => {
    if (products) void cart.verify();
  }, [cart, products]);
  const count = view.status === 'ready' ? countItems(view.items) : 0;
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
        {count > 0 && <p className="text-secondary">{itemsText(count)}</p>}
      </div>
      <noscript>
        <p className="mt-6">
          The cart is kept by your browser, with JavaScript. Please turn it on to see what is in it.
        </p>
      </noscript>
      <LeftBehind />
      <Content view={view} cart={cart} />
    </div>
  );
}

function Content({ view, cart }: { view: CartView; cart: CartSource }) {
  if (view.status === 'loading') return <Loading />;
  if (view.status === 'error') return <CartError message={view.message} retry={view.retry} />;
  if (view.items.length === 0) return <EmptyCart />;
  return <Filled view={view} cart={cart} />;
}

function Filled({ view, cart }: { view: CartView & { status: 'ready' }; cart: CartSource }) {
  const { items, kept, failure } = view;
  return (
    <div className="mt-6 grid items-start gap-x-14 gap-y-8 xl:grid-cols-[minmax(0,1fr)_22.5rem]">
      <div className="min-w-0">
        {!kept && <NotKept />}
        <CartTable items={items} cart={cart} />
        {failure !== undefined && <NotFresh failure={failure} />}
        <div className="mt-5 flex flex-wrap items-center justify-between gap-3">
          <Link {...sectionLink('productList')} className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            <ArrowLeft className="size-5" />
            Continue Shopping
          </Link>
          <ClearCart cart={cart} count={countItems(items)} />
        </div>
      </div>
      <OrderSummary items={items} />
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
