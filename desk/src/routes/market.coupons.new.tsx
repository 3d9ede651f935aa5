import { createFileRoute, notFound } from '@tanstack/react-router';
import { NewCouponPage } from '../coupons/index.ts';
import { canWrite } from '../lib/session.ts';

export const Route = createFileRoute('/market/coupons/new')({
  beforeLoad: ({ context }) => {
    if (!canWrite(context.operator, 'coupons')) throw notFound();
  },
  component: NewCouponPage,
});
