import { createFileRoute } from '@tanstack/react-router';
import { CouponPage } from '../coupons/index.ts';
import { canWrite } from '../lib/session.ts';

export const Route = createFileRoute('/market/coupons/$code')({ component: Coupon });

function Coupon() {
  const { code } = Route.useParams();
  return <CouponPage key={code} code={code} isWritable={canWrite(Route.useRouteContext().operator, 'coupons')} />;
}
