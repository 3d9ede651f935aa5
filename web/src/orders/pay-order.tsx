import { ApiError } from '@sokuwa/contract/api-client.ts';
import { formatNairaPrice } from '@sokuwa/contract/money.ts';
import { payOrder } from '@sokuwa/contract/orders/orders.endpoints.ts';
import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import type { ButtonSize } from '@sokuwa/ui/button-class.ts';
import { formatLocalTime } from '@sokuwa/ui/format-date.ts';
import { toast } from '@sokuwa/ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../lib/app-context.ts';
import { describeError } from '../lib/refusal-texts.ts';
import { assertStoredToken, useSessionToken } from '../lib/session.ts';
import { getFailureTitle, ordersKey } from './orders.query.ts';

/** Refetches the orders at the deadline, so that no page offers a payment that would be refused. */
const useReloadAt = (deadline: string): void => {
  const queryClient = useQueryClient();
  const token = useSessionToken();
  useEffect(() => {
    const remainingMs = Math.max(0, Date.parse(deadline) - Date.now());
    const timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: ordersKey(token) }), remainingMs);
    return () => clearTimeout(timer);
  }, [deadline, queryClient, token]);
};

/** The payment deadline of a pending order, and a button that continues its payment (ORDER-57). */
export function PayOrder({
  order: { id, total_price, wallet_credit },
  deadline,
  size = 'md',
}: {
  order: Order;
  deadline: string;
  size?: ButtonSize;
}) {
  const api = useApi();
  const queryClient = useQueryClient();
  const token = useSessionToken();
  const [busy, setBusy] = useState(false);
  const label = `Pay ${formatNairaPrice(total_price - wallet_credit)}`;
  useReloadAt(deadline);
  useEffect(() => {
    // Back from the provider's page, the back/forward cache may restore this page with a busy button.
    const handlePageShow = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false);
    addEventListener('pageshow', handlePageShow);
    return () => removeEventListener('pageshow', handlePageShow);
  }, []);
  const pay = async () => {
    setBusy(true);
    try {
      assertStoredToken(token);
      const { payment } = await api.call(payOrder, { params: { id } });
      location.assign(payment.data.authorization_url);
    } catch (error) {
      toast.error(getFailureTitle(error, describeError(error)));
      setBusy(false);
      if (error instanceof ApiError && error.status === 409)
        await queryClient.invalidateQueries({ queryKey: ordersKey(token) });
    }
  };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 flex-[1_1_14rem]">
        Pay by{' '}
        <time dateTime={deadline} className="font-semibold">
          {formatLocalTime(deadline)}
        </time>
        , or the order expires.
      </p>
      <Button size={size} busy={busy} aria-label={`${label} for order ${id}`} onClick={() => void pay()}>
        {label}
      </Button>
    </div>
  );
}
