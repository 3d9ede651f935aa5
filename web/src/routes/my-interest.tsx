import { createFileRoute } from '@tanstack/react-router';
import { MyInterestPage } from '../home/index.ts';
import { pageMeta } from '../lib/page-head.ts';

export const Route = createFileRoute('/my-interest')({
  head: () => ({ meta: pageMeta({ title: 'My Interest' }) }),
  component: MyInterestPage,
});
