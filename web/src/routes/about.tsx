import { createFileRoute } from '@tanstack/react-router';
import { AboutPage } from '../info/about-page.tsx';
import { infoHead } from '../info/info-head.ts';

export const Route = createFileRoute('/about')({
  loader: async () => (await import('../info/content/about.ts')).head,
  head: infoHead,
  component: AboutPage,
});
