import { createFileRoute, Outlet } from '@tanstack/react-router';
import { requireSession } from '../lib/require-session.ts';

/** How somebody opens a store. */
export const Route = createFileRoute('/join')({
  beforeLoad: ({ context, location }) => requireSession(context.queryClient, location.href),
  component: Outlet,
});
