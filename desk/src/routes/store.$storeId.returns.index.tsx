import { createFileRoute, notFound } from '@tanstack/react-router';
import { canRead } from '../lib/session.ts';
import { RETURN_VIEWS, ReturnsPage, type ReturnView } from '../returns/index.ts';

export const Route = createFileRoute('/store/$storeId/returns/')({
  validateSearch: ({ view }: Record<string, unknown>): { view?: ReturnView | undefined } => ({
    view: RETURN_VIEWS.find((name) => name === view),
  }),
  beforeLoad: ({ context }) => {
    if (!canRead(context.store, 'returns')) throw notFound();
  },
  component: () => <ReturnsPage storeId={Route.useRouteContext().store.merchant_id} view={Route.useSearch().view} />,
});
