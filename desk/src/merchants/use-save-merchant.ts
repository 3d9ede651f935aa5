import type { OperatorMerchantDetail } from '@sokuwa/contract/catalog/operator-merchants.schemas.ts';
import { useQueryClient } from '@tanstack/react-query';
import { merchantAuditQuery, merchantMetricsQuery, merchantQuery, merchantsKey } from './merchants.queries.ts';

/** Puts a changed merchant into the cache, and refetches the lists, its metrics and its audit log. */
export const useSaveMerchant = () => {
  const queryClient = useQueryClient();
  return (merchant: OperatorMerchantDetail): void => {
    queryClient.setQueryData(merchantQuery(merchant.id).queryKey, merchant);
    void queryClient.invalidateQueries({ queryKey: [...merchantsKey, 'list'] });
    void queryClient.invalidateQueries(merchantMetricsQuery(merchant.id));
    void queryClient.invalidateQueries(merchantAuditQuery(merchant.id));
  };
};
