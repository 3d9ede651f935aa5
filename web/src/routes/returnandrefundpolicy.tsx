import { createFileRoute } from '@tanstack/react-router';
import { infoHead } from '../info/info-head.ts';
import { ReturnsPage } from '../info/returns-page.tsx';

export const Route = createFileRoute('/returnandrefundpolicy')({
  loader: async () => (await import('../info/content/returns.ts')).head,
  head: infoHead,
  component: ReturnsPage,
});
