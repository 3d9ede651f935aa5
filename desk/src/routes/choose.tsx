import { createFileRoute } from '@tanstack/react-router';
import { ChoosePage } from '../access/index.ts';
import { requireSession } from '../lib/require-session.ts';

export const Route = createFileRoute('/choose')({
  beforeLoad: ({ context, location }) => requireSession(context.queryClient, location.href),
  component: ChoosePage,
});
