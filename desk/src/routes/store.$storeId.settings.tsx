import { createFileRoute } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { StorePage } from '../store/index.ts';

export const Route = createFileRoute('/store/$storeId/settings')({
  beforeLoad: ({ context }) => requireArea(context.store, 'store'),
  component: () => <StorePage membership={Route.useRouteContext().store} />,
});
