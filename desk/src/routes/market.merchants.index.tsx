import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { MerchantsPage, type MerchantsSearch } from '../merchants/index.ts';

export const Route = createFileRoute('/market/merchants/')({
  validateSearch: ({ view, search }: Record<string, unknown>): MerchantsSearch => ({
    view: view === 'suspended' ? view : undefined,
    search: typeof search === 'string' ? search : undefined,
  }),
  component: Merchants,
});

function Merchants() {
  const { view, search } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <MerchantsPage
      view={view}
      search={search}
      onSearch={(text) =>
        void navigate({ search: (before) => ({ ...before, search: text || undefined }), replace: true })
      }
    />
  );
}
