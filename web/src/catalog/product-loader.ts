import type { ProductDetail } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { notFound, redirect } from '@tanstack/react-router';
import type { AppContext } from '../lib/app-context.ts';
import { readId } from '../lib/list-search.ts';
import { productQuery, relatedQuery } from './catalog.queries.ts';
import { rethrowNotFound } from './list-loader.ts';

type ProductData = { product: ProductDetail; country: string };

/** Loads a product page. The server waits for related products, the browser loads them later. */
export const loadProduct = async (
  { queryClient, api, country: store }: AppContext,
  pathId: string,
): Promise<ProductData> => {
  const id = readId(pathId);
  if (id === undefined) throw notFound();
  const country = store.get();
  const [product] = await Promise.all([
    rethrowNotFound(queryClient.ensureQueryData(productQuery(api, id, country))),
    import.meta.env.SSR && queryClient.prefetchQuery(relatedQuery(api, id, country)),
  ]);
  // Of a merged product (MODERATION-14). Only on the server, so that the first view of every page is not larger.
  if (import.meta.env.SSR && product.id !== id)
    throw redirect({ to: '/product/details/$id', params: { id: String(product.id) }, statusCode: 308 });
  return { product, country };
};
