import { createFileRoute, Outlet } from '@tanstack/react-router';
import { CatalogueHead } from '../catalog/index.ts';
import { requireArea } from '../lib/require-area.ts';
import { useWorkCounts } from '../operators/index.ts';

/** The catalogue: each part is a route below it. */
export const Route = createFileRoute('/market/catalogue')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'catalogue'),
  component: Catalogue,
});

function Catalogue() {
  const { products_to_moderate: toModerate = 0 } = useWorkCounts(Route.useRouteContext().operator);
  return (
    <>
      <CatalogueHead toModerate={toModerate} />
      <Outlet />
    </>
  );
}
