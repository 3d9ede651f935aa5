import { makeApi } from '@sokuwa/contract/api-client.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRouteWithContext, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { CategoryRow } from '../app/layout/category-row.tsx';
import { Footer } from '../app/layout/footer.tsx';
import { ShopByCategory } from '../home/shop-by-category.tsx';
import type { AppContext } from '../lib/app-context.ts';
import { makeCountryStore } from '../lib/country-store.ts';

const CATEGORIES = [
  { id: 1, name: 'Food Items', subcategories: [] },
  { id: 2, name: 'African Fashion', subcategories: [] },
];

/** Renders the three components that show the categories, without categories from the server. */
const renderMenus = (respond: () => { status: number; body: unknown }) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const rootRoute = createRootRouteWithContext<AppContext>()({
    component: () => (
      <>
        <CategoryRow />
        <ShopByCategory />
        <Footer />
      </>
    ),
  });
  const router = createRouter({
    routeTree: rootRoute,
    history: createMemoryHistory(),
    context: {
      queryClient,
      api: makeApi(async () => respond()),
      country: makeCountryStore('NG'),
      site: {
        origin: '',
        baseUrls: { api: '', countries: '', shop: '' },
        sellUrl: '/desk/',
        hasComponentPages: false,
        hasIdentityProvider: false,
        isDataSaverOn: false,
        flagSources: [],
      },
    },
    Wrap: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  return render(<RouterProvider router={router as never} />);
};

it('shows an error in every menu when the categories fail to load, and one retry loads them in all', {
  tags: ['@SHELL-46', '@SHELL-47'],
}, async () => {
  let isUnavailable = true;
  const screen = await renderMenus(() =>
    isUnavailable ? { status: 503, body: {} } : { status: 200, body: CATEGORIES },
  );
  const errors = screen.getByText('Failed to fetch nav bar items');
  await expect.poll(() => errors.elements()).toHaveLength(3);
  // Screen readers announce the error only once.
  expect(screen.getByRole('alert').elements()).toHaveLength(1);
  await expect.element(screen.getByRole('link', { name: 'All Products' }).first()).toBeInTheDocument();

  isUnavailable = false;
  await screen.getByRole('button', { name: 'Try Again' }).first().click();
  await expect.poll(() => errors.elements()).toHaveLength(0);
  // The panel and the footer show links, the row a menu button.
  expect(screen.getByRole('link', { name: 'Food Items' }).elements()).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Food Items' }).elements()).toHaveLength(1);
});
