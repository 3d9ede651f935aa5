import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { useWorkCounts } from '../operators/index.ts';
import { MONEY_VIEWS, MoneyPage, type MoneySearch } from '../orders/index.ts';

const toText = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export const Route = createFileRoute('/market/money')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'payments'),
  validateSearch: ({ view, filter, search, case: chosen }: Record<string, unknown>): MoneySearch => ({
    view: MONEY_VIEWS.find((name) => name === view),
    filter: toText(filter),
    search: toText(search),
    case: toText(chosen),
  }),
  component: Money,
});

function Money() {
  const navigate = useNavigate({ from: Route.fullPath });
  const { operator } = Route.useRouteContext();
  return (
    <MoneyPage
      operator={operator}
      work={useWorkCounts(operator)}
      address={Route.useSearch()}
      onSearch={(text) => void navigate({ search: (before) => ({ ...before, search: text }), replace: true })}
    />
  );
}
