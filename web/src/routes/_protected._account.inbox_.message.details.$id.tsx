import { createFileRoute } from '@tanstack/react-router';
import { pageMeta } from '../lib/page-head.ts';
import { MessagePage } from '../messages/index.ts';

export const Route = createFileRoute('/_protected/_account/inbox_/message/details/$id')({
  head: () => ({ meta: pageMeta({ title: 'Message' }) }),
  staticData: { crumb: 'Message' },
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <MessagePage key={id} id={id} />;
}
