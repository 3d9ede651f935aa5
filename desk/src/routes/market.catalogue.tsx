import { useQuery } from '@tanstack/react-query';
import { createFileRoute, Outlet } from '@tanstack/react-router';
import { CatalogueHead } from '../catalog/index.ts';
import { requireArea } from '../lib/require-area.ts';
import { overviewQuery } from '../operators/index.ts';

/** The catalogue: each part is a route below it. */
export const Route = createFileRoute('/market/catalogue')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'catalogue'),
  component: Catalogue,
});

function Catalogue() {
  // Every role of operators that reads the catalogue reads the overview.
  const { data } = useQuery(overviewQuery);
  const work = data?.waiting.find(({ kind }) => kind === 'products_to_moderate');
  return (
    <>
      <CatalogueHead toModerate={work?.count ?? 0} />
      <Outlet />
    </>
  );
}
