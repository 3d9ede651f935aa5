import { createFileRoute } from '@tanstack/react-router';
import { readOnServer } from '../lib/read-on-server.ts';
import { requireArea } from '../lib/require-area.ts';
import { OverviewPage, overviewQuery } from '../operators/index.ts';

export const Route = createFileRoute('/market/')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'overview'),
  loader: ({ context }) => readOnServer(() => [context.queryClient.prefetchQuery(overviewQuery)]),
  component: () => <OverviewPage operator={Route.useRouteContext().operator} />,
});
