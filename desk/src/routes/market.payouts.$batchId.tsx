import { createFileRoute, notFound } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { canWrite } from '../lib/session.ts';
import { MarketBatchPage } from '../payouts/index.ts';

const BATCH_ID = /^[1-9]\d{0,8}$/;

export const Route = createFileRoute('/market/payouts/$batchId')({
  beforeLoad: ({ context, params }) => {
    requireArea(context.operator, 'payouts');
    if (!BATCH_ID.test(params.batchId)) throw notFound();
  },
  component: Batch,
});

function Batch() {
  const { operator } = Route.useRouteContext();
  return <MarketBatchPage batchId={Number(Route.useParams().batchId)} canAct={canWrite(operator, 'payouts')} />;
}
