import { createFileRoute } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { TeamPage } from '../team/index.ts';

export const Route = createFileRoute('/store/$storeId/team')({
  beforeLoad: ({ context }) => requireArea(context.store, 'team'),
  component: Team,
});

function Team() {
  const { store } = Route.useRouteContext();
  return <TeamPage storeId={store.merchant_id} storeName={store.name} />;
}
