import { createFileRoute } from '@tanstack/react-router';
import { NewMessagePage } from '../messages/index.ts';

export const Route = createFileRoute('/store/$storeId/messages/new')({
  validateSearch: ({ order }: Record<string, unknown>) => ({ order: typeof order === 'string' ? order : '' }),
  component: NewMessage,
});

function NewMessage() {
  const { order } = Route.useSearch();
  return <NewMessagePage key={order} storeId={Route.useRouteContext().store.merchant_id} orderId={order} />;
}
