import { createFileRoute, notFound } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { CustomerPage } from '../operators/index.ts';

export const Route = createFileRoute('/market/customers/$accountId')({
  beforeLoad: ({ context, params }) => {
    requireArea(context.operator, 'customers');
    if (!/^[1-9]\d{0,8}$/.test(params.accountId)) throw notFound();
  },
  component: () => (
    <CustomerPage operator={Route.useRouteContext().operator} accountId={Number(Route.useParams().accountId)} />
  ),
});
