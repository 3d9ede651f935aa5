import { createFileRoute } from '@tanstack/react-router';
import { FollowedSellerPage } from '../saved/followed-seller-page.tsx';
import { readPageSearch } from '../saved/page-search.ts';
import { pageMeta } from '../shell/page-head.ts';

export const Route = createFileRoute('/_protected/_account/followed-seller')({
  validateSearch: readPageSearch,
  head: () => ({ meta: pageMeta({ title: 'Followed Seller' }) }),
  component: Page,
});

function Page() {
  return <FollowedSellerPage page={Route.useSearch().page ?? 1} />;
}
