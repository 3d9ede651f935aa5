import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { COUPON_VIEWS, CouponsPage, type CouponsSearch } from '../coupons/index.ts';
import { canWrite } from '../lib/session.ts';

export const Route = createFileRoute('/market/coupons/')({
  validateSearch: ({ view, search }: Record<string, unknown>): CouponsSearch => ({
    view: COUPON_VIEWS.find((name) => name === view),
    search: typeof search === 'string' ? search : undefined,
  }),
  component: Coupons,
});

function Coupons() {
  const { operator } = Route.useRouteContext();
  const { view, search } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <CouponsPage
      view={view}
      search={search}
      isWritable={canWrite(operator, 'coupons')}
      onSearch={(text) =>
        void navigate({ search: (before) => ({ ...before, search: text || undefined }), replace: true })
      }
    />
  );
}
