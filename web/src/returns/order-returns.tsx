import { ApiError } from '@sokuwa/contract/api-client.ts';
import type { Order } from '@sokuwa/contract/orders/orders.schemas.ts';
import { Button } from '@sokuwa/ui/button.tsx';
import { lazyWithRetry } from '@sokuwa/ui/lazy-with-retry.tsx';
import { Skeleton } from '@sokuwa/ui/skeleton.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { AccountError } from '../account/index.ts';
import { useApi } from '../lib/app-context.ts';
import { useSessionToken } from '../lib/session.ts';
import { returnsQuery } from './returns.query.ts';

const loading = <Skeleton className="mt-4 h-60 w-full" />;
const RequestReturn = lazyWithRetry(async () => (await import('./request-return.tsx')).RequestReturn, loading);
const ReturnCard = lazyWithRetry(async () => (await import('./return-card.tsx')).ReturnCard, loading);

/** The returns of an order, and what of it can be returned (RETURN-21). Renders nothing until something has arrived, or should have. */
export function OrderReturns({ order: { id, status } }: { order: Pick<Order, 'id' | 'status'> }) {
  const api = useApi();
  const token = useSessionToken();
  const query = returnsQuery(api, token, id);
  const {
    data,
    error: anyError,
    isFetching,
    refetch,
  } = useQuery({
    ...query,
    enabled: status !== 'Pending' && status !== 'Cancelled',
  });
  // A node of release 1.0 does not know this call.
  const error = anyError instanceof ApiError && anyError.status === 404 ? null : anyError;
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isRequesting, setIsRequesting] = useState(false);

  const reload = async () => {
    await queryClient.invalidateQueries({ queryKey: query.queryKey });
    // What was focused is no longer there.
    heading.current?.focus();
  };
  if (!data && !error) return null;
  const { returnable = [], returns = [] } = data ?? {};
  const hasArrived = returnable.some(({ unused, faulty }) => unused.quantity + faulty.quantity > 0);
  const canReturn = hasArrived || returnable.some(({ missing }) => missing.quantity > 0);
  if (!error && !canReturn && returns.length === 0) return null;
  return (
    <section id="returns" aria-labelledby="returns-title" className="mt-9 scroll-mt-24">
      <h2
        id="returns-title"
        ref={heading}
        tabIndex={-1}
        className="outline-hidden! font-bold font-display text-heading text-xl"
      >
        Returns
      </h2>
      {error && (
        <AccountError
          title="Failed to fetch returns. Please try again later."
          error={error}
          hasContent={data !== undefined}
          busy={isFetching}
          onRetry={() => refetch()}
        />
      )}
      <ul className="mt-4 grid gap-4 empty:hidden">
        {returns.map((one) => (
          <li key={one.id}>
            <ReturnCard orderReturn={one} onChanged={reload} />
          </li>
        ))}
      </ul>
      {canReturn && !isRequesting && (
        <Button
          variant="secondary"
          className="mt-4"
          icon={<Undo2 className="size-5" />}
          onPointerEnter={RequestReturn.preload}
          onFocus={RequestReturn.preload}
          onClick={() => setIsRequesting(true)}
        >
          {hasArrived ? 'Return items' : 'Items have not arrived'}
        </Button>
      )}
      {canReturn && isRequesting && (
        <RequestReturn
          orderId={id}
          lines={returnable}
          onCancel={() => {
            setIsRequesting(false);
            heading.current?.focus();
          }}
          onRequested={() => {
            setIsRequesting(false);
            return reload();
          }}
        />
      )}
    </section>
  );
}
