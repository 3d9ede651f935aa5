import { createFileRoute } from '@tanstack/react-router';
import { noIndexMeta } from '../account/index.ts';
import { UnsubscribePage } from '../saved/index.ts';

export const Route = createFileRoute('/unsubscribe/$token')({
  head: () => ({ meta: noIndexMeta('Emails about saved items') }),
  component: Page,
});

function Page() {
  return <UnsubscribePage token={Route.useParams().token} />;
}
