import { createFileRoute } from '@tanstack/react-router';
import { RecentlyViewedPage } from '../saved/recently-viewed-page.tsx';
import { pageMeta } from '../shell/page-head.ts';

export const Route = createFileRoute('/_protected/_account/recently-viewed')({
  head: () => ({ meta: pageMeta({ title: 'Recently Viewed' }) }),
  component: RecentlyViewedPage,
});
