import { STORE_STATES } from '@sokuwa/contract/catalog/store.rules.ts';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ApplicationsPage, type ApplicationsSearch } from '../merchants/index.ts';

export const Route = createFileRoute('/market/merchants/applications/')({
  validateSearch: ({ state }: Record<string, unknown>): ApplicationsSearch => ({
    state: STORE_STATES.find((name) => name === state),
  }),
  component: Applications,
});

function Applications() {
  const { state } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <ApplicationsPage
      state={state}
      onState={(next) => void navigate({ search: next === 'applied' ? {} : { state: next } })}
    />
  );
}
