import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../access/index.ts';
import { requireSession } from '../lib/require-session.ts';

export const Route = createFileRoute('/account')({
  beforeLoad: ({ context, location }) => requireSession(context.queryClient, location.href),
  component: AccountPage,
});
