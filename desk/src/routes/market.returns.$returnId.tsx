import { createFileRoute } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { MarketReturnPage } from '../returns/index.ts';

export const Route = createFileRoute('/market/returns/$returnId')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'returns'),
  component: () => (
    <MarketReturnPage operator={Route.useRouteContext().operator} returnId={Route.useParams().returnId} />
  ),
});
