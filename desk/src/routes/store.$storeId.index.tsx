import { createFileRoute } from '@tanstack/react-router';
import { readOnServer } from '../lib/read-on-server.ts';
import { prefetchToday, TodayPage } from '../today/index.ts';

export const Route = createFileRoute('/store/$storeId/')({
  loader: ({ context }) => readOnServer(() => prefetchToday(context.queryClient, context.store)),
  component: () => <TodayPage store={Route.useRouteContext().store} />,
});
