import { createFileRoute } from '@tanstack/react-router';
import { TodayPage } from '../today/index.ts';

export const Route = createFileRoute('/store/$storeId/')({
  component: () => <TodayPage store={Route.useRouteContext().store} />,
});
