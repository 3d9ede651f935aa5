import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { MARKET_ORDER_VIEWS, MarketOrdersPage, type MarketOrdersSearch } from '../orders/index.ts';

export const Route = createFileRoute('/market/orders/')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'orders'),
  validateSearch: ({ view, search, merchant }: Record<string, unknown>): MarketOrdersSearch => ({
    view: MARKET_ORDER_VIEWS.find((name) => name === view),
    search: typeof search === 'string' && search !== '' ? search : undefined,
    merchant: /^[1-9]\d{0,8}$/.test(String(merchant)) ? Number(merchant) : undefined,
  }),
  component: Orders,
});

function Orders() {
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <MarketOrdersPage
      {...Route.useSearch()}
      onSearch={(text) => void navigate({ search: (before) => ({ ...before, search: text }), replace: true })}
    />
  );
}
