import { useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { merchantQuery } from '../merchants/index.ts';
import { MARKET_ORDER_VIEWS, MarketOrdersPage, type MarketOrdersSearch } from '../orders/index.ts';

export const Route = createFileRoute('/market/orders/')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'orders'),
  validateSearch: ({ view, search, merchant }: Record<string, unknown>): MarketOrdersSearch => ({
    view: MARKET_ORDER_VIEWS.find((name) => name === view),
    search: typeof search === 'string' && search !== '' ? search : undefined,
    // A text, as in the address: the tabs compare the two.
    merchant: /^[1-9]\d{0,8}$/.test(String(merchant)) ? String(merchant) : undefined,
  }),
  component: Orders,
});

function Orders() {
  const navigate = useNavigate({ from: Route.fullPath });
  const search = Route.useSearch();
  // Every role of operators that reads orders reads merchants.
  const merchant = useQuery({ ...merchantQuery(Number(search.merchant)), enabled: search.merchant !== undefined });
  return (
    <MarketOrdersPage
      {...search}
      merchantName={merchant.data?.name}
      onSearch={(text) => void navigate({ search: (before) => ({ ...before, search: text }), replace: true })}
    />
  );
}
