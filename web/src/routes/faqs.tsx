import { createFileRoute } from '@tanstack/react-router';
import { FaqsPage } from '../info/faqs-page.tsx';
import { infoHead } from '../info/info-head.ts';

export const Route = createFileRoute('/faqs')({
  loader: async () => (await import('../info/content/faqs.ts')).head,
  head: infoHead,
  component: FaqsPage,
});
