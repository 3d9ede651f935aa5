import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { requireArea } from '../lib/require-area.ts';
import { CustomersPage } from '../operators/index.ts';

export const Route = createFileRoute('/market/customers/')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'customers'),
  validateSearch: ({ search }: Record<string, unknown>): { search?: string | undefined } => ({
    search: typeof search === 'string' && search !== '' ? search : undefined,
  }),
  component: Customers,
});

function Customers() {
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <CustomersPage
      search={Route.useSearch().search}
      onSearch={(search) => void navigate({ search: { search }, replace: true })}
    />
  );
}
