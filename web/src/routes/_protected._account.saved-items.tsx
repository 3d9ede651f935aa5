import { createFileRoute } from '@tanstack/react-router';
import { pageMeta } from '../lib/page-head.ts';
import { readPageSearch, SavedItemsPage } from '../saved/index.ts';

export const Route = createFileRoute('/_protected/_account/saved-items')({
  validateSearch: readPageSearch,
  head: () => ({ meta: pageMeta({ title: 'Saved Items' }) }),
  component: Page,
});

function Page() {
  return <SavedItemsPage page={Route.useSearch().page ?? 1} />;
}
