import { createFileRoute } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { MarketOrderPage } from '../orders/index.ts';

export const Route = createFileRoute('/market/orders/$orderId')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'orders'),
  component: () => <MarketOrderPage operator={Route.useRouteContext().operator} orderId={Route.useParams().orderId} />,
});
