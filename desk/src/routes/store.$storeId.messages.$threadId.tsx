import { createFileRoute } from '@tanstack/react-router';
import { ThreadPage } from '../messages/index.ts';

export const Route = createFileRoute('/store/$storeId/messages/$threadId')({ component: Thread });

function Thread() {
  const { threadId } = Route.useParams();
  // Another thread has another draft.
  return <ThreadPage key={threadId} storeId={Route.useRouteContext().store.merchant_id} threadId={threadId} />;
}
