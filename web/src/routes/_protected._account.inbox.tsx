import { createFileRoute } from '@tanstack/react-router';
import { pageMeta } from '../lib/page-head.ts';
import { InboxPage } from '../messages/index.ts';

export const Route = createFileRoute('/_protected/_account/inbox')({
  // An invalid page number means the first page.
  validateSearch: ({ page }: Record<string, unknown>): { page?: number } => {
    const number = Number(page);
    return Number.isInteger(number) && number > 1 && number <= 100_000 ? { page: number } : {};
  },
  head: () => ({ meta: pageMeta({ title: 'Inbox' }) }),
  component: Page,
});

function Page() {
  return <InboxPage page={Route.useSearch().page ?? 1} />;
}
