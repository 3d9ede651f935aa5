import { createFileRoute } from '@tanstack/react-router';
import { MessagePage } from '../messages/message-page.tsx';
import { pageMeta } from '../shell/page-head.ts';

export const Route = createFileRoute('/_protected/_account/inbox_/message/details/$id')({
  head: () => ({ meta: pageMeta({ title: 'Message' }) }),
  staticData: { crumb: 'Message' },
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <MessagePage key={id} id={id} />;
}
