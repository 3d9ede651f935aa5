import { findForMerchant, findForOperator } from '@sokuwa/contract/find/find.endpoints.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, getStoreApi } from '../lib/api.ts';
import type { Workplace } from '../lib/session.ts';
import { type FoundGroup, groupForMerchant, groupForOperator } from './found-groups.ts';

/** The server finds nothing with fewer letters. */
export const MIN_LETTERS = 2;

/** What is found with these words, in groups. Nothing is asked for fewer than two letters. */
export const findQuery = (workplace: Workplace, query: string) =>
  queryOptions({
    queryKey: workplace.of === 'merchant' ? ['store', workplace.merchant_id, 'find', query] : ['market', 'find', query],
    queryFn: async ({ signal }): Promise<FoundGroup[]> =>
      workplace.of === 'merchant'
        ? groupForMerchant(
            workplace.merchant_id,
            await getStoreApi(workplace.merchant_id).call(findForMerchant, { query: { query }, signal }),
          )
        : groupForOperator(await api.call(findForOperator, { query: { query }, signal })),
    enabled: query.length >= MIN_LETTERS,
    placeholderData: keepPreviousData,
  });
