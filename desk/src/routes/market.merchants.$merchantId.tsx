import { createFileRoute } from '@tanstack/react-router';
import { MerchantPage } from '../merchants/index.ts';

export const Route = createFileRoute('/market/merchants/$merchantId')({ component: Merchant });

function Merchant() {
  const merchantId = Number(Route.useParams().merchantId);
  return <MerchantPage key={merchantId} operator={Route.useRouteContext().operator} merchantId={merchantId} />;
}
