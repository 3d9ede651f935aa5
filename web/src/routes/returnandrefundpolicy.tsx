import { createFileRoute } from '@tanstack/react-router';
import { infoHead, infoPageHeads, ReturnsPage } from '../info/index.ts';

export const Route = createFileRoute('/returnandrefundpolicy')({
  loader: infoPageHeads.returns,
  head: infoHead,
  component: ReturnsPage,
});
