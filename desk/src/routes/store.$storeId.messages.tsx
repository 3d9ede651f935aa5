import { createFileRoute, notFound, Outlet, useMatchRoute, useParams } from '@tanstack/react-router';
import { canRead } from '../lib/session.ts';
import { MessagesPage } from '../messages/index.ts';

export const Route = createFileRoute('/store/$storeId/messages')({
  beforeLoad: ({ context }) => {
    if (!canRead(context.store, 'messages')) throw notFound();
  },
  component: Messages,
});

function Messages() {
  const { store } = Route.useRouteContext();
  const { threadId } = useParams({ strict: false });
  const isNew = useMatchRoute()({ to: '/store/$storeId/messages/new' }) !== false;
  return (
    <MessagesPage storeId={store.merchant_id} openId={isNew ? 'new' : threadId}>
      <Outlet />
    </MessagesPage>
  );
}
