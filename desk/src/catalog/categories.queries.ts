import { listOperatorCategories } from '@sokuwa/contract/catalog/operator-categories.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../lib/api.ts';

/** The whole tree. Each change responds with it. */
export const categoriesQuery = queryOptions({
  queryKey: ['market', 'categories'],
  queryFn: ({ signal }) => api.call(listOperatorCategories, { signal }),
});
