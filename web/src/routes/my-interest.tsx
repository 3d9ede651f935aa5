import { createFileRoute } from '@tanstack/react-router';
import { MyInterestPage } from '../home/my-interest-page.tsx';
import { pageMeta } from '../shell/page-head.ts';

export const Route = createFileRoute('/my-interest')({
  head: () => ({ meta: pageMeta({ title: 'My Interest' }) }),
  component: MyInterestPage,
});
