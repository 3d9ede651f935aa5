import { createFileRoute } from '@tanstack/react-router';
import { infoHead } from '../info/info-head.ts';
import { TermsPage } from '../info/terms-page.tsx';

export const Route = createFileRoute('/termsandconditions')({
  loader: async () => (await import('../info/content/terms.ts')).head,
  head: infoHead,
  component: TermsPage,
});
