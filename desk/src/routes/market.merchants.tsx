import { createFileRoute } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';

/** The merchants and their applications. */
export const Route = createFileRoute('/market/merchants')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'merchants'),
});
