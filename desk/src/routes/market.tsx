import { createFileRoute, notFound, Outlet, redirect } from '@tanstack/react-router';
import { useMemo } from 'react';
import { marketPlaces } from '../app/layout/navigation.ts';
import { Shell } from '../app/layout/shell.tsx';
import { SearchButton } from '../find/index.ts';
import { rememberWorkplace } from '../lib/last-workplace.ts';
import { requireSession } from '../lib/require-session.ts';
import { findOperator, useSession } from '../lib/session.ts';
import { useMarketCounts } from '../operators/index.ts';

/** The desk of operators. */
export const Route = createFileRoute('/market')({
  beforeLoad: async ({ context, location }) => {
    const session = await requireSession(context.queryClient, location.href);
    const operator = findOperator(session);
    if (!operator) throw notFound();
    if (session.operators_need_second_factor && !session.has_second_factor) throw redirect({ to: '/account' });
    rememberWorkplace(undefined);
    return { operator };
  },
  component: MarketDesk,
});

function MarketDesk() {
  const { operator: opened } = Route.useRouteContext();
  const operator = findOperator(useSession()) ?? opened;
  const groups = useMemo(() => marketPlaces(operator), [operator]);
  const places = useMemo(() => groups.flatMap((group) => group.places), [groups]);
  return (
    <Shell
      workplace={operator}
      groups={groups}
      search={<SearchButton workplace={operator} places={places} />}
      counts={useMarketCounts(operator)}
    >
      <Outlet />
    </Shell>
  );
}
