import { createFileRoute } from '@tanstack/react-router';
import { readPageSearch } from '../saved/page-search.ts';
import { SavedItemsPage } from '../saved/saved-items-page.tsx';
import { pageMeta } from '../shell/page-head.ts';

export const Route = createFileRoute('/_protected/_account/saved-items')({
  validateSearch: readPageSearch,
  head: () => ({ meta: pageMeta({ title: 'Saved Items' }) }),
  component: Page,
});

function Page() {
  return <SavedItemsPage page={Route.useSearch().page ?? 1} />;
}
