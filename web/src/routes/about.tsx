import { createFileRoute } from '@tanstack/react-router';
import { AboutPage, infoHead, infoPageHeads } from '../info/index.ts';

export const Route = createFileRoute('/about')({
  loader: infoPageHeads.about,
  head: infoHead,
  component: AboutPage,
});
