import { createFileRoute } from '@tanstack/react-router';
import { ApplicationPage } from '../merchants/index.ts';

export const Route = createFileRoute('/market/merchants/applications/$merchantId')({ component: Application });

function Application() {
  const merchantId = Number(Route.useParams().merchantId);
  return <ApplicationPage key={merchantId} operator={Route.useRouteContext().operator} merchantId={merchantId} />;
}
