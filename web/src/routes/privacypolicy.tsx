import { createFileRoute } from '@tanstack/react-router';
import { infoHead } from '../info/info-head.ts';
import { PrivacyPage } from '../info/privacy-page.tsx';

export const Route = createFileRoute('/privacypolicy')({
  loader: async () => (await import('../info/content/privacy.ts')).head,
  head: infoHead,
  component: PrivacyPage,
});
