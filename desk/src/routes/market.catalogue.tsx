import { createFileRoute, Outlet } from '@tanstack/react-router';
import { CatalogueHead } from '../catalog/index.ts';
import { requireArea } from '../lib/require-area.ts';

/** The catalogue: each part is a route below it. */
export const Route = createFileRoute('/market/catalogue')({
  beforeLoad: ({ context }) => requireArea(context.operator, 'catalogue'),
  component: () => (
    <>
      <CatalogueHead />
      <Outlet />
    </>
  ),
});
