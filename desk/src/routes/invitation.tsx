import { createFileRoute, useLocation } from '@tanstack/react-router';
import { InvitationPage } from '../access/index.ts';

export const Route = createFileRoute('/invitation')({
  component: () => <InvitationPage token={useLocation().hash} />,
});
