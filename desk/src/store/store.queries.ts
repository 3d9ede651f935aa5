import { getStore } from '@sokuwa/contract/catalog/merchant-store.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { getStoreApi } from '../lib/api.ts';

export const storeQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['store', storeId, 'store'],
    queryFn: ({ signal }) => getStoreApi(storeId).call(getStore, { signal }),
  });
