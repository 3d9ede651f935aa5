import { createFileRoute } from '@tanstack/react-router';
import { FaqsPage, infoHead, infoPageHeads } from '../info/index.ts';

export const Route = createFileRoute('/faqs')({
  loader: infoPageHeads.faqs,
  head: infoHead,
  component: FaqsPage,
});
