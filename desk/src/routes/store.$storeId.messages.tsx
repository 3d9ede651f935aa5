import { createFileRoute, notFound, Outlet, useMatchRoute, useNavigate, useParams } from '@tanstack/react-router';
import { canRead } from '../lib/session.ts';
import { MESSAGE_VIEWS, MessagesPage, type MessagesSearch } from '../messages/index.ts';
import { useStoreCounts } from '../today/index.ts';

export const Route = createFileRoute('/store/$storeId/messages')({
  validateSearch: ({ view, search }: Record<string, unknown>): MessagesSearch => ({
    view: MESSAGE_VIEWS.find((name) => name === view),
    search: typeof search === 'string' ? search : undefined,
  }),
  beforeLoad: ({ context }) => {
    if (!canRead(context.store, 'messages')) throw notFound();
  },
  component: Messages,
});

function Messages() {
  const { store } = Route.useRouteContext();
  const { threadId } = useParams({ strict: false });
  const navigate = useNavigate();
  const isNew = useMatchRoute()({ to: '/store/$storeId/messages/new' }) !== false;
  return (
    <MessagesPage
      storeId={store.merchant_id}
      openId={isNew ? 'new' : threadId}
      unansweredCount={useStoreCounts(store).Messages?.count ?? 0}
      onSearch={(text) =>
        void navigate({ to: '.', search: (before) => ({ ...before, search: text || undefined }), replace: true })
      }
    >
      <Outlet />
    </MessagesPage>
  );
}
