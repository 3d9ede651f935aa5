import { createFileRoute } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { ModerationCasePage } from '../moderation/index.ts';

export const Route = createFileRoute('/market/catalogue_/moderation/$productId')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'catalogue'),
  component: Product,
});

function Product() {
  const productId = Number(Route.useParams().productId);
  return <ModerationCasePage key={productId} operator={Route.useRouteContext().operator} productId={productId} />;
}
