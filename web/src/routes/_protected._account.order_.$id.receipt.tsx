import print from '@sokuwa/ui/styles/print.css?url';
import { createFileRoute } from '@tanstack/react-router';
import { pageMeta } from '../lib/page-head.ts';
import { ReceiptPage } from '../orders/index.ts';

export const Route = createFileRoute('/_protected/_account/order_/$id/receipt')({
  head: ({ params: { id } }) => ({
    // The name of a printed file.
    meta: pageMeta({ title: `Receipt ${id}` }),
    links: [{ rel: 'stylesheet', href: print, media: 'print' }],
  }),
  staticData: { crumb: 'Receipt' },
  component: Page,
});

function Page() {
  const { id } = Route.useParams();
  return <ReceiptPage key={id} id={id} />;
}
