import type { Product } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { renderToString } from 'react-dom/server';
import { CardAddButton } from '../../../web/src/cart/card-add-button.tsx';
import { type ProductActions, ProductActionsContext } from '../../../web/src/catalog/product-actions.tsx';
import { ProductCard } from '../../../web/src/catalog/product-card.tsx';
import { HeartButton } from '../../../web/src/saved/heart-button.tsx';

const SEARCH = { section: 'productList', page: 1 };
/** Cards whose pictures load eagerly, as on the list page. */
const EAGER_CARDS = 4;
/** The buttons of the cards, as the app's layout provides them. */
const PRODUCT_ACTIONS: ProductActions = { AddToCartButton: CardAddButton, SaveButton: HeartButton };

/** A router with the only route that the cards link to. */
const createCardRouter = () => {
  const rootRoute = createRootRoute();
  const product = createRoute({ getParentRoute: () => rootRoute, path: '/product/details/$id' });
  return createRouter({
    routeTree: rootRoute.addChildren([product]),
    history: createMemoryHistory({ initialEntries: ['/product/list?section=productList&page=1'] }),
    isServer: true,
    // Rendering the cards makes no API call.
    context: { api: undefined },
  });
};

/** The cards of a list as HTML, without the rest of the page. */
export const renderCards = (products: readonly Product[]): string =>
  renderToString(
    <RouterContextProvider router={createCardRouter()}>
      <ProductActionsContext value={PRODUCT_ACTIONS}>
        {products.map((product, index) => (
          <li key={product.id}>
            <ProductCard product={product} search={SEARCH} headingLevel={2} priority={index < EAGER_CARDS} />
          </li>
        ))}
      </ProductActionsContext>
    </RouterContextProvider>,
  );
