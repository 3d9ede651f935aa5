import { createFileRoute } from '@tanstack/react-router';
import { HelpPage, infoHead, infoPageHeads } from '../info/index.ts';

export const Route = createFileRoute('/help')({
  loader: infoPageHeads.help,
  head: infoHead,
  component: HelpPage,
});
