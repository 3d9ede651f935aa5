import { getMerchantTeam } from '@sokuwa/contract/staff/team.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { getStoreApi } from '../lib/api.ts';

export const teamQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['store', storeId, 'team'],
    queryFn: ({ signal }) => getStoreApi(storeId).call(getMerchantTeam, { signal }),
  });
