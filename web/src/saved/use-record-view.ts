import { useEffect } from 'react';
import { useApi } from '../lib/app-context.ts';

/** Records that the product was viewed. A failure stays silent, since the shopper did not ask for it. */
export const useRecordView = (productId: number): void => {
  const api = useApi();
  useEffect(() => {
    import('./viewed-products.ts').then(({ recordView }) => recordView(api, productId)).catch(() => {});
  }, [api, productId]);
};
