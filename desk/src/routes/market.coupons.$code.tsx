import { createFileRoute } from '@tanstack/react-router';
import { CouponPage } from '../coupons/index.ts';

export const Route = createFileRoute('/market/coupons/$code')({ component: Coupon });

function Coupon() {
  const { code } = Route.useParams();
  return <CouponPage key={code} operator={Route.useRouteContext().operator} code={code} />;
}
