import { getProductImport, listProductImports } from '@sokuwa/contract/exchange/product-imports.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { getStoreApi } from '../lib/api.ts';

/** How often a running import is read. */
const POLL_MS = 1500;

/** All queries about the imports of a store begin with this key. */
const importsKey = (storeId: number) => ['store', storeId, 'imports'] as const;

export const importsQuery = (storeId: number) =>
  queryOptions({
    queryKey: [...importsKey(storeId), 'list'],
    queryFn: ({ signal }) => getStoreApi(storeId).call(listProductImports, { signal }),
    refetchInterval: ({ state }) => state.data?.results.some((one) => one.state === 'running') && POLL_MS,
  });

export const importQuery = (storeId: number, importId: number) =>
  queryOptions({
    queryKey: [...importsKey(storeId), importId],
    queryFn: ({ signal }) => getStoreApi(storeId).call(getProductImport, { params: { importId }, signal }),
    refetchInterval: ({ state }) => state.data?.state === 'running' && POLL_MS,
  });
