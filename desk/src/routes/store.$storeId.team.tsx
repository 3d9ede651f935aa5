import { createFileRoute } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { makeStoreTeam, TeamPage } from '../team/index.ts';

export const Route = createFileRoute('/store/$storeId/team')({
  beforeLoad: ({ context }) => requireArea(context.store, 'team'),
  component: Team,
});

function Team() {
  const { store } = Route.useRouteContext();
  return <TeamPage desk={makeStoreTeam(store.merchant_id, store.name)} />;
}
