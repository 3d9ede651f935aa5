import { createFileRoute } from '@tanstack/react-router';
import { loadProduct, loadProductHead, ProductErrorPage, ProductNotFoundPage } from '../catalog/index.ts';
import { validateListSearch } from '../lib/list-search.ts';
import { LateProduct, LateProductLoading } from './-late-pages.tsx';

export const Route = createFileRoute('/product/details/$id')({
  // The search params of the previous list stay in the URL; the page itself does not use them.
  validateSearch: validateListSearch,
  loader: async ({ context, params }) => {
    const [data] = await Promise.all([loadProduct(context, params.id), LateProduct.load()]);
    return data;
  },
  head: ({ loaderData, match }) => (loaderData ? loadProductHead(loaderData.product, match.context.site) : {}),
  pendingMs: 200,
  component: Product,
  // The other components are not needed in the first view, so the build does not split off this one, which is small.
  codeSplitGroupings: [['errorComponent', 'notFoundComponent']],
  staticData: { isComplete: true, chunks: ['heads'] },
  pendingComponent: LateProductLoading,
  errorComponent: ProductErrorPage,
  notFoundComponent: ProductNotFoundPage,
});

function Product() {
  return <LateProduct {...Route.useLoaderData()} />;
}
