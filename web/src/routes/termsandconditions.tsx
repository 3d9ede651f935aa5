import { createFileRoute } from '@tanstack/react-router';
import { infoHead, infoPageHeads, TermsPage } from '../info/index.ts';

export const Route = createFileRoute('/termsandconditions')({
  loader: infoPageHeads.terms,
  head: infoHead,
  component: TermsPage,
});
