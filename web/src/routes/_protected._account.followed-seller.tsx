import { createFileRoute } from '@tanstack/react-router';
import { pageMeta } from '../lib/page-head.ts';
import { FollowedSellerPage, readPageSearch } from '../saved/index.ts';

export const Route = createFileRoute('/_protected/_account/followed-seller')({
  validateSearch: readPageSearch,
  head: () => ({ meta: pageMeta({ title: 'Followed Seller' }) }),
  component: Page,
});

function Page() {
  return <FollowedSellerPage page={Route.useSearch().page ?? 1} />;
}
