import { createFileRoute } from '@tanstack/react-router';
import { HelpPage } from '../info/help-page.tsx';
import { infoHead } from '../info/info-head.ts';

export const Route = createFileRoute('/help')({
  loader: async () => (await import('../info/content/help.ts')).head,
  head: infoHead,
  component: HelpPage,
});
