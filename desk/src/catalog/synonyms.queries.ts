import { getSynonyms } from '@sokuwa/contract/catalog/synonyms.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../lib/api.ts';

export const synonymsQuery = queryOptions({
  queryKey: ['market', 'synonyms'],
  queryFn: ({ signal }) => api.call(getSynonyms, { signal }),
});
