import type { ProductDetail } from '@sokuwa/contract/catalog/catalog.schemas.ts';
import { notFound } from '@tanstack/react-router';
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
  return { product, country };
};
