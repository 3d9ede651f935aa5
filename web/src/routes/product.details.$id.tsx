import { createFileRoute } from '@tanstack/react-router';
import { listAddress } from '../catalog/list-search.ts';
import { productHead } from '../catalog/product-head.ts';
import { loadProduct } from '../catalog/product-loader.ts';
import { ProductErrorPage, ProductLoading, ProductNotFoundPage, ProductPage } from '../catalog/product-page.tsx';

export const Route = createFileRoute('/product/details/$id')({
  // Section, query, ids and page of the list one came from stay in the address; the page itself needs none of them.
  validateSearch: listAddress,
  loader: ({ context, params }) => loadProduct(context, params.id),
  head: ({ loaderData, match }) => (loaderData ? productHead(loaderData.product, match.context.site.origin) : {}),
  pendingMs: 200,
  component: Product,
  pendingComponent: ProductLoading,
  errorComponent: ProductErrorPage,
  notFoundComponent: ProductNotFoundPage,
});

function Product() {
  const { product, country } = Route.useLoaderData();
  return <ProductPage key={product.id} product={product} country={country} />;
}
