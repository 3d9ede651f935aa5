import { createFileRoute } from '@tanstack/react-router';
import { pageMeta } from '../lib/page-head.ts';
import { readPageSearch, SavedItemsPage } from '../saved/index.ts';
import { WithProductActions } from './-product-actions.tsx';

export const Route = createFileRoute('/_protected/_account/saved-items')({
  validateSearch: readPageSearch,
  head: () => ({ meta: pageMeta({ title: 'Saved Items' }) }),
  component: Page,
});

function Page() {
  return (
    <WithProductActions>
      <SavedItemsPage page={Route.useSearch().page ?? 1} />
    </WithProductActions>
  );
}
