import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { PayoutsPage, type PayoutsSearch, parseSpan, toMonth } from '../payouts/index.ts';

export const Route = createFileRoute('/store/$storeId/payouts/')({
  beforeLoad: ({ context }) => requireArea(context.store, 'payouts'),
  validateSearch: ({ span, payouts }: Record<string, unknown>): PayoutsSearch => ({
    span: parseSpan(span),
    payouts: payouts === 'all' ? payouts : undefined,
  }),
  component: Payouts,
});

function Payouts() {
  const { store } = Route.useRouteContext();
  const thisMonth = toMonth(new Date());
  const { span = thisMonth, payouts } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <PayoutsPage
      storeId={store.merchant_id}
      span={span}
      isAll={payouts === 'all'}
      onSpan={(next) =>
        void navigate({
          search: (before) => ({ ...before, span: next === thisMonth ? undefined : next }),
          resetScroll: false,
          replace: true,
        })
      }
    />
  );
}
