import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { makeApi } from '../api.ts';
import { makeCountryStore } from '../geo/country-store.ts';
import { ShopByCategory } from '../home/shop-by-category.tsx';
import type { RouterContext } from '../routes/__root.tsx';
import { CategoryRow } from './category-row.tsx';
import { Footer } from './footer.tsx';

const CATEGORIES = [
  { id: 1, name: 'Food Items', subcategories: [] },
  { id: 2, name: 'African Fashion', subcategories: [] },
];

/** The three places that name the categories, on a page that came without them. */
const open = (answer: () => { status: number; body: unknown }) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRouteWithContext<RouterContext>()({
    component: () => (
      <>
        <CategoryRow />
        <ShopByCategory />
        <Footer />
      </>
    ),
  });
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory(),
    context: {
      queryClient,
      api: makeApi(async () => answer()),
      country: makeCountryStore('NG'),
      site: { origin: '', sandbox: false, saving: false, flagSources: [] },
    },
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  return render(<RouterProvider router={router as never} />);
};

it('where the categories can not be had says so in every place, and one press brings them to all', async () => {
  let away = true;
  const screen = await open(() => (away ? { status: 503, body: {} } : { status: 200, body: CATEGORIES }));
  const failed = screen.getByText('Failed to fetch nav bar items');
  await expect.poll(() => failed.elements()).toHaveLength(3);
  // Readers are told once.
  expect(screen.getByRole('alert').elements()).toHaveLength(1);
  await expect.element(screen.getByRole('link', { name: 'All Products' }).first()).toBeInTheDocument();

  away = false;
  await screen.getByRole('button', { name: 'Try Again' }).first().click();
  await expect.poll(() => failed.elements()).toHaveLength(0);
  // The panel and the footer name it as links, the row as a menu.
  expect(screen.getByRole('link', { name: 'Food Items' }).elements()).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Food Items' }).elements()).toHaveLength(1);
});
