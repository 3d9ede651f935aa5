import { createFileRoute } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';

export const Route = createFileRoute('/market/coupons')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'coupons'),
});
