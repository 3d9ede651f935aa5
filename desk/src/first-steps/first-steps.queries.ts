import { getFirstSteps } from '@sokuwa/contract/joining/first-steps.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { getStoreApi } from '../lib/api.ts';

export const firstStepsQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['store', storeId, 'first-steps'],
    queryFn: ({ signal }) => getStoreApi(storeId).call(getFirstSteps, { signal }),
  });
