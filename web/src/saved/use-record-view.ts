import { useEffect } from 'react';
import { useApi } from '../lib/app-context.ts';

/** Records that the product was viewed. A failure is not shown, since the shopper did not request it. */
export const useRecordView = (productId: number): void => {
  const api = useApi();
  useEffect(() => {
    import('./viewed-products.ts').then(({ recordView }) => recordView(api, productId)).catch(() => {});
  }, [api, productId]);
};
