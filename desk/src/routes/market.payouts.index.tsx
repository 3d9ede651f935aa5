import { createFileRoute } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { canWrite } from '../lib/session.ts';
import { MarketPayoutsPage, type MarketPayoutsSearch } from '../payouts/index.ts';

export const Route = createFileRoute('/market/payouts/')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'payouts'),
  validateSearch: ({ waiting }: Record<string, unknown>): MarketPayoutsSearch => ({
    waiting: waiting === 'all' ? waiting : undefined,
  }),
  component: Payouts,
});

function Payouts() {
  const { operator } = Route.useRouteContext();
  const { waiting } = Route.useSearch();
  return <MarketPayoutsPage canAct={canWrite(operator, 'payouts')} isAllWaiting={waiting === 'all'} />;
}
