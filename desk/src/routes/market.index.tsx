import { createFileRoute } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { OverviewPage } from '../operators/index.ts';

export const Route = createFileRoute('/market/')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'overview'),
  component: () => <OverviewPage operator={Route.useRouteContext().operator} />,
});
