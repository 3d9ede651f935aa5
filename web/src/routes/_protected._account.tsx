import { createFileRoute } from '@tanstack/react-router';
import { AccountArea } from '../account/index.ts';
import { UnreadCount } from '../messages/index.ts';

/** Layout of the account pages; adds no path segment. */
export const Route = createFileRoute('/_protected/_account')({ component: Page });

function Page() {
  return <AccountArea inboxBadge={<UnreadCount />} />;
}
