import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { CategoriesPage } from '../catalog/index.ts';
import { canWrite } from '../lib/session.ts';

export const Route = createFileRoute('/market/catalogue/')({
  validateSearch: ({ search }: Record<string, unknown>): { search?: string | undefined } => ({
    search: typeof search === 'string' ? search : undefined,
  }),
  component: Categories,
});

function Categories() {
  const { search = '' } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <CategoriesPage
      search={search}
      isWritable={canWrite(Route.useRouteContext().operator, 'catalogue')}
      onSearch={(text) => void navigate({ search: text === '' ? {} : { search: text }, replace: true })}
    />
  );
}
