import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { CategoryRow } from '../app/layout/category-row.tsx';
import { Footer } from '../app/layout/footer.tsx';
import { ShopByCategory } from '../home/shop-by-category.tsx';
import { makeApi } from '../lib/api.ts';
import type { AppContext } from '../lib/app-context.ts';
import { makeCountryStore } from '../lib/country-store.ts';

const CATEGORIES = [
  { id: 1, name: 'Food Items', subcategories: [] },
  { id: 2, name: 'African Fashion', subcategories: [] },
];

/** The three places that name the categories, on a page that came without them. */
const open = (answer: () => { status: number; body: unknown }) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRouteWithContext<AppContext>()({
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
      site: { origin: '', sandbox: false, isDataSaverOn: false, flagSources: [] },
    },
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  return render(<RouterProvider router={router as never} />);
};

it('where the categories can not be had says so in every place, and one press brings them to all', {
  tags: ['@SHELL-46', '@SHELL-47'],
}, async () => {
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
