import { createFileRoute } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { marketTeam, TeamPage } from '../team/index.ts';

export const Route = createFileRoute('/market/team')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'team'),
  component: () => <TeamPage desk={marketTeam} />,
});
