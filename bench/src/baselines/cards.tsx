import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { ProductCard } from '../../../web/src/catalog/product-card.tsx';

const SEARCH = { section: 'productList', page: 1 };
/** Cards whose pictures load at once, as on the list's page. */
const FIRST_VIEW = 4;

/** Just enough of a router for the cards' links: the address of a product. */
const makeRouter = () => {
  const rootRoute = createRootRoute();
  const product = createRoute({ getParentRoute: () => rootRoute, path: '/product/details/$id' });
  return createRouter({
    routeTree: rootRoute.addChildren([product]),
    history: createMemoryHistory({ initialEntries: ['/product/list?section=productList&page=1'] }),
    isServer: true,
    // Cards that are only rendered call nothing.
    context: { api: undefined },
  });
};

/** The cards of a list as HTML, and nothing else of its page. */
export const renderCards = (products: readonly Product[]): string =>
  renderToString(
    <RouterContextProvider router={makeRouter()}>
      {products.map((product, at) => (
        <li key={product.id}>
          <ProductCard product={product} search={SEARCH} headingLevel={2} priority={at < FIRST_VIEW} />
        </li>
      ))}
    </RouterContextProvider>,
  );
