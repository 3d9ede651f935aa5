import { createFileRoute, redirect } from '@tanstack/react-router';
import { findStart } from '../lib/last-workplace.ts';
import { requireSession } from '../lib/require-session.ts';

/** Opens where somebody worked last. */
export const Route = createFileRoute('/')({
  beforeLoad: async ({ context, location }) => {
    const session = await requireSession(context.queryClient, location.href);
    const start = findStart(session);
    if (start === undefined) throw redirect({ to: '/choose' });
    if (start === 'market') throw redirect({ to: '/market' });
    throw redirect({ to: '/store/$storeId', params: { storeId: String(start) } });
  },
});
