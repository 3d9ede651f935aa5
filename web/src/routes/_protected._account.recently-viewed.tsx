import { createFileRoute } from '@tanstack/react-router';
import { pageMeta } from '../lib/page-head.ts';
import { RecentlyViewedPage } from '../saved/index.ts';
import { WithProductActions } from './-product-actions.tsx';

export const Route = createFileRoute('/_protected/_account/recently-viewed')({
  head: () => ({ meta: pageMeta({ title: 'Recently Viewed' }) }),
  component: Page,
});

function Page() {
  return (
    <WithProductActions>
      <RecentlyViewedPage />
    </WithProductActions>
  );
}
