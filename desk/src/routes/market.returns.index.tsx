import { createFileRoute } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { useWorkCounts } from '../operators/index.ts';
import { MARKET_RETURN_VIEWS, MarketReturnsPage, type MarketReturnView } from '../returns/index.ts';

export const Route = createFileRoute('/market/returns/')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'returns'),
  validateSearch: ({ view }: Record<string, unknown>): { view?: MarketReturnView | undefined } => ({
    view: MARKET_RETURN_VIEWS.find((name) => name === view),
  }),
  component: Returns,
});

function Returns() {
  const work = useWorkCounts(Route.useRouteContext().operator);
  return <MarketReturnsPage view={Route.useSearch().view} work={work} />;
}
