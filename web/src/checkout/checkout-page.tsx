import { Alert } from '@sokuwa/ui/alert.tsx';
import { ErrorState } from '@sokuwa/ui/empty-state.tsx';
import { pageClass } from '@sokuwa/ui/page-class.ts';
import { Panel } from '@sokuwa/ui/panel.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { AccountError, RetryOrSignIn } from '../account/index.ts';
import { AddressPanel, addressesQuery, findDefaultAddress } from '../addresses/index.ts';
import { CART_REFETCH_MS, CartError, type CartItems, EmptyCart, StaleCartAlert, useCart } from '../cart/index.ts';
import { useApi } from '../lib/app-context.ts';
import { useIsSessionEnded, useSessionToken } from '../lib/session.ts';
import { UseCredit } from '../wallet/index.ts';
import { Advert } from './advert.tsx';
import { BackToCart } from './back-to-cart.tsx';
import { CheckoutSummary } from './checkout-summary.tsx';
import { CouponBox } from './coupon-box.tsx';
import { PayButton } from './pay-button.tsx';
import { usePay } from './use-pay.ts';
import { useShipmentRate } from './use-shipment-rate.ts';

/** /product/shopping/checkout: address, delivery, coupon and payment (CHECKOUT-4). */
export function CheckoutPage() {
  return (
    <div className={`${pageClass} pt-4 pb-14`}>
      <BackToCart />
      <h1 className="mt-1 mb-6 font-display text-3xl text-heading">Checkout</h1>
      {/* Without a token the page would show the guest's cart. */}
      {useIsSessionEnded() ? <SessionEnded /> : <CheckoutContent />}
    </div>
  );
}

function SessionEnded() {
  return (
    <ErrorState
      title="Your sign-in has ended. Please sign in again."
      action={<RetryOrSignIn busy={false} onRetry={() => {}} />}
    />
  );
}

function CheckoutContent() {
  const cart = useCart(CART_REFETCH_MS);
  if (cart.status === 'loading') return <Loading />;
  if (cart.status === 'error') return <CartError message={cart.message} retry={cart.retry} />;
  if (cart.items.length === 0) return <EmptyCart />;
  return <Checkout items={cart.items} cartFailure={cart.failure} />;
}

/** @param cartFailure why the last refetch of the cart failed */
function Checkout({ items, cartFailure }: { items: CartItems; cartFailure: string | undefined }) {
  const api = useApi();
  const addresses = useQuery(addressesQuery(api, useSessionToken()));
  const address = addresses.data && findDefaultAddress(addresses.data);
  const rateView = useShipmentRate(items, address?.id);
  const { rate } = rateView;
  const [useCredit, setUseCredit] = useState(false);
  const credit = useCredit ? (rate?.wallet_credit ?? 0) : 0;
  const { pay, busy, failure, refresh } = usePay({ items, addressId: address?.id, rate, credit });
  const isCalculating = addresses.isPending || rateView.isCalculating;
  const amount = useCredit ? rate?.formatted_total_after_credit : rate?.formatted_total;
  const hasChanges = (rate?.changes?.length ?? 0) > 0;
  useEffect(() => {
    // The server's cart differs from the displayed one.
    if (hasChanges) void refresh();
  }, [hasChanges, refresh]);
  return (
    <Columns
      left={
        <>
          <CheckoutSummary
            items={items}
            rateView={rateView}
            hasAddress={addresses.isPending || address !== undefined}
          />
          {cartFailure !== undefined && <StaleCartAlert failure={cartFailure} />}
        </>
      }
      middle={
        <>
          <Panel tone="outline" corner={false}>
            {addresses.data ? (
              <AddressPanel addresses={addresses.data} />
            ) : addresses.error ? (
              <AccountError
                title="Failed to fetch shopping address"
                error={addresses.error}
                busy={addresses.isFetching}
                onRetry={() => addresses.refetch()}
              />
            ) : (
              <AddressLoading />
            )}
          </Panel>
          <Panel tone="outline" corner={false}>
            <CouponBox rate={rate} onChanged={rateView.refetch} />
          </Panel>
          <UseCredit rate={rate} used={useCredit} onChange={setUseCredit} />
          {failure !== undefined && <Alert kind="error">{failure}</Alert>}
          <PayButton busy={busy} isCalculating={isCalculating} amount={amount} onPay={pay} />
        </>
      }
      right={<Advert />}
    />
  );
}

function Columns({ left, middle, right }: Record<'left' | 'middle' | 'right', ReactNode>) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 md:grid-cols-2 xl:grid-cols-[24.5rem_minmax(0,1fr)_16.5rem] xl:gap-8">
      <div className="min-w-0">{left}</div>
      <div className="grid min-w-0 grid-cols-1 gap-4">{middle}</div>
      <div className="min-w-0 md:max-xl:col-span-2 md:max-xl:mx-auto md:max-xl:max-w-80">{right}</div>
    </div>
  );
}

function AddressLoading() {
  return (
    <div role="status" aria-label="Loading your addresses">
      <Skeleton className="h-7 w-48" />
      <Skeleton className="mt-5 h-28" />
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading your cart">
      <Columns
        left={<Skeleton className="h-120" />}
        middle={<Skeleton className="h-64" />}
        right={<Skeleton className="h-80" />}
      />
    </div>
  );
}
