import { createFileRoute } from '@tanstack/react-router';
import { infoHead, infoPageHeads, PrivacyPage } from '../info/index.ts';

export const Route = createFileRoute('/privacypolicy')({
  loader: infoPageHeads.privacy,
  head: infoHead,
  component: PrivacyPage,
});
